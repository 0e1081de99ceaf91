-- What each buyer has unpaid: how many orders, and the value of the stock that is held for them. The limits on both are
-- checked in the row that is counted in, so they hold between processes. Counted by triggers, so that whatever writes an
-- order counts it, a process of the version before included.

-- Nobody places, pays or deletes an order while they are counted.
lock table orders in share row exclusive mode;

alter table users
  add column unpaid_orders integer not null default 0 check (unpaid_orders >= 0),
  add column held_cents bigint not null default 0 check (held_cents >= 0);
-- Room in each page for the next version of a row: counting changes it in place, and tells no index (a HOT update).
alter table users set (fillfactor = 70);

update users set unpaid_orders = counted.orders, held_cents = counted.cents
from (
  select user_id, count(*) as orders,
    coalesce(sum(unit_price_cents::bigint * quantity) filter (where held_until is not null), 0) as cents
  from orders where coalesce(paid_at, deleted_at) is null and user_id is not null
  group by user_id
) as counted
where counted.user_id = users.id;

create function count_placed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + placed.orders, held_cents = held_cents + placed.cents
  from (
    select user_id, count(*) as orders,
      coalesce(sum(unit_price_cents::bigint * quantity) filter (where held_until is not null), 0) as cents
    from new_orders where coalesce(paid_at, deleted_at) is null
    group by user_id
  ) as placed
  where users.id = placed.user_id;
  return null;
end $$;

create function count_changed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + changed.orders, held_cents = held_cents + changed.cents
  from (
    select user_id, sum(sign) as orders,
      coalesce(sum(sign * unit_price_cents::bigint * quantity) filter (where held_until is not null), 0) as cents
    from (select 1 as sign, * from new_orders union all select -1, * from old_orders) as versions
    where coalesce(paid_at, deleted_at) is null
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
