-- Commits by itself
-- Pieces that came back and whose money stays with the shop, as an admin has said with a reason: they are not to be refunded any more.
do $migration$ begin

alter table orders add column if not exists declined_quantity integer not null default 0;
alter table orders drop constraint if exists orders_declined;
alter table orders
  add constraint orders_declined check (declined_quantity >= 0 and declined_quantity <= returned_quantity) not valid;
commit;
alter table orders validate constraint orders_declined;

end $migration$;
