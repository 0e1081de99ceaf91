-- Commits by itself
-- Names of people, makers and parts that were stored before they were put on one line as they come in (`foldedLine`). What was issued
-- does not change, and is printed on one line.
do $migration$
declare
  breaks constant text := '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+';
  place text[];
  found uuid[];
  batch uuid[];
begin

-- A table, its column, and what else changes with a row.
foreach place slice 1 in array array[
  ['users', 'name', ''], ['reviews', 'name', ''], ['purchases', 'buyer_name', ''], ['orders', 'product_name', ''],
  ['products', 'name', 'revision = revision + 1, changed_at = now(), edition = edition + 1,'],
  ['products', 'maker', 'revision = revision + 1, changed_at = now(), edition = edition + 1,'],
  ['products', 'package_name', 'revision = revision + 1, changed_at = now(), edition = edition + 1,']
] loop
  execute format('select array(select id from %I where %I ~ $1 order by id)', place[1], place[2]) into found using breaks;
  while cardinality(found) > 0 loop
    batch := found[:500];
    found := found[501:];
    execute format('select from %I where id = any($1) order by id for no key update', place[1]) using batch;
    execute format($sql$update %1$I set %3$s %2$I = btrim(regexp_replace(%2$I, $1, ' ', 'g')) where id = any($2)$sql$,
      place[1], place[2], place[3]) using breaks, batch;
    commit;
  end loop;
end loop;

end $migration$;
