-- Commits by itself
-- What each customer has paid and has to pay, and when they were seen last: staff sort customers by them. The sums are counted by the
-- triggers that count what is unpaid, in the same row.
do $migration$
declare
  batch uuid[];
  last uuid;
begin

alter table users
  add column if not exists paid_cents bigint not null default 0,
  add column if not exists unpaid_cents bigint not null default 0,
  add column if not exists seen_at timestamptz;
commit;

create or replace function cents_paid(state text, total_cents bigint) returns bigint language sql immutable as $$
  select case when state in ('paid', 'refunded') then total_cents else 0 end
$$;
create or replace function cents_unpaid(state text, total_cents bigint) returns bigint language sql immutable as $$
  select case when is_unpaid(state) then total_cents else 0 end
$$;
create or replace view sums_of_buyers as
select user_id, sum(cents_paid(state, total_cents))::bigint as paid, sum(cents_unpaid(state, total_cents))::bigint as unpaid
from purchases where state <> 'deleted' and user_id is not null
group by user_id;
create or replace function count_placed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + placed.purchases, held_cents = held_cents + placed.held,
    paid_cents = paid_cents + placed.paid, unpaid_cents = unpaid_cents + placed.unpaid
  from (
    select user_id, count(*) filter (where is_unpaid(state)) as purchases, sum(cents_held(state, total_cents)) as held,
      sum(cents_paid(state, total_cents)) as paid, sum(cents_unpaid(state, total_cents)) as unpaid
    from new_purchases
    group by user_id
  ) as placed
  where users.id = placed.user_id;
  return null;
end $$;
create or replace function count_changed() returns trigger language plpgsql as $$
begin
  update users set unpaid_orders = unpaid_orders + changed.purchases, held_cents = held_cents + changed.held,
    paid_cents = paid_cents + changed.paid, unpaid_cents = unpaid_cents + changed.unpaid
  from (
    select user_id, sum(sign * is_unpaid(state)::int) as purchases, sum(sign * cents_held(state, total_cents)) as held,
      sum(sign * cents_paid(state, total_cents)) as paid, sum(sign * cents_unpaid(state, total_cents)) as unpaid
    from (select 1 as sign, * from new_purchases union all select -1, * from old_purchases) as versions
    group by user_id
  ) as changed
  where users.id = changed.user_id
    and (changed.purchases <> 0 or changed.held <> 0 or changed.paid <> 0 or changed.unpaid <> 0);
  return null;
end $$;
commit;

-- People of before, page by page. Who changes what they have bought waits for their row, and adds to what is summed up here.
last := '00000000-0000-0000-0000-000000000000';
loop
  batch := array(select id from users where id > last order by id limit 500);
  exit when cardinality(batch) = 0;
  perform from users where id = any(batch) order by id for no key update;
  update users set paid_cents = coalesce(paid, 0), unpaid_cents = coalesce(unpaid, 0),
    seen_at = coalesce(seen_at, (select max(updated_at) from sessions where user_id = users.id),
      (select at from events where actor = users.email order by events.id desc limit 1))
  from unnest(batch) as those (id) left join sums_of_buyers on user_id = those.id
  where users.id = those.id;
  last := batch[cardinality(batch)];
  commit;
end loop;

end $migration$;
