-- Commits by itself
do $$
declare
  name text;
  ids uuid[];
begin
  foreach name in array array['purchases', 'payments', 'addresses', 'lists'] loop
    ids := array['00000000-0000-0000-0000-000000000000'];
    loop
      execute format('select array_agg(id order by id) from (select id from %I where id > $1 order by id limit 1000) as those', name)
        into ids using ids[cardinality(ids)];
      exit when ids is null;
      execute format('update %I set buyer_id = user_id where id = any($1) and buyer_id is null and user_id is not null', name) using ids;
      commit;
    end loop;
  end loop;
end $$;
