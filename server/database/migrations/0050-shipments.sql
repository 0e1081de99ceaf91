-- Commits by itself
-- Shipments and returns: what has gone out of each line, what will not, and what came back (decision 30). The counters stand in
-- the lines, under constraints; what is to ship of a purchase is counted by triggers, so that lists find it.
do $migration$
declare
  batch uuid[];
  last uuid;
begin

alter table orders
  -- Pieces that will not be shipped, that were shipped, that are to come back, and that came back.
  add column if not exists cancelled_quantity integer not null default 0,
  add column if not exists shipped_quantity integer not null default 0,
  add column if not exists returning_quantity integer not null default 0,
  add column if not exists returned_quantity integer not null default 0,
  -- Of the cancelled and the returned, those that are on sale again.
  add column if not exists restocked_quantity integer not null default 0;
commit;
alter table refund_lines
  -- Pieces that were cancelled with the refund, and those of them that can be sold again.
  add column if not exists cancelled integer not null default 0,
  add column if not exists restocked integer not null default 0;
alter table refund_lines drop constraint if exists refund_lines_cancelled;
alter table refund_lines add constraint refund_lines_cancelled
  check (restocked >= 0 and restocked <= cancelled and cancelled <= quantity) not valid;
commit;
alter table purchases
  -- Of a paid purchase: pieces that are neither shipped nor cancelled, and those of them that are here.
  add column if not exists unshipped_pieces bigint not null default 0,
  add column if not exists to_ship_pieces bigint not null default 0,
  add column if not exists shipped_pieces bigint not null default 0;
alter table purchases drop constraint if exists purchases_pieces;
alter table purchases add constraint purchases_pieces check (
  to_ship_pieces between 0 and unshipped_pieces and (unshipped_pieces = 0 or state = 'paid')
    and shipped_pieces >= 0 and (shipped_pieces = 0 or state in ('paid', 'refunded'))
) not valid;
-- Nothing is to ship yet, so this takes a moment.
create index if not exists purchases_to_ship on purchases (paid_at, id) where to_ship_pieces > 0;
commit;

create table if not exists shipments (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  carrier text check (octet_length(carrier) <= 256),
  tracking text check (octet_length(tracking) <= 256),
  -- Email of who shipped it.
  actor text not null,
  created_at timestamptz not null default now()
);
create index if not exists shipments_of_purchase on shipments (purchase_id);
create table if not exists shipment_lines (
  shipment_id uuid not null references shipments (id),
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_id)
);
create index if not exists shipment_lines_order_id on shipment_lines (order_id);

create table if not exists returns (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  -- `closed`: what has not come back by then is not expected any more.
  state text not null check (state in ('asked', 'accepted', 'declined', 'received', 'closed')),
  -- Email of who asked for it.
  actor text not null,
  -- What the shop has answered.
  answer text check (octet_length(answer) <= 2000),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz,
  constraint returns_closed check ((closed_at is null) = (state in ('asked', 'accepted')))
);
create index if not exists returns_of_purchase on returns (purchase_id);
create index if not exists returns_open on returns (id) where closed_at is null;
create table if not exists return_lines (
  return_id uuid not null references returns (id),
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  -- Pieces of it that came back, and those of them that went on sale.
  received integer not null default 0,
  restocked integer not null default 0,
  reason text not null check (octet_length(reason) <= 2000),
  primary key (return_id, order_id),
  constraint return_lines_received check (received between 0 and quantity),
  constraint return_lines_restocked check (restocked between 0 and received)
);
create index if not exists return_lines_order_id on return_lines (order_id);
commit;

-- A process of the version before refunds pieces without saying what becomes of them: those that were not shipped are cancelled,
-- and not promised any more where the others do not suffice.
create or replace function cancel_refunded() returns trigger language plpgsql as $$
declare
  given_back integer;
begin
  new.cancelled_quantity := new.refunded_quantity - new.shipped_quantity;
  given_back := greatest(0, new.shipped_quantity + new.cancelled_quantity + new.awaited - new.quantity);
  if given_back > 0 then
    if exists (select from purchases where id = new.purchase_id and state = 'paid') then
      update products set revision = revision + 1, changed_at = now() where id = new.product_id;
      update receipts set promised = promised - given_back where id = new.receipt_id;
    end if;
    new.awaited := new.awaited - given_back;
    new.unpromised := new.unpromised + given_back;
  end if;
  return new;
end $$;
create or replace trigger orders_refunded before update on orders for each row
  when (new.refunded_quantity > new.cancelled_quantity + new.shipped_quantity and new.refunded_quantity <= new.quantity)
  execute function cancel_refunded();

-- And it refunds whole purchases so.
create or replace function cancel_rest() returns trigger language plpgsql as $$
begin
  update orders set cancelled_quantity = quantity - shipped_quantity, awaited = 0, unpromised = unpromised + awaited,
    restocked_quantity = restocked_quantity + quantity - shipped_quantity - cancelled_quantity - awaited
  where purchase_id = new.id and deleted_at is null and quantity > shipped_quantity + cancelled_quantity;
  return null;
end $$;
create or replace trigger purchases_refunded after update of state on purchases for each row
  when (new.state = 'refunded' and old.state <> 'refunded') execute function cancel_rest();

-- What the columns of a purchase in a state count.
create or replace function pieces_of(purchase uuid, state text, out unshipped bigint, out to_ship bigint, out shipped bigint)
language sql stable as $$
  select case when state = 'paid' then coalesce(sum(quantity - shipped_quantity - cancelled_quantity), 0) else 0 end,
    case when state = 'paid' then coalesce(sum(quantity - shipped_quantity - cancelled_quantity - awaited), 0) else 0 end,
    coalesce(sum(shipped_quantity), 0)
  from orders where purchase_id = purchase and deleted_at is null
$$;
create or replace function count_pieces() returns trigger language plpgsql as $$
begin
  select * into new.unshipped_pieces, new.to_ship_pieces, new.shipped_pieces from pieces_of(new.id, new.state);
  return new;
end $$;
create or replace trigger purchases_pieces before update of state on purchases for each row
  when (new.state <> old.state) execute function count_pieces();
create or replace function recount_pieces() returns trigger language plpgsql as $$
begin
  update purchases
  set unshipped_pieces = unshipped, to_ship_pieces = to_ship, shipped_pieces = shipped
  from (
    select changed.purchase_id, counted.*
    from (
      select distinct new_orders.purchase_id
      from new_orders join old_orders using (id)
      where (new_orders.shipped_quantity, new_orders.cancelled_quantity, new_orders.awaited)
        is distinct from (old_orders.shipped_quantity, old_orders.cancelled_quantity, old_orders.awaited)
    ) as changed
    join purchases on purchases.id = changed.purchase_id, pieces_of(purchases.id, purchases.state) as counted
  ) as recounted
  where purchases.id = recounted.purchase_id
    and (unshipped_pieces, to_ship_pieces, shipped_pieces) is distinct from (unshipped, to_ship, shipped);
  return null;
end $$;
create or replace trigger orders_counted after update on orders
  referencing old table as old_orders new table as new_orders
  for each statement execute function recount_pieces();
commit;

-- Purchases of before, page by page, locked as everywhere. Those that were refunded: all of their pieces are cancelled, and what the
-- log says of them has gone back. Those that are paid: their refunded pieces are cancelled, and the others are to ship.
last := '00000000-0000-0000-0000-000000000000';
loop
  batch := array(
    select id from purchases where state in ('paid', 'refunded') and id > last order by id limit 500
  );
  exit when cardinality(batch) = 0;
  perform from purchases where id = any(batch) order by id for no key update;
  update orders set cancelled_quantity = quantity, awaited = 0, unpromised = unpromised + awaited, restocked_quantity = coalesce((
      select sum(stock_change) from events where order_id = orders.id and kind = 'order_refunded'
    ), 0)
  from purchases
  where purchases.id = purchase_id and purchases.id = any(batch) and state = 'refunded'
    and orders.deleted_at is null and cancelled_quantity + shipped_quantity < quantity;
  -- Their trigger does the rest.
  update orders set refunded_quantity = refunded_quantity
  where purchase_id = any(batch) and refunded_quantity > cancelled_quantity + shipped_quantity;
  update refund_lines set cancelled = refund_lines.quantity
  from orders, refunds
  where orders.id = order_id and purchase_id = any(batch) and refunds.id = refund_id and state <> 'withdrawn'
    and shipped_quantity = 0 and cancelled = 0;
  update purchases
  set unshipped_pieces = unshipped, to_ship_pieces = to_ship, shipped_pieces = shipped
  from (
    select purchases.id, counted.* from purchases, pieces_of(purchases.id, state) as counted where purchases.id = any(batch)
  ) as counted
  where purchases.id = counted.id
    and (unshipped_pieces, to_ship_pieces, shipped_pieces) is distinct from (unshipped, to_ship, shipped);
  last := batch[cardinality(batch)];
  commit;
end loop;

alter table orders
  drop constraint if exists orders_shipped,
  drop constraint if exists orders_returned,
  drop constraint if exists orders_restocked,
  drop constraint if exists orders_refunded_unsent;
alter table orders
  add constraint orders_shipped check (
    shipped_quantity >= 0 and cancelled_quantity >= 0 and shipped_quantity + cancelled_quantity + awaited <= quantity
  ) not valid,
  add constraint orders_returned check (
    returned_quantity >= 0 and returning_quantity >= 0 and returned_quantity + returning_quantity <= shipped_quantity
  ) not valid,
  add constraint orders_restocked check (
    restocked_quantity >= 0 and restocked_quantity + unpromised <= cancelled_quantity + returned_quantity
  ) not valid,
  add constraint orders_refunded_unsent check (refunded_quantity <= cancelled_quantity + shipped_quantity) not valid;
commit;
alter table orders validate constraint orders_shipped, validate constraint orders_returned,
  validate constraint orders_restocked, validate constraint orders_refunded_unsent;
commit;
alter table refund_lines validate constraint refund_lines_cancelled;
commit;
alter table purchases validate constraint purchases_pieces;

end $migration$;
