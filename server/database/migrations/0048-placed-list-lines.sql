-- Lines of carts that were placed, so that a device that has not heard of it does not bring them back.

create table placed_list_lines (
  user_id uuid not null references users (id) on delete cascade,
  line_id uuid not null,
  placed_at timestamptz not null default now(),
  primary key (user_id, line_id)
);
-- For the oldest ones of a person, and of all.
create index placed_list_lines_of_user on placed_list_lines (user_id, placed_at);
create index placed_list_lines_placed_at on placed_list_lines (placed_at);
