-- Commits by itself
-- What admins say of a product's stock, and its EAN.
do $migration$ begin

alter table products
  add column if not exists ean text,
  -- It runs out when less than this is on sale and expected.
  add column if not exists reorder_point int,
  -- Where in the warehouse it is.
  add column if not exists bin text;
alter table products drop constraint if exists products_stocked;
alter table products add constraint products_stocked check (
  ean ~ '^[0-9]{8,14}$' and reorder_point >= 0 and octet_length(bin) between 1 and 120
) not valid;
commit;
alter table products validate constraint products_stocked;
commit;
-- Few are in it: those of which less is on sale than the reorder point says.
create index if not exists products_short on products (id) where removed_at is null and available < reorder_point;
commit;
-- In the order in which somebody walks along the shelves; parts without a bin come last.
create index if not exists products_bin on products (bin collate "C", id) where removed_at is null;
commit;
-- Whom the shop writes to.
create index if not exists users_admins on users (id) where role = 'admin';
commit;
-- events_of_product replaces it.
drop index if exists events_product_id;

end $migration$;
