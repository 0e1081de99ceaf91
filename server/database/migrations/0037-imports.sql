-- Imports: files of changes, compared with the catalogue before they are applied, and undone afterwards.

create table imports (
  id uuid primary key,
  state text not null check (state in ('reading', 'ready', 'failed', 'applying', 'applied', 'undoing', 'undone')),
  name text check (octet_length(name) <= 800),
  -- Email of who sent it.
  who text not null,
  -- Emails of who had it applied, and undone.
  applied_by text,
  undone_by text,
  -- [{column, field?}] in the order of the file, and the columns that nothing is known of.
  columns jsonb not null,
  unknown jsonb not null,
  decimal text check (decimal in ('.', ',')),
  asks_decimal jsonb,
  size int not null,
  -- While it is read: rows that were compared. While it is applied or undone: the last row that was dealt with.
  done int not null default 0,
  new_rows int not null default 0,
  changed_rows int not null default 0,
  same_rows int not null default 0,
  error_rows int not null default 0,
  left_rows int not null default 0,
  kept_rows int not null default 0,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz
);
create index imports_moving on imports (id) where state in ('reading', 'applying', 'undoing');

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  n int not null,
  action text not null check (action in ('new', 'changed', 'same', 'error')),
  sku text,
  name text,
  product_id uuid,
  -- Fields by their names; attributes as f.<key>. Of a new product `after` is all of its input.
  before jsonb,
  after jsonb,
  -- Pieces that came, which are added to the stock of the moment.
  added int,
  errors jsonb,
  -- The cells of a row with errors, for the file of bad rows.
  cells jsonb,
  result text check (result in ('applied', 'left', 'undone', 'partly', 'kept')),
  left_why text,
  left_fields text[],
  primary key (import_id, n)
);
