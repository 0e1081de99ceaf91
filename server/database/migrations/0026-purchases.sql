-- A purchase is what is placed, held, paid and refunded at once. Its lines, one product each, are the rows of `orders`.
-- Each order of before becomes a purchase of one line, with the order's number and the order's id.
--
-- One transaction: processes of the version before cannot go on beside this one (docs/going-live.md). Tables are locked in the
-- order in which statements take them.
lock table users, orders, payments, events, products in access exclusive mode;

create table purchases (
  id uuid not null,
  -- What people read and say.
  number integer not null default nextval('order_numbers'),
  user_id uuid,
  buyer_name text not null,
  buyer_email text not null,
  shipping_address text not null,
  phone text not null,
  state text not null,
  -- Counts the changes of the row.
  revision integer not null default 1,
  -- The sum of the lines that are not deleted.
  total_cents bigint not null check (total_cents >= 0),
  placed_at timestamptz not null default now(),
  -- Until when its stock is kept while it is unpaid, and when its buyer was told that this ends soon.
  held_until timestamptz,
  -- Until when it is kept once the buyer's address is proven, where that is longer.
  held_until_proven timestamptz check (held_until_proven is null or state = 'held'),
  hold_warned_at timestamptz,
  paid_at timestamptz,
  -- The payment intent that paid it.
  transaction_id text,
  refunded_at timestamptz,
  deleted_at timestamptz,
  -- The state says what the purchase is; the moments that belong to it are there, and no others.
  constraint purchases_state check (case state
    when 'held' then held_until is not null and coalesce(paid_at, refunded_at, deleted_at) is null
    when 'released' then coalesce(held_until, paid_at, refunded_at, deleted_at) is null
    when 'paid' then paid_at is not null and coalesce(held_until, refunded_at, deleted_at) is null
    when 'refunded' then paid_at is not null and refunded_at is not null and coalesce(held_until, deleted_at) is null
    when 'deleted' then deleted_at is not null and held_until is null and (paid_at is null) = (refunded_at is null)
    else false
  end),
  constraint purchases_paid_by check ((paid_at is null) = (transaction_id is null))
) with (fillfactor = 90);

insert into purchases (id, number, user_id, buyer_name, buyer_email, shipping_address, phone, state, total_cents, placed_at,
  held_until, held_until_proven, hold_warned_at, paid_at, transaction_id, refunded_at, deleted_at)
select id, number, user_id, buyer_name, buyer_email, shipping_address, phone,
  case
    when deleted_at is not null then 'deleted'
    when refunded_at is not null then 'refunded'
    when paid_at is not null then 'paid'
    when held_until is not null then 'held'
    else 'released'
  end,
  unit_price_cents::bigint * quantity, created_at, held_until, case when held_until is not null then held_until_proven end, hold_warned_at, paid_at, transaction_id, refunded_at, deleted_at
from orders;
alter table purchases
  add primary key (id),
  add constraint purchases_user_id_fkey foreign key (user_id) references users (id) on delete set null;

-- The lines, in a table of their own: writing all rows anew in place would leave it twice as large.
drop view unpaid_of_buyers;
alter table payments drop constraint payments_order_id_fkey;
alter sequence order_numbers owned by purchases.number;
alter table orders rename to orders_before;
create table orders (
  id uuid not null,
  purchase_id uuid not null,
  line_no integer not null check (line_no > 0),
  product_id uuid not null,
  product_name text not null,
  -- A millionth of a dollar for one piece, as agreed.
  unit_price_micros bigint not null check (unit_price_micros >= 0),
  quantity integer not null check (quantity > 0),
  -- Price times quantity, rounded to cents once.
  total_cents bigint not null check (total_cents >= 0),
  -- The product's stock when the line was placed, before it was taken.
  available integer not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
insert into orders
select id, id, 1, product_id, product_name, unit_price_cents::bigint * 10000, quantity, unit_price_cents::bigint * quantity,
  available, created_at, deleted_at
from orders_before;
drop table orders_before;
alter table orders
  add primary key (id),
  add constraint orders_purchase_id_fkey foreign key (purchase_id) references purchases (id),
  add constraint orders_product_id_fkey foreign key (product_id) references products (id);
create unique index orders_purchase_id on orders (purchase_id, line_no);
create index orders_product_id on orders (product_id);
create index orders_deleted_at on orders (deleted_at) where deleted_at is not null;

create unique index purchases_number on purchases (number);
create unique index purchases_transaction_id on purchases (transaction_id) where transaction_id is not null;
create index purchases_user_id on purchases (user_id, id desc) where state <> 'deleted';
create index purchases_email on purchases (buyer_email, id desc) where state <> 'deleted';
create index purchases_held_until on purchases (held_until) where state = 'held';
create index purchases_held_until_proven on purchases (id) where held_until_proven is not null;
create index purchases_released on purchases (id) where state = 'released';

-- Every change of state there is. server/purchases/rules.ts has the same table, with words for who is refused.
create function refuse_transition() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('held', 'released'), ('held', 'paid'), ('held', 'deleted'), ('released', 'held'),
    ('released', 'paid'), ('released', 'deleted'), ('paid', 'refunded')) then
    raise exception 'a purchase cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchases_transition before update on purchases
  for each row when (old.state <> new.state) execute function refuse_transition();

-- What each buyer has unpaid, counted as before (migration 0018), of purchases.
drop function is_unpaid;
drop function cents_held;
create function is_unpaid(state text) returns boolean language sql immutable as $$
  select state in ('held', 'released')
$$;
create function cents_held(state text, total_cents bigint) returns bigint language sql immutable as $$
  select case when state = 'held' then total_cents else 0 end
$$;
create view unpaid_of_buyers as
select user_id, count(*) as purchases, sum(cents_held(state, total_cents))::bigint as cents
from purchases where is_unpaid(state) and user_id is not null
group by user_id;

create or replace function count_placed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + placed.purchases, held_cents = held_cents + placed.cents
  from (
    select user_id, count(*) as purchases, sum(cents_held(state, total_cents)) as cents
    from new_purchases where is_unpaid(state)
    group by user_id
  ) as placed
  where users.id = placed.user_id;
  return null;
end $$;
create or replace function count_changed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + changed.purchases, held_cents = held_cents + changed.cents
  from (
    select user_id, sum(sign) as purchases, sum(sign * cents_held(state, total_cents)) as cents
    from (select 1 as sign, * from new_purchases union all select -1, * from old_purchases) as versions
    where is_unpaid(state)
    group by user_id
  ) as changed
  where users.id = changed.user_id and (changed.purchases <> 0 or changed.cents <> 0);
  return null;
end $$;
create trigger purchases_placed after insert on purchases
  referencing new table as new_purchases
  for each statement execute function count_placed();
create trigger purchases_changed after update on purchases
  referencing old table as old_purchases new table as new_purchases
  for each statement execute function count_changed();

-- Payments are of the purchase: the ids are those of the orders.
alter table payments rename column order_id to purchase_id;
alter table payments add constraint payments_purchase_id_fkey foreign key (purchase_id) references purchases (id);
alter index payments_order_id rename to payments_purchase_id;

-- What the log tells of a purchase as a whole. What it tells of one product of it names the line, in order_id.
alter table events add column purchase_id uuid;
create index events_purchase_id on events (purchase_id, id) where purchase_id is not null;

-- Mails that wait tell of purchases.
update mails set facts = facts - 'productName' - 'quantity' - 'unitPriceCents' || jsonb_build_object(
  'purchaseId', facts -> 'orderId', 'totalCents', purchases.total_cents, 'lineCount', 1,
  'lines', jsonb_build_array(jsonb_build_object('productName', facts -> 'productName', 'quantity', facts -> 'quantity',
    'unitPriceMicros', (facts ->> 'unitPriceCents')::bigint * 10000)))
from purchases where mails.next_at is not null and facts ? 'unitPriceCents' and facts ->> 'orderId' = purchases.id::text;

-- Prices of one piece have up to six decimals.
alter table products add column price_micros bigint check (price_micros > 0);
update products set price_micros = price_cents::bigint * 10000;
alter table products alter column price_micros set not null, drop column price_cents;
analyze purchases, orders;
