-- Ids are UUIDv7, made in Node: the newest sort last.

create table products (
  id uuid primary key,
  name text not null,
  image text not null,
  short_details text not null,
  min_order integer not null check (min_order >= 1),
  available integer not null check (available >= 0),
  price_cents integer not null check (price_cents > 0),
  -- Counts the row's changes, so that the memory of each process never goes back to an older state.
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Removed products stay: orders refer to them.
  removed_at timestamptz
);
create index products_name on products (name) where removed_at is null;
create index products_changed_at on products (changed_at);

-- Stock is taken while held_until is set (unpaid) or paid_at is set and refunded_at is not.
create table orders (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  buyer_name text not null,
  buyer_email text not null,
  product_id uuid not null references products (id),
  product_name text not null,
  unit_price_cents integer not null check (unit_price_cents >= 0),
  quantity integer not null check (quantity > 0),
  -- The product's stock when the order was placed, before it was taken.
  available integer not null,
  shipping_address text not null,
  phone text not null,
  created_at timestamptz not null default now(),
  held_until timestamptz,
  paid_at timestamptz,
  transaction_id text unique,
  refunded_at timestamptz,
  deleted_at timestamptz,
  check (paid_at is null or transaction_id is not null),
  check (paid_at is null or held_until is null),
  check (deleted_at is null or (held_until is null and (paid_at is null or refunded_at is not null)))
);
create index orders_user_id on orders (user_id, id desc) where deleted_at is null;
create index orders_email on orders (buyer_email, id desc) where deleted_at is null;
create index orders_id on orders (id desc) where deleted_at is null;
create index orders_held_until on orders (held_until) where held_until is not null;
create index orders_product_id on orders (product_id);

-- One payment intent at the provider. It covers one order, or none yet.
create table payments (
  id uuid primary key,
  intent_id text not null unique,
  user_id uuid references users (id) on delete set null,
  order_id uuid references orders (id),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  state text not null default 'open' check (state in ('open', 'succeeded', 'canceled')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payments_order_id on payments (order_id);
create index payments_open on payments (created_at) where state = 'open';
-- One succeeded payment an order, ever.
create unique index payments_one_succeeded on payments (order_id) where state = 'succeeded';
-- One open payment an order: tabs share it.
create unique index payments_one_open on payments (order_id) where state = 'open';

create table reviews (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  rating smallint not null check (rating between 1 and 5),
  description text not null,
  created_at timestamptz not null default now()
);

-- The append-only log: order history, stock ledger and audit log in one.
create table events (
  id uuid primary key,
  at timestamptz not null default now(),
  kind text not null,
  -- Email of who did it, or 'shop'.
  actor text not null,
  order_id uuid,
  product_id uuid,
  -- Email of the person it was done to.
  person text,
  -- Change of the product's available stock, in pieces.
  stock_change integer,
  why text
);
create index events_order_id on events (order_id, id) where order_id is not null;
create index events_product_id on events (product_id, id) where product_id is not null;
create index events_kind on events (kind, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end $$;
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();

-- Answers of creating calls, kept for 24 hours under the key their client chose.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  call text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
