-- Commits by itself
-- Goods that are expected from suppliers. Pieces of them are promised to orders before they arrive.
do $migration$ begin

create table if not exists receipts (
  id uuid primary key,
  product_id uuid not null references products (id),
  due_on date not null,
  -- Pieces that are still expected, those of them that are promised, and pieces that have arrived.
  quantity int not null,
  promised int not null default 0,
  arrived int not null default 0 check (arrived >= 0),
  -- Counts the changes of the day, each of which is told once.
  revision int not null default 1,
  created_at timestamptz not null default now(),
  -- When the last of it arrived, or it was called off.
  closed_at timestamptz,
  constraint receipts_promised check (promised >= 0 and promised <= quantity),
  constraint receipts_closed check ((closed_at is null) = (quantity > 0))
);
create unique index if not exists receipts_expected on receipts (product_id, due_on) where closed_at is null;
create index if not exists receipts_of_product on receipts (product_id);
commit;

alter table orders
  -- The goods that the line's pieces were promised from, and how many of them have not arrived yet.
  add column if not exists receipt_id uuid,
  add column if not exists awaited int not null default 0;
alter table orders drop constraint if exists orders_awaited;
alter table orders add constraint orders_awaited check (
  awaited >= 0 and awaited <= quantity and (awaited = 0 or receipt_id is not null)
) not valid;
alter table orders drop constraint if exists orders_receipt_id_fkey;
alter table orders add constraint orders_receipt_id_fkey foreign key (receipt_id) references receipts (id) not valid;
create index if not exists orders_awaiting on orders (receipt_id) where awaited > 0;
commit;
alter table orders validate constraint orders_awaited;
commit;
alter table orders validate constraint orders_receipt_id_fkey;
commit;

-- A line of a list may wait for goods that are expected on a day.
alter table list_lines add column if not exists receipt_date date;

end $migration$;
