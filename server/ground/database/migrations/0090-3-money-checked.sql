-- Commits by itself
do $$
declare
  name text;
begin
  foreach name in array array['state', 'approved', 'accepted', 'terms', 'money', 'held_until_proven', 'pieces'] loop
    execute format('alter table purchases validate constraint purchases_%s', name);
    commit;
  end loop;
end $$;
