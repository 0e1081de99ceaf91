-- Commits by itself
-- How many lines the shipments of a purchase have together, counted in its row under a CHECK, as the shipments are: its page shows
-- all of them. A trigger counts, so that what the version before writes is counted, too. The counter does not go above its bound for
-- what there was before.
do $migration$
declare
  batch uuid[];
  last uuid;
begin

alter table purchases add column if not exists shipment_lines_count smallint not null default 0;
commit;
alter table purchases drop constraint if exists purchases_shipment_lines_bound;
alter table purchases
  add constraint purchases_shipment_lines_bound check (shipment_lines_count between 0 and 5000) not valid;
commit;

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
commit;

-- Purchases of before, page by page. Shipments are written under the lock of their purchase.
last := '00000000-0000-0000-0000-000000000000';
loop
  batch := array(
    select distinct purchase_id from (
      select purchase_id from shipments where purchase_id > last order by purchase_id limit 5000
    ) as those order by purchase_id limit 500
  );
  exit when cardinality(batch) = 0;
  perform from purchases where id = any(batch) order by id for no key update;
  update purchases set shipment_lines_count = counted_shipment_lines(id)
  where id = any(batch) and shipment_lines_count <> counted_shipment_lines(id);
  last := batch[cardinality(batch)];
  commit;
end loop;
alter table purchases validate constraint purchases_shipment_lines_bound;

end $migration$;
