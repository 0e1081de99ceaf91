-- Prices that were agreed with companies or with groups of buyers. A list has prices, or takes a percentage off all list prices.
create table price_lists (
  id uuid primary key,
  name text not null constraint price_lists_name check (octet_length(name) between 1 and 800),
  currency text not null default 'USD' constraint price_lists_currency check (currency ~ '^[A-Z]{3}$'),
  -- First and last day, in the shop's time zone.
  valid_from date,
  valid_to date,
  minus_percent numeric(4, 2) constraint price_lists_minus check (minus_percent > 0 and minus_percent < 100),
  -- How many lines it has.
  parts integer not null default 0 constraint price_lists_parts check (parts between 0 and 20000),
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  constraint price_lists_valid check (valid_from <= valid_to),
  constraint price_lists_rule check (minus_percent is null or parts = 0)
);

-- All unit prices of a part in a list: from break_from[n] pieces on, each costs break_micros[n].
create table price_list_lines (
  list_id uuid not null references price_lists (id) on delete cascade,
  product_id uuid not null references products (id),
  price_micros bigint not null constraint price_list_lines_price check (price_micros > 0),
  break_from integer[] not null default '{}',
  break_micros bigint[] not null default '{}',
  primary key (list_id, product_id),
  constraint price_list_lines_breaks_fall check (are_price_breaks(price_micros, break_from, break_micros))
);

create table buyer_groups (
  id uuid primary key,
  name text not null constraint buyer_groups_name check (octet_length(name) between 1 and 800),
  created_at timestamptz not null default now()
);
create unique index buyer_groups_by_name on buyer_groups (lower(name));

-- Which lists count, the first position first.
create table buyer_price_lists (
  buyer_id uuid not null references buyers (id) on delete cascade,
  position integer not null constraint buyer_price_lists_bound check (position between 1 and 10),
  list_id uuid not null references price_lists (id) on delete cascade,
  primary key (buyer_id, position),
  constraint buyer_price_lists_once unique (list_id, buyer_id)
);
create table group_price_lists (
  group_id uuid not null references buyer_groups (id) on delete cascade,
  position integer not null constraint group_price_lists_bound check (position between 1 and 10),
  list_id uuid not null references price_lists (id) on delete cascade,
  primary key (group_id, position),
  constraint group_price_lists_once unique (list_id, group_id)
);

-- Not valid: 0091-3 looks at the rows of before.
alter table buyers add column group_id uuid,
  add constraint buyers_group foreign key (group_id) references buyer_groups (id) not valid;
