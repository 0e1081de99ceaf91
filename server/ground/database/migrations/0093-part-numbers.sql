-- Companies' own numbers of parts, one for each part. `buyers` counts their changes: processes keep them in memory.
alter table buyers add column part_numbers_revision integer not null default 0;

create table part_numbers (
  buyer_id uuid not null references buyers (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  number text not null constraint part_numbers_number check (char_length(number) between 1 and 64),
  -- What spellings of the number have in common: capitals and digits, without signs.
  number_key text not null constraint part_numbers_number_key check (char_length(number_key) between 1 and 64),
  changed_at timestamptz not null default now(),
  primary key (buyer_id, product_id),
  constraint part_numbers_unique unique (buyer_id, number_key)
);
create index part_numbers_of_product on part_numbers (product_id);
