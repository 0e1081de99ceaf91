-- Commits by itself
-- Files that are attached to products: [{kind, name, url, bytes}], in the order in which they are shown
-- (docs/decisions/0022-a-product-is-one-row.md). The table is read while others go on to write.
do $migration$ begin

alter table products add column if not exists attachments jsonb not null default '[]';
alter table products drop constraint if exists products_attachments;
alter table products add constraint products_attachments
  check (jsonb_typeof(attachments) = 'array' and octet_length(attachments::text) <= 16000) not valid;
commit;
alter table products validate constraint products_attachments;

end $migration$;
