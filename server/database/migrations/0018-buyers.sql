-- What each buyer has unpaid: how many orders, and the value of the stock that is held for them. The limits on both are
-- checked in the row that is counted in, so they hold between processes. Counted by triggers, so that whatever writes an
-- order counts it, a process of the version before included.

-- Nobody places, pays or deletes an order while they are counted. `users` first, as the statement that places an order takes
-- them: it would wait for `orders` with `users` in its hands.
lock table users in access exclusive mode;
lock table orders in share row exclusive mode;

alter table users
  add column unpaid_orders integer not null default 0 check (unpaid_orders >= 0),
  add column held_cents bigint not null default 0 check (held_cents >= 0);
-- Room in each page for the next version of a row: counting changes it in place, and tells no index (a HOT update).
alter table users set (fillfactor = 70);

-- The one place that says what is unpaid, and what is held for it. The first is written as the index `orders_unpaid` has it.
create function is_unpaid(paid_at timestamptz, deleted_at timestamptz) returns boolean language sql immutable as $$
  select coalesce(paid_at, deleted_at) is null
$$;
create function cents_held(held_until timestamptz, unit_price_cents integer, quantity integer) returns bigint
language sql immutable as $$
  select case when held_until is null then 0 else unit_price_cents::bigint * quantity end
$$;
create view unpaid_of_buyers as
select user_id, count(*) as orders, sum(cents_held(held_until, unit_price_cents, quantity))::bigint as cents
from orders where is_unpaid(paid_at, deleted_at) and user_id is not null
group by user_id;

update users set unpaid_orders = orders, held_cents = cents from unpaid_of_buyers where user_id = users.id;

create function count_placed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + placed.orders, held_cents = held_cents + placed.cents
  from (
    select user_id, count(*) as orders, sum(cents_held(held_until, unit_price_cents, quantity)) as cents
    from new_orders where is_unpaid(paid_at, deleted_at)
    group by user_id
  ) as placed
  where users.id = placed.user_id;
  return null;
end $$;

create function count_changed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + changed.orders, held_cents = held_cents + changed.cents
  from (
    select user_id, sum(sign) as orders, sum(sign * cents_held(held_until, unit_price_cents, quantity)) as cents
    from (select 1 as sign, * from new_orders union all select -1, * from old_orders) as versions
    where is_unpaid(paid_at, deleted_at)
    group by user_id
  ) as changed
  where users.id = changed.user_id and (changed.orders <> 0 or changed.cents <> 0);
  return null;
end $$;

create trigger orders_placed after insert on orders
  referencing new table as new_orders
  for each statement execute function count_placed();
create trigger orders_changed after update on orders
  referencing old table as old_orders new table as new_orders
  for each statement execute function count_changed();
