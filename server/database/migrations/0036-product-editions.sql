-- Counts the changes of a product by admins. `revision`, which the catalogue in memory compares, counts those by orders too.
alter table products add column edition integer not null default 1;
