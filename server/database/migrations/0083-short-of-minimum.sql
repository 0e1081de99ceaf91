-- Commits by itself
-- A part runs out, too, when less of it is left than its smallest order, which nobody can buy then. One that is no longer made has run
-- out for good: only its reorder point counts.
do $migration$ begin

create or replace function low_from(reorder_point integer, min_order integer, multiple integer, lifecycle text) returns integer
language sql immutable as $$
  select greatest(reorder_point,
    case when lifecycle <> 'obsolete' then (ceil(min_order::numeric / multiple) * multiple)::integer end)
$$;
create or replace function note_short() returns trigger language plpgsql as $$
begin
  if is_short(new.available, low_from(new.reorder_point, new.min_order, new.multiple, new.lifecycle), new.removed_at) then
    insert into short_products values (new.id) on conflict do nothing;
  else
    delete from short_products where product_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger products_become_short after insert on products for each row
  when (is_short(new.available, low_from(new.reorder_point, new.min_order, new.multiple, new.lifecycle), new.removed_at))
  execute function note_short();
create or replace trigger products_short_or_not
  after update of available, reorder_point, removed_at, min_order, multiple, lifecycle on products for each row
  when (is_short(new.available, low_from(new.reorder_point, new.min_order, new.multiple, new.lifecycle), new.removed_at)
    <> is_short(old.available, low_from(old.reorder_point, old.min_order, old.multiple, old.lifecycle), old.removed_at))
  execute function note_short();
commit;
-- Few are short. Each is locked, or one that is filled up meanwhile would stay.
insert into short_products
select id from products where is_short(available, low_from(reorder_point, min_order, multiple, lifecycle), removed_at)
order by id for no key update
on conflict do nothing;
commit;

end $migration$;
