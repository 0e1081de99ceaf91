-- Commits by itself
-- Pieces that are refunded before they arrive are promised to their line no more. What was refunded so before is given back here,
-- with the locks that changes of orders take, in their order.
do $migration$ begin

alter table orders add column if not exists unpromised int not null default 0;
alter table orders drop constraint if exists orders_unpromised;
alter table orders add constraint orders_unpromised check (
  unpromised >= 0 and awaited + unpromised <= quantity and (unpromised = 0 or receipt_id is not null)
) not valid;
create index if not exists orders_promised on orders (receipt_id) where awaited > 0 or unpromised > 0;
drop index if exists orders_awaiting;
commit;
alter table orders validate constraint orders_unpromised;
commit;

perform from purchases
  where state = 'paid' and id = any(array(
    select purchase_id from orders where (awaited > 0 or unpromised > 0) and awaited > 0 and refunded_quantity > unpromised
  ))
  order by id for no key update;
create temporary table given_back on commit drop as
  select orders.id, product_id, receipt_id, least(awaited, refunded_quantity - unpromised) as pieces
  from orders join purchases on purchases.id = purchase_id
  where (awaited > 0 or unpromised > 0) and awaited > 0 and refunded_quantity > unpromised and state = 'paid';
perform from products where id = any(array(select product_id from given_back)) order by id for no key update;
perform from receipts where id = any(array(select receipt_id from given_back)) order by id for no key update;
update orders set awaited = awaited - pieces, unpromised = unpromised + pieces from given_back where orders.id = given_back.id;
update receipts set promised = promised - pieces
  from (select receipt_id, sum(pieces)::int as pieces from given_back group by receipt_id) as given where id = receipt_id;
update products set revision = revision + 1, changed_at = now() where id = any(array(select product_id from given_back));
commit;

end $migration$;
