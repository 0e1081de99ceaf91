-- Commits by itself
-- Refunds of part of a payment, by lines and pieces. What reads all of a table stands in a transaction that keeps nobody from
-- reading and writing it.
do $migration$ begin

lock table orders, payments in access exclusive mode;
-- Pieces of a line whose money has gone back or has to, and how much that is.
alter table orders
  add column if not exists refunded_quantity integer not null default 0,
  add column if not exists refunded_cents bigint not null default 0;
alter table orders
  drop constraint if exists orders_refunded_quantity,
  drop constraint if exists orders_refunded_cents,
  drop constraint if exists orders_refunded_whole;
alter table orders
  add constraint orders_refunded_quantity check (refunded_quantity between 0 and quantity) not valid,
  add constraint orders_refunded_cents check (refunded_cents between 0 and total_cents) not valid,
  add constraint orders_refunded_whole check (refunded_quantity < quantity or refunded_cents = total_cents) not valid;

create table if not exists refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  cents integer not null check (cents > 0),
  -- `withdrawn`: refused or sent back by the bank, and given up.
  state text not null check (state in ('due', 'done', 'withdrawn')),
  reason text not null,
  -- Email of the admin who asked for it.
  actor text not null,
  created_at timestamptz not null default now()
);
create index if not exists refunds_payment_id on refunds (payment_id);
create unique index if not exists refunds_one_due on refunds (payment_id) where state = 'due';
create table if not exists refund_lines (
  refund_id uuid not null references refunds (id),
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  cents bigint not null check (cents >= 0),
  primary key (refund_id, order_id)
);
create index if not exists refund_lines_order_id on refund_lines (order_id);

-- The refund that is being carried out, and its money; without it all that is left of the payment goes back.
alter table payments
  add column if not exists part_id uuid,
  add column if not exists part_cents integer;
alter table payments
  drop constraint if exists payments_part,
  drop constraint if exists payments_part_id_fkey;
alter table payments
  add constraint payments_part check ((part_id is null) = (part_cents is null)
    and (part_id is null or state in ('refunding', 'refused'))) not valid,
  add constraint payments_part_id_fkey foreign key (part_id) references refunds (id) not valid;
commit;

alter table orders
  validate constraint orders_refunded_quantity,
  validate constraint orders_refunded_cents,
  validate constraint orders_refunded_whole;
commit;
alter table payments
  validate constraint payments_part,
  validate constraint payments_part_id_fkey;

end $migration$;
