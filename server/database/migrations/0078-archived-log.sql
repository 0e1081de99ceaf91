-- Months of the log that `npm run archive` has written to files and taken out of `events`.
create table archived_months (
  -- The first day of it, UTC, by the time of the entries' ids.
  month date primary key check (extract(day from month) = 1),
  entries bigint not null check (entries > 0),
  -- Of the entries as the file has them.
  sha256 bytea not null check (octet_length(sha256) = 32),
  removed bigint not null default 0 check (removed between 0 and entries),
  archived_at timestamptz not null default now()
);
-- What the removed entries changed of each product's stock: the audit and the ledger begin with it.
create table archived_stock (
  product_id uuid primary key,
  put_in bigint not null,
  balance bigint not null
);

-- Replaced without a lock of the table.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  -- `npm run archive` says so in its own transactions.
  if tg_op = 'DELETE' and current_setting('northbridge.archive', true) = 'on' then return null; end if;
  raise exception 'events are append-only';
end $$;
