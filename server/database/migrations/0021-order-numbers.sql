-- Orders get a short number that people read and say; ids stay in calls. The orders there are get theirs by their age.
create sequence order_numbers as integer start 100001;
alter table orders add column number integer;
update orders set number = aged.number
from (select id, 100000 + row_number() over (order by created_at, id) as number from orders) as aged
where orders.id = aged.id;
select setval('order_numbers', 100001 + count(*), false) from orders;
alter table orders alter column number set default nextval('order_numbers'), alter column number set not null;
alter sequence order_numbers owned by orders.number;
create unique index orders_number on orders (number);

-- Mails that wait tell the number, too.
update mails set facts = facts || jsonb_build_object('orderNumber', orders.number)
from orders where mails.next_at is not null and facts ->> 'orderId' = orders.id::text;
