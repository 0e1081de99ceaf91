-- Where the WAL was after somebody's last write, for staff: no replica that is behind it answers their reports.
create table staff_writes (
  user_id uuid primary key references users (id) on delete cascade,
  position pg_lsn not null
);
