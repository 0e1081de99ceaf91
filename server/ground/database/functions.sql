-- Functions, triggers and views. The whole file runs, in one transaction, on each database that has not run this very text,
-- after the migrations. Earlier texts do not run again, so processes of the version before may restart beside this one.
-- What is no longer wanted is dropped here, for as long as a database may have it.
drop trigger if exists orders_refunded on orders;
drop trigger if exists purchases_refunded on purchases;
drop function if exists cancel_refunded;
drop function if exists cancel_rest;

------------------------------------------------------------------------------------------------------------------- buyers

-- Not accepted, and not over: it counts for how many a buyer may have. `isUnpaid` of server/purchases/rules.ts.
create or replace function is_unpaid(state text) returns boolean language sql immutable as $$
  select state in ('asked', 'held', 'released')
$$;
-- Its goods are owed: they are shipped, invoiced and returned. `isAccepted` of server/purchases/rules.ts.
create or replace function is_accepted(state text) returns boolean language sql immutable as $$
  select state in ('accepted', 'paid')
$$;
-- Its pieces are out of the available stock of their products: `takesStock` of server/purchases/rules.ts.
create or replace function takes_stock(state text) returns boolean language sql immutable as $$
  select state in ('asked', 'held', 'accepted', 'paid')
$$;
create or replace function cents_held(state text, total_cents bigint) returns bigint language sql immutable as $$
  select case when state in ('asked', 'held') then total_cents else 0 end
$$;
create or replace function cents_paid(state text, total_cents bigint) returns bigint language sql immutable as $$
  select case when state in ('paid', 'refunded') then total_cents else 0 end
$$;
create or replace function cents_unpaid(state text, total_cents bigint) returns bigint language sql immutable as $$
  select case when is_unpaid(state) or state = 'accepted' then total_cents else 0 end
$$;

-- What the counters in `buyers` must come to, for the audit.
drop view if exists unpaid_of_buyers, sums_of_buyers;
create view unpaid_of_buyers as
select buyer_id, count(*) as purchases, sum(cents_held(state, total_cents))::bigint as cents
from purchases where is_unpaid(state) and buyer_id is not null
group by buyer_id;
create view sums_of_buyers as
select buyer_id, sum(cents_paid(state, total_cents))::bigint as paid, sum(cents_unpaid(state, total_cents))::bigint as unpaid
from purchases where state <> 'deleted' and buyer_id is not null
group by buyer_id;

create or replace function count_placed() returns trigger language plpgsql as $$
begin
  update buyers set unpaid_orders = unpaid_orders + placed.purchases, held_cents = held_cents + placed.held,
    paid_cents = paid_cents + placed.paid, unpaid_cents = unpaid_cents + placed.unpaid
  from (
    select buyer_id, count(*) filter (where is_unpaid(state)) as purchases, sum(cents_held(state, total_cents)) as held,
      sum(cents_paid(state, total_cents)) as paid, sum(cents_unpaid(state, total_cents)) as unpaid
    from new_purchases
    group by buyer_id
  ) as placed
  where buyers.id = placed.buyer_id;
  return null;
end $$;
create or replace trigger purchases_placed after insert on purchases
  referencing new table as new_purchases
  for each statement execute function count_placed();

create or replace function count_changed() returns trigger language plpgsql as $$
begin
  update buyers set unpaid_orders = unpaid_orders + changed.purchases, held_cents = held_cents + changed.held,
    paid_cents = paid_cents + changed.paid, unpaid_cents = unpaid_cents + changed.unpaid
  from (
    select buyer_id, sum(sign * is_unpaid(state)::int) as purchases, sum(sign * cents_held(state, total_cents)) as held,
      sum(sign * cents_paid(state, total_cents)) as paid, sum(sign * cents_unpaid(state, total_cents)) as unpaid
    from (select 1 as sign, * from new_purchases union all select -1, * from old_purchases) as versions
    group by buyer_id
  ) as changed
  where buyers.id = changed.buyer_id
    and (changed.purchases <> 0 or changed.held <> 0 or changed.paid <> 0 or changed.unpaid <> 0);
  return null;
end $$;
create or replace trigger purchases_changed after update on purchases
  referencing old table as old_purchases new table as new_purchases
  for each statement execute function count_changed();

-- What of a purchase counts in limits and budgets of its company.
create or replace function cents_spent(state text, total_cents bigint, refunded_cents bigint) returns bigint
language sql immutable as $$
  select case when takes_stock(state) then total_cents - refunded_cents else 0 end
$$;
create or replace function count_spending() returns trigger language plpgsql as $$
declare
  now_cents bigint := cents_spent(new.state, new.total_cents, new.refunded_cents);
  part record;
begin
  for part in
    select * from purchase_spending where purchase_id = new.id and cents <> now_cents order by scope_id for update
  loop
    -- A refund that did not reach the buyer counts again, whatever the limit is.
    update spending set used_cents = used_cents + now_cents - part.cents,
      bound_cents = case when is_accepted(old.state) and bound_cents < used_cents + now_cents - part.cents
        then used_cents + now_cents - part.cents else bound_cents end
    where buyer_id = part.buyer_id and scope_id = part.scope_id and period_start = part.period_start;
    update purchase_spending set cents = now_cents where purchase_id = part.purchase_id and scope_id = part.scope_id;
  end loop;
  return null;
end $$;
create or replace trigger purchases_spent after update on purchases for each row
  when (new.buyer_id is distinct from new.user_id and cents_spent(new.state, new.total_cents, new.refunded_cents)
    <> cents_spent(old.state, old.total_cents, old.refunded_cents))
  execute function count_spending();

create or replace function count_lists() returns trigger language plpgsql as $$
begin
  update users set lists = users.lists + counted.lists, list_bytes = list_bytes + counted.bytes
  from (
    select user_id, sum(lists) as lists, sum(bytes) as bytes
    from (values (old.user_id, -1, -old.bytes), (new.user_id, 1, new.bytes)) as counts (user_id, lists, bytes)
    group by user_id
  ) as counted
  where id = counted.user_id;
  return null;
end $$;
create or replace trigger lists_counted after insert or delete or update of bytes, user_id on lists
  for each row execute function count_lists();

create or replace function count_addresses() returns trigger language plpgsql as $$
begin
  update buyers set
    addresses = addresses + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end,
    address_bytes = address_bytes
      + case when tg_op = 'DELETE' then 0 else new.bytes end - case when tg_op = 'INSERT' then 0 else old.bytes end
  where id = case when tg_op = 'DELETE' then old.buyer_id else new.buyer_id end;
  return null;
end $$;
create or replace trigger addresses_counted after insert or delete or update of ship_to on addresses
  for each row execute function count_addresses();

----------------------------------------------------------------------------------------------------------------- purchases

-- Every change of state there is. server/purchases/rules.ts has the same table, with words for who is refused.
create or replace function refuse_transition() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('asked', 'held'), ('asked', 'released'), ('asked', 'deleted'),
    ('held', 'asked'), ('held', 'released'), ('held', 'accepted'), ('held', 'paid'), ('held', 'deleted'),
    ('released', 'asked'), ('released', 'held'), ('released', 'paid'), ('released', 'deleted'),
    ('accepted', 'paid'), ('paid', 'refunded')) then
    raise exception 'a purchase cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger purchases_transition before update on purchases
  for each row when (old.state <> new.state) execute function refuse_transition();

create or replace function refuse_new_terms() returns trigger language plpgsql as $$
begin
  raise exception 'what was accepted does not change' using errcode = 'check_violation';
end $$;
create or replace trigger purchases_terms_frozen before update of accepted_by, terms on purchases
  for each row when (old.accepted_at is not null
    and (new.accepted_by, new.terms) is distinct from (old.accepted_by, old.terms))
  execute function refuse_new_terms();

-- What the counters of pieces of a purchase in a state come to.
create or replace function pieces_of(purchase uuid, state text, out unshipped bigint, out to_ship bigint, out shipped bigint)
language sql stable as $$
  select case when is_accepted(state) then coalesce(sum(quantity - shipped_quantity - cancelled_quantity), 0) else 0 end,
    case when is_accepted(state) then coalesce(sum(quantity - shipped_quantity - cancelled_quantity - awaited), 0) else 0 end,
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

-- What the counters of returns and shipments of a purchase come to: no more than their bounds.
create or replace function counted_returns(purchase uuid, out opened smallint, out made smallint, out shipped smallint)
language sql stable as $$
  select
    (select count(*) from (select from returns where purchase_id = purchase and closed_at is null limit 20) as those)::smallint,
    (select count(*) from (select from returns where purchase_id = purchase limit 200) as those)::smallint,
    (select count(*) from (select from shipments where purchase_id = purchase limit 200) as those)::smallint
$$;
create or replace function count_return() returns trigger language plpgsql as $$
begin
  update purchases set returns_count = returns_count + 1, open_returns = open_returns + (new.closed_at is null)::int
  where id = new.purchase_id;
  return null;
end $$;
create or replace trigger returns_counted after insert on returns for each row execute function count_return();
-- Counted anew: an old purchase may have more open ones than the counter's bound.
create or replace function recount_returns() returns trigger language plpgsql as $$
begin
  update purchases set open_returns = opened from counted_returns(new.purchase_id) where id = new.purchase_id;
  return null;
end $$;
create or replace trigger returns_closed after update of closed_at on returns for each row
  when ((new.closed_at is null) <> (old.closed_at is null)) execute function recount_returns();
create or replace function count_shipment() returns trigger language plpgsql as $$
begin
  update purchases set shipments_count = shipments_count + 1 where id = new.purchase_id;
  return null;
end $$;
create or replace trigger shipments_counted after insert on shipments for each row execute function count_shipment();

create or replace function counted_shipment_lines(purchase uuid) returns smallint language sql stable as $$
  select count(*)::smallint from (
    select from shipments join shipment_lines on shipment_id = shipments.id where purchase_id = purchase limit 5000
  ) as those
$$;
create or replace function count_shipment_lines() returns trigger language plpgsql as $$
begin
  update purchases set shipment_lines_count = shipment_lines_count + added.lines
  from (
    select purchase_id, count(*) as lines from new_lines join shipments on shipments.id = shipment_id group by purchase_id
  ) as added
  where purchases.id = added.purchase_id;
  return null;
end $$;
create or replace trigger shipment_lines_counted after insert on shipment_lines
  referencing new table as new_lines
  for each statement execute function count_shipment_lines();

------------------------------------------------------------------------------------------------------------------ products

create or replace function is_short(available integer, reorder_point integer, removed_at timestamptz) returns boolean
language sql immutable as $$
  select removed_at is null and coalesce(available < reorder_point, false)
$$;
-- Below which stock a part runs out. Nobody can buy less than its smallest order. A part that is no longer made has run out
-- for good: only its reorder point counts.
create or replace function low_from(reorder_point integer, min_order integer, multiple integer, lifecycle text) returns integer
language sql immutable as $$
  select greatest(reorder_point,
    case when lifecycle <> 'obsolete' then (ceil(min_order::numeric / multiple) * multiple)::integer end)
$$;
-- The row of the product is locked, so no two of these run for one product at once.
create or replace function note_short() returns trigger language plpgsql as $$
begin
  if is_short(new.available, low_from(new.reorder_point, new.min_order, new.multiple, new.lifecycle), new.removed_at) then
    insert into short_products values (new.id) on conflict do nothing;
  else
    delete from short_products where product_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger products_become_short after insert on products for each row
  when (is_short(new.available, low_from(new.reorder_point, new.min_order, new.multiple, new.lifecycle), new.removed_at))
  execute function note_short();
create or replace trigger products_short_or_not
  after update of available, reorder_point, removed_at, min_order, multiple, lifecycle on products for each row
  when (is_short(new.available, low_from(new.reorder_point, new.min_order, new.multiple, new.lifecycle), new.removed_at)
    <> is_short(old.available, low_from(old.reorder_point, old.min_order, old.multiple, old.lifecycle), old.removed_at))
  execute function note_short();

------------------------------------------------------------------------------------------------------------------ payments

-- Whole amounts follow from the state, for statements that write the state alone.
create or replace function note_refunded() returns trigger language plpgsql as $$
begin
  if new.state = 'refunded' then
    new.refunded_cents = new.amount_cents;
  elsif old.state = 'refunded' and new.refunded_cents = old.refunded_cents then
    new.refunded_cents = 0;
  end if;
  if new.refunded_cents <> old.refunded_cents then new.refunded_changed_at = now(); end if;
  return new;
end $$;
create or replace trigger payments_note_refunded before update on payments for each row
  when (new.state <> old.state or new.refunded_cents <> old.refunded_cents) execute function note_refunded();

----------------------------------------------------------------------------------------------------------------- documents
-- Issued by server/documents/issue.ts, with numbers without gaps (decision 29).

create or replace function refuse_issued() returns trigger language plpgsql as $$
begin
  raise exception 'what was issued does not change' using errcode = 'check_violation';
end $$;
create or replace trigger invoices_issued before update or delete on invoices
  for each row execute function refuse_issued();
create or replace trigger credit_notes_issued before update of number, purchase_id, refund_id, cents, issued_at, seller_id, lines, reason
  on credit_notes for each row execute function refuse_issued();
create or replace trigger credit_notes_kept before delete on credit_notes
  for each row execute function refuse_issued();

-- The shop's time zone: by its settings, or else by content/, which a connection has in its setting `shop.time_zone`.
create or replace function shop_zone() returns text language sql stable as $$
  select coalesce(
    (select value ->> 'timeZone' from shop_settings where section = 'orders' order by revision desc limit 1),
    nullif(current_setting('shop.time_zone', true), ''),
    'UTC'
  );
$$;

-- Processes of the version before leave issuing to triggers, which a database of that version still has (migrations/README.md). What
-- this version has issued itself lacks no document when they look: those of credit notes as they are, that of invoices by this.
create or replace function issue_invoice() returns trigger language plpgsql as $$
begin
  if not exists (select from invoices where purchase_id = new.id) then
    insert into invoices (number, purchase_id, issued_at, seller_id, facts)
    select given, new.id, clock_timestamp(), seller_of_process(), invoice_facts(new.id) from next_document('invoice') as given;
  end if;
  return null;
end $$;

----------------------------------------------------------------------------------------------------------------------- log

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end $$;
create or replace trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
