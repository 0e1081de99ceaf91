-- Commits by itself
-- How many returns and shipments a purchase has, counted in its row under a CHECK: its page shows all of them.
-- Triggers count, so that what the version before writes is counted, too. No counter goes above its bound for what there was before.
do $migration$
declare
  batch uuid[];
  last uuid;
begin

alter table purchases
  add column if not exists open_returns smallint not null default 0,
  add column if not exists returns_count smallint not null default 0,
  add column if not exists shipments_count smallint not null default 0;
commit;
alter table purchases
  drop constraint if exists purchases_open_returns_bound,
  drop constraint if exists purchases_returns_bound,
  drop constraint if exists purchases_shipments_bound;
alter table purchases
  add constraint purchases_open_returns_bound check (open_returns between 0 and 20) not valid,
  add constraint purchases_returns_bound check (returns_count between 0 and 200) not valid,
  add constraint purchases_shipments_bound check (shipments_count between 0 and 200) not valid;
commit;

-- What the counters of a purchase come to: no more than their bounds.
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
-- Counted anew: of before there may be more open ones than the counter says.
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
commit;

-- Purchases of before, page by page. Returns and shipments are written under the lock of their purchase.
last := '00000000-0000-0000-0000-000000000000';
loop
  batch := array(
    select purchase_id from (
      (select purchase_id from returns where purchase_id > last order by purchase_id limit 5000)
      union
      (select purchase_id from shipments where purchase_id > last order by purchase_id limit 5000)
    ) as those order by purchase_id limit 500
  );
  exit when cardinality(batch) = 0;
  perform from purchases where id = any(batch) order by id for no key update;
  update purchases set open_returns = opened, returns_count = made, shipments_count = shipped
  from (
    select purchases.id, counted.* from purchases, counted_returns(purchases.id) as counted where purchases.id = any(batch)
  ) as counted
  where purchases.id = counted.id
    and (open_returns, returns_count, shipments_count) is distinct from (opened, made, shipped);
  last := batch[cardinality(batch)];
  commit;
end loop;
alter table purchases validate constraint purchases_open_returns_bound;
alter table purchases validate constraint purchases_returns_bound;
alter table purchases validate constraint purchases_shipments_bound;

end $migration$;
