-- A buyer owns purchases, addresses and money; people act for buyers. Each person is one, with the person's own id.
create table buyers (
  id uuid primary key,
  kind text not null constraint buyers_kind check (kind in ('person', 'company')),
  person_id uuid generated always as (case when kind = 'person' then id end) stored references users (id) on delete cascade,
  -- Of a company. That of a person stands in `users`.
  name text constraint buyers_name check ((name is null) = (kind = 'person') and octet_length(name) between 1 and 800),
  currency text not null default 'USD' constraint buyers_currency check (currency ~ '^[A-Z]{3}$'),
  -- Unpaid purchases, and the value of the stock held for them. Triggers count them: the limits on both are judged by this row,
  -- which placing locks.
  unpaid_orders integer not null default 0 constraint buyers_unpaid_orders check (unpaid_orders >= 0),
  held_cents bigint not null default 0 constraint buyers_held_cents check (held_cents >= 0),
  -- Totals of paid and of unpaid purchases, counted by triggers: staff sort customers by them.
  paid_cents bigint not null default 0 constraint buyers_paid_cents check (paid_cents >= 0),
  unpaid_cents bigint not null default 0 constraint buyers_unpaid_cents check (unpaid_cents >= 0),
  -- The address book and its size.
  addresses integer not null default 0 constraint buyers_addresses_bound check (addresses between 0 and 100),
  address_bytes integer not null default 0 constraint buyers_address_bytes_bound check (address_bytes between 0 and 131072),
  -- Since when this buyer may not order, who decided it, and why.
  blocked_at timestamptz,
  blocked_by text,
  blocked_why text,
  created_at timestamptz not null default now(),
  constraint buyers_blocked
    check (num_nulls(blocked_at, blocked_by, blocked_why) in (0, 3) and octet_length(blocked_why) <= 2000)
) with (fillfactor = 70); -- Room for the next version of a row: counting changes it in place and touches no index (HOT).
create index buyers_person_id on buyers (person_id);

-- Nothing is counted in `users` while its counters are copied, and nothing after it.
lock table users in share row exclusive mode;
insert into buyers (id, kind, unpaid_orders, held_cents, paid_cents, unpaid_cents, addresses, address_bytes,
  blocked_at, blocked_by, blocked_why, created_at)
select id, 'person', unpaid_orders, held_cents, paid_cents, unpaid_cents, addresses, address_bytes,
  blocked_at, blocked_by, blocked_why, created_at
from users;

create function add_buyer() returns trigger language plpgsql as $$
begin
  insert into buyers (id, kind) values (new.id, 'person');
  return null;
end $$;
create trigger users_are_buyers after insert on users for each row execute function add_buyer();

-- The version before blocks in `users`.
create function copy_block() returns trigger language plpgsql as $$
begin
  update buyers set blocked_at = new.blocked_at, blocked_by = new.blocked_by, blocked_why = new.blocked_why where id = new.id;
  return null;
end $$;
create trigger users_block_buyers after update of blocked_at, blocked_by, blocked_why on users
  for each row execute function copy_block();

-- As long as rows have no buyer, their person is it. functions.sql has the next text of these.
create or replace function count_placed() returns trigger language plpgsql as $$
begin
  update buyers set unpaid_orders = unpaid_orders + placed.purchases, held_cents = held_cents + placed.held,
    paid_cents = paid_cents + placed.paid, unpaid_cents = unpaid_cents + placed.unpaid
  from (
    select user_id, count(*) filter (where is_unpaid(state)) as purchases, sum(cents_held(state, total_cents)) as held,
      sum(cents_paid(state, total_cents)) as paid, sum(cents_unpaid(state, total_cents)) as unpaid
    from new_purchases
    group by user_id
  ) as placed
  where buyers.id = placed.user_id;
  return null;
end $$;
create or replace function count_changed() returns trigger language plpgsql as $$
begin
  update buyers set unpaid_orders = unpaid_orders + changed.purchases, held_cents = held_cents + changed.held,
    paid_cents = paid_cents + changed.paid, unpaid_cents = unpaid_cents + changed.unpaid
  from (
    select user_id, sum(sign * is_unpaid(state)::int) as purchases, sum(sign * cents_held(state, total_cents)) as held,
      sum(sign * cents_paid(state, total_cents)) as paid, sum(sign * cents_unpaid(state, total_cents)) as unpaid
    from (select 1 as sign, * from new_purchases union all select -1, * from old_purchases) as versions
    group by user_id
  ) as changed
  where buyers.id = changed.user_id
    and (changed.purchases <> 0 or changed.held <> 0 or changed.paid <> 0 or changed.unpaid <> 0);
  return null;
end $$;
create or replace function count_addresses() returns trigger language plpgsql as $$
begin
  update buyers set
    addresses = addresses + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end,
    address_bytes = address_bytes
      + case when tg_op = 'DELETE' then 0 else new.bytes end - case when tg_op = 'INSERT' then 0 else old.bytes end
  where id = case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;
