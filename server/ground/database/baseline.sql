-- The schema up to migration 0085: tables, constraints, indexes and initial rows, for an empty database. It is never edited:
-- a change is a file in migrations/. What runs by itself (functions, triggers, views) is in functions.sql.
-- Ids are UUIDv7, made in Node: the newest sort last.

------------------------------------------------------------------------------------------------------------------ people

-- users, sessions, accounts and verifications belong to better-auth (its field names are mapped in server/accounts/auth.ts).
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'customer' constraint users_role check (role in ('customer', 'staff', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Unpaid purchases, and the value of the stock held for them. Triggers count them: the limits on both are checked in this
  -- row, and so hold between processes.
  unpaid_orders integer not null default 0 check (unpaid_orders >= 0),
  held_cents bigint not null default 0 check (held_cents >= 0),
  -- All lists of parts of this person, and their size.
  lists integer not null default 0 constraint users_lists_bound check (lists between 0 and 200),
  list_bytes bigint not null default 0 constraint users_list_bytes_bound check (list_bytes between 0 and 20971520),
  -- The address book and its size.
  addresses integer not null default 0 constraint users_addresses_bound check (addresses between 0 and 100),
  address_bytes integer not null default 0 constraint users_address_bytes_bound check (address_bytes between 0 and 131072),
  -- Since when this person may not order, who decided it, and why.
  blocked_at timestamptz,
  blocked_by text,
  blocked_why text,
  -- When the second factor was enrolled.
  second_factor_at timestamptz,
  -- Totals of paid and of unpaid purchases, counted by triggers, and the last sign of activity: staff sort customers by them.
  paid_cents bigint not null default 0,
  unpaid_cents bigint not null default 0,
  seen_at timestamptz,
  constraint users_blocked
    check (num_nulls(blocked_at, blocked_by, blocked_why) in (0, 3) and octet_length(blocked_why) <= 2000),
  constraint users_sums check (paid_cents >= 0 and unpaid_cents >= 0)
) with (fillfactor = 70); -- Room for the next version of a row: counting changes it in place and touches no index (HOT).
create index users_admins on users (id) where role = 'admin';
create index users_staff on users (id) where role in ('admin', 'staff');
create index users_by_name on users (lower(name), id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the session last proved the second factor.
  factor_at timestamptz,
  -- Wrong codes of a session that has proven the factor count here: another holder of the password cannot lock it out.
  factor_attempts smallint not null default 0 constraint sessions_factor_attempts check (factor_attempts between 0 and 10),
  factor_attempts_since timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- What the browser stores as accessToken, kept as a SHA-256 hash. It ends with its session: signing out and removing the
-- user delete the session, and with it the token.
create table access_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_session_id on access_tokens (session_id);
create index access_tokens_expires_at on access_tokens (expires_at);

create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Secrets of authenticator apps, encrypted with AUTH_SECRET: the one in use, and one that is being set up.
  secret text check (octet_length(secret) <= 1000),
  pending text check (octet_length(pending) <= 1000),
  -- The half minute, counted from 1970, of the last accepted code: neither that code nor an older one is accepted again.
  last_step bigint not null default 0,
  -- Consecutive wrong codes since a moment.
  attempts smallint not null default 0 constraint second_factors_attempts check (attempts between 0 and 10),
  attempts_since timestamptz not null default now()
);

-- Each is deleted when it is used.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (user_id, hash)
);

-- Deleted with the row of second_factors, which each person with a second factor has.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references second_factors (user_id) on delete cascade,
  -- Which of the person's ten places it has: there is no eleventh.
  place smallint not null constraint passkeys_place check (place between 1 and 10),
  name text not null constraint passkeys_name check (octet_length(name) between 1 and 200),
  credential_id bytea not null constraint passkeys_credential unique
    constraint passkeys_credential_bound check (octet_length(credential_id) between 1 and 1023),
  -- As COSE.
  public_key bytea not null constraint passkeys_key_bound check (octet_length(public_key) between 1 and 2000),
  -- Signatures made with it; 0 where the authenticator does not count.
  counter bigint not null constraint passkeys_counter check (counter between 0 and 4294967295),
  -- How a browser reaches it.
  transports text[] not null constraint passkeys_transports check (
    transports <@ array['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] and cardinality(transports) <= 6),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint passkeys_of_person unique (user_id, place)
);

-- One per session. Any answer deletes it, right or wrong.
create table passkey_challenges (
  session_id uuid primary key references sessions (id) on delete cascade,
  purpose text not null constraint passkey_challenges_purpose check (purpose in ('add', 'prove')),
  challenge bytea not null constraint passkey_challenges_bytes check (octet_length(challenge) = 32),
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- The addresses that each buyer ships to.
create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  ship_to jsonb not null,
  is_default boolean not null default false,
  bytes integer generated always as (octet_length(ship_to::text)) stored,
  created_at timestamptz not null default now()
);
create index addresses_of_user on addresses (user_id, id);
create unique index addresses_one_default on addresses (user_id) where is_default;

create table reviews (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  rating smallint not null check (rating between 1 and 5),
  description text not null,
  created_at timestamptz not null default now(),
  -- Set when staff have hidden it.
  hidden_at timestamptz,
  hidden_by text,
  hidden_why text,
  constraint reviews_hidden
    check (num_nulls(hidden_at, hidden_by, hidden_why) in (0, 3) and octet_length(hidden_why) <= 2000)
);
create index reviews_shown on reviews (id) where hidden_at is null;
create index reviews_not_shown on reviews (id) where hidden_at is not null;

---------------------------------------------------------------------------------------------------------------- products

create table categories (
  id uuid primary key,
  slug text not null unique check (octet_length(slug) between 1 and 60),
  name text not null check (octet_length(name) between 1 and 240),
  parent_id uuid references categories (id),
  -- [{key, name, kind, unit?}], in the order in which products show them.
  attributes jsonb not null default '[]' check (octet_length(attributes::text) <= 30000),
  created_at timestamptz not null default now(),
  -- Counts the changes. Who changes a category names the version that the change is based on.
  version integer not null default 1
);
create index categories_parent_id on categories (parent_id);

-- Whether break_from rises and break_micros falls. Used by a constraint, and so not in functions.sql.
create function are_price_breaks(price_micros bigint, break_from integer[], break_micros bigint[]) returns boolean
  language sql immutable parallel safe
  return cardinality(break_from) = cardinality(break_micros) and cardinality(break_from) <= 20
    and array_position(break_from, null) is null and array_position(break_micros, null) is null
    and not exists (
      select from generate_subscripts(break_from, 1) as n
      where break_from[n] <= coalesce(break_from[n - 1], 1) or break_micros[n] <= 0
        or break_micros[n] >= coalesce(break_micros[n - 1], price_micros)
    );

-- The number of a product that was added without one.
create sequence sku_numbers start 100001;

-- All of a product is in its row, so that placing a purchase reads it from the row that it has locked (decision 22).
create table products (
  id uuid primary key,
  name text not null,
  image text not null,
  short_details text not null,
  min_order integer not null check (min_order >= 1),
  available integer not null check (available >= 0)
    constraint products_available_bound check (available <= 2000000000),
  -- Counts all changes, so that the catalogue in the memory of each process never goes back to an older state.
  revision integer not null default 1,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Removed products stay: orders refer to them.
  removed_at timestamptz,
  price_micros bigint not null check (price_micros > 0),
  -- Quantities are multiples of it.
  multiple integer not null default 1 check (multiple between 1 and 1000000),
  -- From break_from[n] pieces on, each costs break_micros[n].
  break_from integer[] not null default '{}',
  break_micros bigint[] not null default '{}',
  sku text not null default 'P-' || nextval('sku_numbers') check (octet_length(sku) between 1 and 256),
  maker text check (octet_length(maker) between 1 and 400),
  mpn text check (octet_length(mpn) between 1 and 256),
  category_id uuid references categories (id),
  -- Values by the keys of the category's attributes.
  attributes jsonb not null default '{}' check (octet_length(attributes::text) <= 16000),
  package_name text check (octet_length(package_name) between 1 and 240),
  package_pieces integer check (package_pieces >= 1),
  lead_days integer check (lead_days between 0 and 3650),
  lifecycle text not null default 'active' check (lifecycle in ('active', 'last_buy', 'obsolete')),
  weight_grams double precision check (weight_grams > 0),
  more_images text[] not null default '{}' check (cardinality(more_images) <= 11),
  -- [{kind, name, url, bytes}], in the order in which they are shown.
  attachments jsonb not null default '[]' constraint products_attachments
    check (jsonb_typeof(attachments) = 'array' and octet_length(attachments::text) <= 16000),
  -- [{_id, kind, note?}], in the order in which they are shown. Removed products stay in the list and are not shown.
  substitutes jsonb not null default '[]' constraint products_substitutes
    check (jsonb_typeof(substitutes) = 'array' and octet_length(substitutes::text) <= 16000),
  -- Counts changes by staff; `revision` counts those by orders, too.
  edition integer not null default 1,
  ean text,
  -- It runs out when less than this is available and expected.
  reorder_point integer,
  -- Where in the warehouse it is.
  bin text,
  constraint products_package check ((package_name is null) = (package_pieces is null)),
  -- Most products have no breaks, and each order changes a product's row.
  constraint price_breaks_fall check (
    break_from = '{}' and break_micros = '{}' or are_price_breaks(price_micros, break_from, break_micros)
  ),
  constraint products_stocked check (
    ean ~ '^[0-9]{8,14}$' and reorder_point >= 0 and octet_length(bin) between 1 and 120
  )
) with (fillfactor = 70);
create index products_name on products (name) where removed_at is null;
create index products_category_id on products (category_id) where removed_at is null;
create unique index products_sku on products (upper(sku)) where removed_at is null;
-- In the order of a walk along the shelves; parts without a bin come last.
create index products_bin on products (bin collate "C", id) where removed_at is null;
-- A B-tree would keep orders from changing a product's row in place (HOT); BRIN does not, from PostgreSQL 16 on.
create index products_changed_at on products using brin (changed_at) with (pages_per_range = 8);

-- Products with less stock than their reorder point or smallest order. An index on products.available would keep stock from
-- changing in place (HOT).
create table short_products (
  product_id uuid primary key references products (id) on delete cascade
);

-- Goods expected from suppliers. Pieces of them are promised to orders before they arrive.
create table receipts (
  id uuid primary key,
  product_id uuid not null references products (id),
  due_on date not null,
  -- Pieces still expected, pieces of these that are promised, and pieces that have arrived.
  quantity integer not null,
  promised integer not null default 0,
  arrived integer not null default 0 check (arrived >= 0),
  -- Counts the changes of the day, each of which is told once.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- When the last pieces arrived or were called off.
  closed_at timestamptz,
  constraint receipts_promised check (promised >= 0 and promised <= quantity),
  constraint receipts_closed check ((closed_at is null) = (quantity > 0))
);
create unique index receipts_expected on receipts (product_id, due_on) where closed_at is null;
create index receipts_of_product on receipts (product_id);

-- Files of changes to products, compared with the catalogue before they are applied. They can be undone.
create table imports (
  id uuid primary key,
  state text not null check (state in ('reading', 'ready', 'failed', 'applying', 'applied', 'undoing', 'undone')),
  name text check (octet_length(name) <= 800),
  -- Emails of who sent it, had it applied, and had it undone.
  who text not null,
  applied_by text,
  undone_by text,
  -- [{column, field?}] in the order of the file, and the columns that are not known.
  columns jsonb not null,
  unknown jsonb not null,
  decimal text check (decimal in ('.', ',')),
  asks_decimal jsonb,
  size integer not null,
  -- While reading: rows that were compared. While applying or undoing: the last row that was dealt with.
  done integer not null default 0,
  new_rows integer not null default 0,
  changed_rows integer not null default 0,
  same_rows integer not null default 0,
  error_rows integer not null default 0,
  left_rows integer not null default 0,
  kept_rows integer not null default 0,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  -- Separates the cells, for the file of bad rows; null for workbooks and rows sent as JSON.
  delimiter text check (delimiter in (',', ';', E'\t', '|')),
  -- Answers given besides the file, used again for the next file with the same headers.
  options jsonb,
  -- Questions and messages about whole columns.
  asks jsonb,
  told_rows integer not null default 0,
  -- The row of the file with the headers; 0 for a file without.
  header_row integer,
  -- Categories that are made when it is applied: [{slug, name, parent?, isMade?}], parents first.
  new_categories jsonb
);
create index imports_moving on imports (id) where state in ('reading', 'applying', 'undoing');
create index imports_with_problems on imports (id)
  where state = 'failed' or (state = 'ready' and error_rows > 0);

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  n integer not null,
  action text not null check (action in ('new', 'changed', 'same', 'error')),
  sku text,
  name text,
  product_id uuid,
  -- Fields by their names; attributes as f.<key>. For a new product `after` is all of its input.
  before jsonb,
  after jsonb,
  -- Pieces that came, which are added to the stock of the moment.
  added integer,
  errors jsonb,
  -- The cells of a row with errors, for the file of bad rows.
  cells jsonb,
  result text check (result in ('applied', 'left', 'undone', 'partly', 'kept')),
  left_why text,
  left_fields text[],
  -- {kind: counted, pieces, shelf}, {kind: added, pieces} or {kind: absent}; null where the row has no stock.
  stock jsonb,
  -- Cells that are left out of an accepted row, in the form of `errors`.
  told jsonb,
  primary key (import_id, n)
);

------------------------------------------------------------------------------------------------------- lists of parts

-- Each buyer's cart, and lists that they have saved.
create table lists (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('cart', 'saved')),
  name text not null check (octet_length(name) <= 800),
  -- Rises with every change.
  version integer not null default 0,
  -- How many boards the quantities of its lines are for.
  boards integer check (boards > 0),
  -- Anybody who is signed in and has the key may read the list.
  share_key text unique,
  -- Number and bytes of its lines.
  line_count integer not null default 0 constraint lists_lines_bound check (line_count between 0 and 5000),
  bytes integer not null default 0,
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
  quantity integer check (quantity > 0),
  customer_ref text,
  designators text,
  -- In a part list: pieces a board, percent lost in assembly, and pieces to begin the reel with.
  per_board integer check (per_board > 0),
  attrition numeric check (attrition between 0 and 100),
  leader integer check (leader >= 0),
  bytes integer generated always as (
    100 + coalesce(octet_length(raw), 0) + coalesce(octet_length(customer_ref), 0) + coalesce(octet_length(designators), 0)
  ) stored,
  -- The day of the expected goods that the line waits for.
  receipt_date date,
  primary key (list_id, id)
);
-- For the foreign key.
create index list_lines_of_product on list_lines (product_id);

-- Cart lines that were ordered, so that a device that has not heard of it does not bring them back.
create table placed_list_lines (
  user_id uuid not null references users (id) on delete cascade,
  line_id uuid not null,
  placed_at timestamptz not null default now(),
  primary key (user_id, line_id)
);
-- The oldest ones of a person, and of all.
create index placed_list_lines_of_user on placed_list_lines (user_id, placed_at);
create index placed_list_lines_placed_at on placed_list_lines (placed_at);

--------------------------------------------------------------------------------------------------------------- purchases

-- The number of a purchase, which people read and say.
create sequence order_numbers as integer start 100001;

-- What is placed, held, paid and refunded together. Its lines, one product each, are the rows of `orders`.
create table purchases (
  id uuid primary key,
  number integer not null default nextval('order_numbers'),
  user_id uuid references users (id) on delete set null,
  buyer_name text not null,
  buyer_email text not null,
  shipping_address text not null,
  phone text not null,
  state text not null,
  -- Counts the changes of the row.
  revision integer not null default 1,
  -- The sum of the lines that are not deleted.
  total_cents bigint not null check (total_cents >= 0),
  placed_at timestamptz not null default now(),
  -- Until when its stock is kept while it is unpaid.
  held_until timestamptz,
  -- Until when its stock is kept once the buyer's address is proven, where that is longer.
  held_until_proven timestamptz check (held_until_proven is null or state = 'held'),
  -- When the buyer was told that the hold ends soon.
  hold_warned_at timestamptz,
  paid_at timestamptz,
  -- The payment intent that paid it.
  transaction_id text,
  refunded_at timestamptz,
  deleted_at timestamptz,
  -- What the buyer wrote for their own books.
  po_number text,
  note text,
  cost_centre text,
  delivery_wish text,
  -- The parts of the address that are known: name, company, city, postcode, region, country. `shipping_address` then has the
  -- lines between them; without ship_to it has all of the address.
  ship_to jsonb,
  -- Pieces of a paid purchase that are neither shipped nor cancelled, those of them that are in stock, and shipped pieces.
  -- Triggers count them, so that lists find them.
  unshipped_pieces bigint not null default 0,
  to_ship_pieces bigint not null default 0,
  shipped_pieces bigint not null default 0,
  -- Its page shows all of these: triggers count them, and the constraints bound them.
  open_returns smallint not null default 0 constraint purchases_open_returns_bound check (open_returns between 0 and 20),
  returns_count smallint not null default 0 constraint purchases_returns_bound check (returns_count between 0 and 200),
  shipments_count smallint not null default 0 constraint purchases_shipments_bound check (shipments_count between 0 and 200),
  shipment_lines_count smallint not null default 0
    constraint purchases_shipment_lines_bound check (shipment_lines_count between 0 and 5000),
  -- Since when the buyer of a paid purchase asks to cancel it, and why; null again when the shop has refused.
  cancel_asked_at timestamptz,
  cancel_why text,
  -- A purchase has the moments that belong to its state, and no others.
  constraint purchases_state check (case state
    when 'held' then held_until is not null and coalesce(paid_at, refunded_at, deleted_at) is null
    when 'released' then coalesce(held_until, paid_at, refunded_at, deleted_at) is null
    when 'paid' then paid_at is not null and coalesce(held_until, refunded_at, deleted_at) is null
    when 'refunded' then paid_at is not null and refunded_at is not null and coalesce(held_until, deleted_at) is null
    when 'deleted' then deleted_at is not null and held_until is null and (paid_at is null) = (refunded_at is null)
    else false
  end),
  constraint purchases_paid_by check ((paid_at is null) = (transaction_id is null)),
  constraint purchases_texts check (
    octet_length(po_number) <= 192 and octet_length(note) <= 3000 and octet_length(cost_centre) <= 192
      and octet_length(delivery_wish) <= 600
      and jsonb_typeof(ship_to) = 'object' and octet_length(ship_to::text) <= 2000
  ),
  constraint purchases_pieces check (
    to_ship_pieces between 0 and unshipped_pieces and (unshipped_pieces = 0 or state = 'paid')
      and shipped_pieces >= 0 and (shipped_pieces = 0 or state in ('paid', 'refunded'))
  )
) with (fillfactor = 90);
alter sequence order_numbers owned by purchases.number;
create unique index purchases_number on purchases (number);
create unique index purchases_transaction_id on purchases (transaction_id) where transaction_id is not null;
create index purchases_user_id on purchases (user_id, id desc) where state <> 'deleted';
create index purchases_email on purchases (buyer_email, id desc) where state <> 'deleted';
create index purchases_held_until on purchases (held_until) where state = 'held';
create index purchases_held_until_proven on purchases (id) where held_until_proven is not null;
create index purchases_released on purchases (id) where state = 'released';
create index purchases_deleted_at on purchases (deleted_at) where deleted_at is not null;
create index purchases_gone_back on purchases (id) where state = 'refunded';
-- What a buyer has paid since a day, and whether they have paid before.
create index purchases_paid on purchases (user_id, paid_at) where paid_at is not null and state <> 'deleted';
create index purchases_first_paid on purchases (buyer_email, paid_at) where paid_at is not null;
-- How often a buyer has used a PO number; staff's searches and lists.
create index purchases_po_number on purchases (user_id, lower(po_number))
  where po_number is not null and state <> 'deleted';
create index purchases_po on purchases (lower(po_number), id) where po_number is not null and state <> 'deleted';
create index purchases_cost_centre on purchases (lower(cost_centre), id)
  where cost_centre is not null and state <> 'deleted';
create index purchases_by_total on purchases (total_cents, id) where state <> 'deleted';
create index purchases_by_payment on purchases (paid_at, id) where paid_at is not null;
create index purchases_to_ship on purchases (paid_at, id) where to_ship_pieces > 0;
create index purchases_cancel_asked on purchases (id) where state = 'paid' and cancel_asked_at is not null;

create table orders (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  line_no integer not null check (line_no > 0),
  product_id uuid not null references products (id),
  product_name text not null,
  -- Millionths of a dollar for one piece, as agreed.
  unit_price_micros bigint not null check (unit_price_micros >= 0),
  quantity integer not null constraint orders_quantity_check1 check (quantity > 0),
  -- Price times quantity, rounded to cents once.
  total_cents bigint not null check (total_cents >= 0),
  -- The product's stock when the line was placed, before it was taken.
  available integer not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Pieces whose money has gone back or has to, and how much that is.
  refunded_quantity integer not null default 0,
  refunded_cents bigint not null default 0,
  -- The buyer's own part number, and where on their boards the pieces go.
  customer_ref text,
  designators text,
  -- The goods that the line's pieces were promised from, how many of them have not arrived yet, and how many were refunded
  -- before they arrived.
  receipt_id uuid references receipts (id),
  awaited integer not null default 0,
  unpromised integer not null default 0,
  -- Pieces that will not be shipped, were shipped, are to come back, and came back (decision 30).
  cancelled_quantity integer not null default 0,
  shipped_quantity integer not null default 0,
  returning_quantity integer not null default 0,
  returned_quantity integer not null default 0,
  -- Cancelled and returned pieces that are for sale again.
  restocked_quantity integer not null default 0,
  -- Returned pieces that an admin has decided not to refund, with a reason.
  declined_quantity integer not null default 0,
  constraint orders_refunded_quantity check (refunded_quantity between 0 and quantity),
  constraint orders_refunded_cents check (refunded_cents between 0 and total_cents),
  constraint orders_refunded_whole check (refunded_quantity < quantity or refunded_cents = total_cents),
  constraint orders_texts check (octet_length(customer_ref) <= 192 and octet_length(designators) <= 3000),
  constraint orders_awaited check (awaited >= 0 and awaited <= quantity and (awaited = 0 or receipt_id is not null)),
  constraint orders_unpromised check (
    unpromised >= 0 and awaited + unpromised <= quantity and (unpromised = 0 or receipt_id is not null)
  ),
  constraint orders_shipped check (
    shipped_quantity >= 0 and cancelled_quantity >= 0 and shipped_quantity + cancelled_quantity + awaited <= quantity
  ),
  constraint orders_returned check (
    returned_quantity >= 0 and returning_quantity >= 0 and returned_quantity + returning_quantity <= shipped_quantity
  ),
  constraint orders_restocked check (
    restocked_quantity >= 0 and restocked_quantity + unpromised <= cancelled_quantity + returned_quantity
  ),
  constraint orders_refunded_unsent check (refunded_quantity <= cancelled_quantity + shipped_quantity),
  constraint orders_declined check (declined_quantity >= 0 and declined_quantity <= returned_quantity)
);
create unique index orders_purchase_id on orders (purchase_id, line_no);
create index orders_of_product on orders (product_id, purchase_id);
create index orders_deleted_at on orders (deleted_at) where deleted_at is not null;
create index orders_promised on orders (receipt_id) where awaited > 0 or unpromised > 0;
-- Lines whose pieces lie on the shelf of their product: shipped ones leave it.
create index orders_on_shelf on orders (product_id)
  where deleted_at is null and quantity > awaited + shipped_quantity + cancelled_quantity;
-- Lines with more pieces returned or cancelled than refunded. A refund of cancelled pieces counts both at once, so a line
-- without returned pieces is none of them.
create index orders_refund_owed on orders (purchase_id)
  where returned_quantity > 0 and returned_quantity + cancelled_quantity > refunded_quantity;

create table shipments (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  carrier text check (octet_length(carrier) <= 256),
  tracking text check (octet_length(tracking) <= 256),
  -- Email of who shipped it.
  actor text not null,
  created_at timestamptz not null default now(),
  -- Set when it was cancelled before it left: its row stays, with its number.
  cancelled_at timestamptz
);
create index shipments_of_purchase on shipments (purchase_id);
create index shipments_tracking on shipments (lower(tracking)) where tracking is not null;

create table shipment_lines (
  shipment_id uuid not null references shipments (id),
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_id)
);
create index shipment_lines_order_id on shipment_lines (order_id);

create table returns (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  -- `closed`: pieces that have not come back by then are not expected any more. A withdrawn return is closed, too.
  state text not null check (state in ('asked', 'accepted', 'declined', 'received', 'closed')),
  -- Email of who asked for it.
  actor text not null,
  -- What the shop has answered.
  answer text check (octet_length(answer) <= 2000),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz,
  -- When pieces of it last came back.
  received_at timestamptz,
  -- Its number within its purchase, which buyers write on the parcel; null for older returns, which are counted.
  nth smallint,
  -- What the buyer wants for the pieces.
  wish text,
  withdrawn_at timestamptz,
  constraint returns_closed check ((closed_at is null) = (state in ('asked', 'accepted')))
);
create index returns_of_purchase on returns (purchase_id);
create index returns_open on returns (id) where closed_at is null;

create table return_lines (
  return_id uuid not null references returns (id),
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  -- Pieces that came back, and those of them that are for sale again.
  received integer not null default 0,
  restocked integer not null default 0,
  reason text not null check (octet_length(reason) <= 2000),
  primary key (return_id, order_id),
  constraint return_lines_received check (received between 0 and quantity),
  constraint return_lines_restocked check (restocked between 0 and received)
);
create index return_lines_order_id on return_lines (order_id);

-- Pictures of pieces to be returned, re-encoded. Only the buyer and staff may see them, so no file store has them.
create table return_pictures (
  return_id uuid not null references returns (id),
  nth smallint not null constraint return_pictures_nth check (nth between 1 and 3),
  webp bytea not null constraint return_pictures_bytes check (octet_length(webp) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (return_id, nth)
);
create index return_pictures_created_at on return_pictures (created_at);

---------------------------------------------------------------------------------------------------------------- payments

-- A payment intent at the provider. It covers one purchase, or none yet.
create table payments (
  id uuid primary key,
  intent_id text not null unique,
  user_id uuid references users (id) on delete set null,
  purchase_id uuid references purchases (id),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  state text not null default 'open'
    check (state in ('open', 'succeeded', 'canceled', 'refunding', 'refused', 'refunded')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- What a person wrote as the reason of the refund; refund_cause is the code where no person did.
  refund_reason text,
  refund_actor text,
  refund_next_at timestamptz,
  refund_attempts integer not null default 0,
  -- When it was last compared with the provider.
  checked_at timestamptz not null default now(),
  -- What has gone back, and when that last changed: weeks later a bank may still send something back.
  refunded_cents integer not null default 0,
  refunded_changed_at timestamptz,
  -- The provider's code for its last refusal, and how many there were.
  refund_problem text,
  refund_refusals integer not null default 0,
  -- When the buyer first tried to pay; null when they have not, and when the first try paid it.
  begun_at timestamptz,
  -- The partial refund that is being carried out, and its amount; null when all that is left goes back.
  part_id uuid,
  part_cents integer,
  refund_cause text,
  constraint payments_refunded_cents check (refunded_cents between 0 and amount_cents),
  constraint payments_refunded_whole check (state <> 'refunded' or refunded_cents = amount_cents),
  constraint payments_refused_why check (state <> 'refused' or refund_problem is not null),
  constraint payments_refund_problem check (octet_length(refund_problem) <= 64),
  constraint payments_refund_cause check (octet_length(refund_cause) <= 64),
  constraint payments_refunding_why check (state <> 'refunding'
    or (num_nonnulls(refund_reason, refund_cause) > 0 and refund_next_at is not null)),
  constraint payments_part check ((part_id is null) = (part_cents is null)
    and (part_id is null or state in ('refunding', 'refused')))
);
create index payments_purchase_id on payments (purchase_id);
create index payments_open on payments (checked_at) where state = 'open';
-- A purchase has one succeeded payment, ever, and one open payment, which its tabs share.
create unique index payments_one_succeeded on payments (purchase_id) where state in ('succeeded');
create unique index payments_one_open on payments (purchase_id) where state = 'open';
create index payments_going_back on payments (refund_next_at) where state in ('refunding', 'refused');
create index payments_gone_back on payments (checked_at) where refunded_cents > 0;

-- Refunds of part of a payment, by lines and pieces.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  cents integer not null check (cents > 0),
  -- `withdrawn`: refused or sent back by the bank, and given up.
  state text not null check (state in ('due', 'done', 'withdrawn')),
  reason text not null,
  -- Email of the admin who asked for it.
  actor text not null,
  created_at timestamptz not null default now()
);
alter table payments add constraint payments_part_id_fkey foreign key (part_id) references refunds (id);
create index refunds_payment_id on refunds (payment_id);
create unique index refunds_one_due on refunds (payment_id) where state = 'due';

create table refund_lines (
  refund_id uuid not null references refunds (id),
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  cents bigint not null check (cents >= 0),
  -- Pieces that were cancelled with the refund, and those of them that can be sold again.
  cancelled integer not null default 0,
  restocked integer not null default 0,
  -- Cancelled pieces that a count of the shelf put on sale before the refund was withdrawn: they no longer belong to their
  -- line (decision 30).
  counted integer not null default 0,
  primary key (refund_id, order_id),
  constraint refund_lines_cancelled check (restocked >= 0 and restocked <= cancelled and cancelled <= quantity),
  constraint refund_lines_counted check (counted >= 0 and restocked + counted <= cancelled)
);
create index refund_lines_order_id on refund_lines (order_id);

-- Disputes of buyers' banks, as last fetched from the provider.
create table disputes (
  id text primary key check (octet_length(id) <= 255),
  intent_id text not null references payments (intent_id),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null check (octet_length(currency) <= 8),
  reason text not null check (octet_length(reason) <= 64),
  status text not null check (octet_length(status) <= 64),
  -- What the bank has taken and not brought back.
  withdrawn_cents integer not null check (withdrawn_cents >= 0),
  -- Until when the owner of the shop may answer.
  due_at timestamptz,
  opened_at timestamptz not null,
  -- Counts the changes: an older answer of the provider does not overwrite a newer one.
  revision integer not null default 1,
  -- When it was last compared with the provider; 'infinity' once it is over.
  checked_at timestamptz not null default now()
);
create index disputes_intent_id on disputes (intent_id);
create index disputes_checked_at on disputes (checked_at);
create index disputes_opened_at on disputes (opened_at, id);

-- Webhook events of the provider that were taken in.
create table provider_events (
  id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz not null default now()
);
create index provider_events_received_at on provider_events (received_at);

-- Failed requests to the payment provider: a row for each kind of call and kind of failure, both of which are few.
create table payment_problems (
  operation text not null check (operation ~ '^[A-Za-z]{1,40}$'),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  times bigint not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  -- The provider's last answer. No key is in it.
  status integer,
  type text check (octet_length(type) <= 400),
  code text check (octet_length(code) <= 400),
  message text not null check (octet_length(message) <= 2000),
  request_id text check (octet_length(request_id) <= 400),
  primary key (operation, kind)
);
create index payment_problems_last_at on payment_problems (last_at);

--------------------------------------------------------------------------------------------------------------- documents

-- The seller on documents: a row for each set of facts. An invoice names the row that held.
create table sellers (
  id integer generated always as identity primary key,
  facts jsonb not null,
  since timestamptz not null default now()
);

-- The last number of each kind of document. Every payment changes its row, as the last thing that its transaction does.
create table document_counters (
  kind text primary key,
  last integer not null constraint document_counters_last check (last >= 0)
) with (fillfactor = 10);
insert into document_counters values ('invoice', 0), ('credit_note', 0);

-- What was invoiced, as it was then: an invoice never changes (decision 29).
create table invoices (
  number integer primary key check (number > 0),
  -- The number before it, which must be there: a gap is refused.
  previous integer generated always as (nullif(number - 1, 0)) stored
    constraint invoices_no_gap references invoices (number),
  purchase_id uuid not null constraint invoices_purchase unique references purchases (id),
  issued_at timestamptz not null,
  -- Null for the oldest: theirs is the first seller.
  seller_id integer references sellers (id),
  facts jsonb not null
);

-- What was refunded of an invoice.
create table credit_notes (
  number integer primary key check (number > 0),
  previous integer generated always as (nullif(number - 1, 0)) stored
    constraint credit_notes_no_gap references credit_notes (number),
  purchase_id uuid not null references invoices (purchase_id),
  -- The refund of pieces; null for a refund of all that was left, and for one made at the payment provider.
  refund_id uuid constraint credit_notes_refund unique references refunds (id),
  cents bigint not null check (cents > 0),
  issued_at timestamptz not null,
  seller_id integer references sellers (id),
  -- Line numbers of the invoice with pieces and cents; null where the pieces are not known.
  lines jsonb,
  reason text,
  -- The buyer's bank has sent the money back, and it is not refunded again under this number.
  withdrawn_at timestamptz
);
create index credit_notes_of_purchase on credit_notes (purchase_id);

------------------------------------------------------------------------------------------------------------- log and desk

-- The append-only log: order history, stock ledger and audit log in one.
create table events (
  id uuid primary key,
  at timestamptz not null default now(),
  kind text not null,
  -- Email of who did it, or 'shop'.
  actor text not null,
  -- The line that it is about; purchase_id when it is about a purchase as a whole.
  order_id uuid,
  product_id uuid,
  -- Email of the person it was done to.
  person text,
  -- Change of the product's available stock, in pieces.
  stock_change integer,
  -- What a person wrote; in old entries without facts, all that is told.
  why text,
  -- Codes and amounts, of which words are made when the entry is shown.
  facts jsonb constraint events_facts check (octet_length(facts::text) <= 16000),
  purchase_id uuid
);
create index events_order_id on events (order_id, id) where order_id is not null;
create index events_purchase_id on events (purchase_id, id) where purchase_id is not null;
create index events_kind on events (kind, id);
create index events_actor on events (actor, id);
create index events_person on events (person, id) where person is not null;
-- The log of a product, and its stock ledger from this index alone: the balance after a movement is summed from it.
create index events_of_product on events (product_id, id) include (stock_change) where product_id is not null;
-- When a product was last counted.
create index events_counts on events (product_id, at) where kind = 'stock_counted';
-- What reconciliation found and did. The same condition, word for word, is in server/log/list.ts.
create index events_reconciled on events (id) where actor = 'reconciliation' or (
  kind in ('payment_canceled', 'payment_unknown', 'refund_due', 'refund_failed', 'refund_refused', 'refund_withdrawn',
    'payment_part_refunded', 'payment_part_returned', 'payment_refunded', 'order_refunded', 'dispute_changed')
  and actor in ('shop', 'webhook'));

-- Months of the log that were written to files and removed from `events`.
create table archived_months (
  -- The first day of the month, UTC, by the time of the entries' ids.
  month date primary key check (extract(day from month) = 1),
  entries bigint not null check (entries > 0),
  -- Hash of the entries as the file has them.
  sha256 bytea not null check (octet_length(sha256) = 32),
  removed bigint not null default 0 check (removed between 0 and entries),
  archived_at timestamptz not null default now()
);

-- What the removed entries changed of each product's stock: the audit and the ledger begin with it.
create table archived_stock (
  product_id uuid primary key,
  put_in bigint not null,
  balance bigint not null
);

-- Figures of days that are over and no longer change (decision 31). A day is one of a time zone: the shop's.
create table shop_days (
  zone text not null,
  day date not null,
  placed integer not null,
  paid integer not null,
  revenue_cents bigint not null,
  pieces bigint not null,
  -- Buyers who paid for the first time.
  new_buyers integer not null,
  -- Purchases whose hold ended.
  expired integer not null,
  -- Parts whose last pieces in stock were ordered.
  sold_out integer not null,
  primary key (zone, day)
);

-- What was paid on a day, by part.
create table shop_day_parts (
  zone text not null,
  day date not null,
  product_id uuid not null,
  pieces bigint not null,
  cents bigint not null,
  primary key (zone, day, product_id),
  foreign key (zone, day) references shop_days (zone, day) on delete cascade
);

-- What the owner of the shop sets: a row for each change of a section, the newest of which holds. A section without a row, or
-- with a null value, is as content/ and the environment say.
create table shop_settings (
  section text not null,
  -- The key refuses the second of two changes that are based on the same revision.
  revision integer not null,
  value jsonb,
  saved_at timestamptz not null default now(),
  -- Email of who saved it.
  saved_by text not null,
  primary key (section, revision),
  constraint shop_settings_revision check (revision > 0),
  constraint shop_settings_size check (jsonb_typeof(value) = 'object' and octet_length(value::text) <= 65536)
);

-- The position of the WAL after somebody's last write, for staff: no replica that is behind it answers their reports.
create table staff_writes (
  user_id uuid primary key references users (id) on delete cascade,
  position pg_lsn not null
);

------------------------------------------------------------------------------------------------------------------- ground

-- Small values that the shop keeps for itself, such as the sandbox's secret.
create table settings (
  name text primary key,
  value text not null
);
-- Until when refunds made at the provider itself have been looked at.
insert into settings (name, value) values ('refunds_seen_until', extract(epoch from now())::bigint::text);

-- The outbox of mails. A row is written in the transaction of what it is about, and sent soon after.
create table mails (
  id uuid primary key,
  recipient text not null,
  -- The kind and the facts of the moment; the words are in the nouns' mail-words.ts.
  kind text not null,
  facts jsonb not null constraint mails_facts check (octet_length(facts::text) <= 500000),
  -- Names the occasion, so that each is mailed once: 'order_paid:<order id>'.
  dedupe text not null unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  -- When it is tried next; null when it has been sent or given up.
  next_at timestamptz default now(),
  -- Why the last attempt failed.
  problem text
);
create index mails_due on mails (next_at) where next_at is not null;
create index mails_expiring on mails ((facts ->> 'expiresAt')) where facts ->> 'expiresAt' is not null;
create index mails_stuck on mails (id) where problem is not null and sent_at is null
  and (attempts <> 1 or next_at is not null);
-- Rows are added and deleted in the order of time: BRIN finds them, and costs an insert next to nothing.
create index mails_created_at on mails using brin (created_at);

-- Answers of creating calls, kept for 24 hours under the key that their client chose. Without a foreign key, as an answer is
-- forgotten within a day.
create table idempotency_keys (
  user_id uuid not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_created_at on idempotency_keys using brin (created_at);

-- Counters of the rate limits (server/ground/limits). A counter is the moment at which it is empty again: each try moves it further
-- into the future, and beyond a bound the try is refused. Keys are hashes, so that no address is kept.
create table rate_limits (
  key bytea primary key,
  empty_at timestamptz not null
) with (fillfactor = 70);
