-- What placing an order does not need to pay for (bench/results.md).

-- An order changes its product's row in place (a HOT update) only if no B-tree has to be told: changed_at had one. A BRIN
-- index is told without that, from PostgreSQL 16 on, and finds what changed within the last minute as well.
drop index products_changed_at;
create index products_changed_at on products using brin (changed_at) with (pages_per_range = 8);
alter table products set (fillfactor = 70);

-- Rows come in by time and are deleted by time, many at once: BRIN finds them, and costs an insert next to nothing.
drop index mails_created_at;
create index mails_created_at on mails using brin (created_at);
drop index idempotency_keys_created_at;
create index idempotency_keys_created_at on idempotency_keys using brin (created_at);

-- The primary key has the same order, and few orders are deleted.
drop index orders_id;
