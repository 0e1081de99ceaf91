-- Commits by itself
-- Products of which less is on sale than their reorder point says, in a table of their own. The index products_short named
-- products.available, so that each order wrote a new entry into every index of products: without it stock changes in place (HOT).
do $migration$ begin

create table if not exists short_products (
  product_id uuid primary key references products (id) on delete cascade
);
create or replace function is_short(available integer, reorder_point integer, removed_at timestamptz) returns boolean
language sql immutable as $$
  select removed_at is null and coalesce(available < reorder_point, false)
$$;
-- The row of the product is locked, so no two of them do this for one product at once.
create or replace function note_short() returns trigger language plpgsql as $$
begin
  if is_short(new.available, new.reorder_point, new.removed_at) then
    insert into short_products values (new.id) on conflict do nothing;
  else
    delete from short_products where product_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger products_become_short after insert on products for each row
  when (is_short(new.available, new.reorder_point, new.removed_at)) execute function note_short();
create or replace trigger products_short_or_not after update of available, reorder_point, removed_at on products for each row
  when (is_short(new.available, new.reorder_point, new.removed_at)
    <> is_short(old.available, old.reorder_point, old.removed_at)) execute function note_short();
commit;
-- Few are short. Each is locked, or one that is filled up meanwhile would stay.
insert into short_products
select id from products where is_short(available, reorder_point, removed_at) order by id for no key update
on conflict do nothing;
commit;
drop index if exists products_short;

end $migration$;
