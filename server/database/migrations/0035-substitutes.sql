-- Commits by itself
-- Products that can take the place of a product: [{_id, kind, note?}], in the order in which they are shown. Those that are
-- removed from sale stay in the list and are not shown, so nobody who removes a product waits for others.
do $migration$ begin

alter table products add column if not exists substitutes jsonb not null default '[]';
alter table products drop constraint if exists products_substitutes;
alter table products add constraint products_substitutes
  check (jsonb_typeof(substitutes) = 'array' and octet_length(substitutes::text) <= 16000) not valid;
commit;
alter table products validate constraint products_substitutes;

end $migration$;
