-- Commits by itself
-- As many pieces of a product are on sale as the column holds with room to spare. What orders give back is refused beyond that.
do $migration$ begin

alter table products drop constraint if exists products_available_bound;
alter table products add constraint products_available_bound check (available <= 2000000000) not valid;
commit;
-- A product that has more keeps it, and may have less.
if not exists (select from products where available > 2000000000) then
  alter table products validate constraint products_available_bound;
end if;

end $migration$;
