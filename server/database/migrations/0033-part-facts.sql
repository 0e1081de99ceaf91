-- Categories with the attributes of their products, and what is known of a product besides the specification's fields
-- (docs/decisions/0022-a-product-is-one-row.md).

create table categories (
  id uuid primary key,
  slug text not null unique check (octet_length(slug) between 1 and 60),
  name text not null check (octet_length(name) between 1 and 240),
  parent_id uuid references categories (id),
  -- [{key, name, kind, unit?}], in the order in which products show them.
  attributes jsonb not null default '[]' check (octet_length(attributes::text) <= 30000),
  created_at timestamptz not null default now()
);
create index categories_parent_id on categories (parent_id);

-- The number of a product that was added without one. Products of before get one each.
create sequence sku_numbers start 100001;

alter table products
  add column sku text not null default 'P-' || nextval('sku_numbers') check (octet_length(sku) between 1 and 256),
  add column maker text check (octet_length(maker) between 1 and 400),
  add column mpn text check (octet_length(mpn) between 1 and 256),
  add column category_id uuid references categories (id),
  -- Values by the keys of the category's attributes.
  add column attributes jsonb not null default '{}' check (octet_length(attributes::text) <= 16000),
  add column package_name text check (octet_length(package_name) between 1 and 240),
  add column package_pieces int check (package_pieces >= 1),
  add column lead_days int check (lead_days between 0 and 3650),
  add column lifecycle text not null default 'active' check (lifecycle in ('active', 'last_buy', 'obsolete')),
  add column weight_grams double precision check (weight_grams > 0),
  add column more_images text[] not null default '{}' check (cardinality(more_images) <= 11),
  add constraint products_package check ((package_name is null) = (package_pieces is null));

create index products_category_id on products (category_id) where removed_at is null;
create unique index products_sku on products (upper(sku)) where removed_at is null;
