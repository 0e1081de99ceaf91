-- Commits by itself
-- Who may not order for now, why, and who has said so.
do $migration$ begin

alter table users
  add column if not exists blocked_at timestamptz,
  add column if not exists blocked_by text,
  add column if not exists blocked_why text;
if not exists (select from pg_constraint where conname = 'users_blocked') then
  alter table users add constraint users_blocked
    check (num_nulls(blocked_at, blocked_by, blocked_why) in (0, 3) and octet_length(blocked_why) <= 2000) not valid;
end if;
commit;
alter table users validate constraint users_blocked;

end $migration$
