-- The last changes of the prices of lists, each with what it replaced, so that it can be undone.
create table price_list_changes (
  id uuid primary key,
  list_id uuid not null references price_lists (id) on delete cascade,
  -- Parts that got a price, and parts that lost theirs.
  priced integer not null,
  removed integer not null,
  -- Of a list with a percentage.
  minus_was numeric(4, 2),
  minus_became numeric(4, 2),
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index price_list_changes_of_list on price_list_changes (list_id, id);

-- The prices of a part before and after a change: micros, breakFrom, breakMicros; null where it had none.
create table price_list_replaced (
  change_id uuid not null references price_list_changes (id) on delete cascade,
  product_id uuid not null,
  was jsonb constraint price_list_replaced_was check (octet_length(was::text) <= 2000),
  became jsonb constraint price_list_replaced_became check (octet_length(became::text) <= 2000),
  primary key (change_id, product_id)
);
