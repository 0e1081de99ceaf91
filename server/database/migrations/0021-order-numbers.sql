-- Commits by itself
-- Orders get a short number that people read and say; ids stay in calls. The orders there are get theirs by their age, some
-- thousand at a time: nobody waits for all of them.
do $migration$
declare
  upto integer := 0;
  most integer;
begin

if to_regclass('order_numbers') is null then
  -- Who places an order from now on takes the numbers after all of these.
  lock table orders in access exclusive mode;
  create sequence order_numbers as integer start 100001;
  perform setval('order_numbers', 100001 + count(*), false) from orders;
  alter table orders add column number integer;
  alter table orders alter column number set default nextval('order_numbers');
  alter sequence order_numbers owned by orders.number;
end if;
commit;

if to_regclass('numbers_to_give') is null then
  create table numbers_to_give (nth integer primary key, id uuid not null);
  insert into numbers_to_give
  select row_number() over (order by created_at, id), id from orders where number is null;
end if;
commit;
analyze numbers_to_give;
select max(nth) into most from numbers_to_give;
while upto < most loop
  update orders set number = 100000 + nth from numbers_to_give
  where nth > upto and nth <= upto + 2000 and orders.id = numbers_to_give.id and number is null;
  upto := upto + 2000;
  commit;
end loop;

-- Known to be full before the column is locked, so that it need not be read once more.
alter table orders drop constraint if exists orders_numbered;
alter table orders add constraint orders_numbered check (number is not null) not valid;
commit;
alter table orders validate constraint orders_numbered;
commit;
create unique index if not exists orders_number on orders (number);
commit;
alter table orders alter column number set not null;
alter table orders drop constraint orders_numbered;
commit;

-- Mails that wait tell the number, too.
update mails set facts = facts || jsonb_build_object('orderNumber', orders.number)
from orders where mails.next_at is not null and facts ->> 'orderId' = orders.id::text;
drop table if exists numbers_to_give;

end $migration$;
