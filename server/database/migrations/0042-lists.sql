-- Lists of parts: each buyer's cart, and lists that they have saved.

create table lists (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('cart', 'saved')),
  name text not null check (octet_length(name) <= 800),
  -- Rises with every change.
  version int not null default 0,
  -- How many boards the quantities of its lines are for.
  boards int check (boards > 0),
  -- Whoever is signed in and has it may read the list.
  share_key text unique,
  -- Of its lines.
  line_count int not null default 0 constraint lists_lines_bound check (line_count between 0 and 5000),
  bytes int not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index lists_of_user on lists (user_id, id);
create unique index lists_one_cart on lists (user_id) where kind = 'cart';

create table list_lines (
  list_id uuid not null references lists (id) on delete cascade,
  -- Made by the client, so that a line that is sent twice is one.
  id uuid not null,
  position double precision not null,
  product_id uuid references products (id),
  -- What the buyer has typed or pasted.
  raw text,
  quantity int check (quantity > 0),
  customer_ref text,
  designators text,
  -- Of a part list: pieces a board, percent lost in assembly, and pieces to begin the reel with.
  per_board int check (per_board > 0),
  attrition numeric check (attrition between 0 and 100),
  leader int check (leader >= 0),
  bytes int generated always as (
    100 + coalesce(octet_length(raw), 0) + coalesce(octet_length(customer_ref), 0) + coalesce(octet_length(designators), 0)
  ) stored,
  primary key (list_id, id)
);
-- For the foreign key.
create index list_lines_of_product on list_lines (product_id);

-- What all lists of a buyer come to.
alter table users
  add column lists int not null default 0,
  add column list_bytes bigint not null default 0,
  add constraint users_lists_bound check (lists between 0 and 200),
  add constraint users_list_bytes_bound check (list_bytes between 0 and 20971520);

create function count_lists() returns trigger language plpgsql as $$
begin
  update users set
    lists = lists + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end,
    list_bytes = list_bytes
      + case when tg_op = 'DELETE' then 0 else new.bytes end - case when tg_op = 'INSERT' then 0 else old.bytes end
  where id = case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;
create trigger lists_counted after insert or delete or update of bytes on lists
  for each row execute function count_lists();
