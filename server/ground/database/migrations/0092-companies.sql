-- Companies are buyers for which several people act.
alter table buyers add column address jsonb, add column tax_id text,
  add constraint buyers_company check (
    (kind = 'company') = (address is not null) and octet_length(address::text) <= 4000 and octet_length(tax_id) <= 200
      and (kind = 'company' or tax_id is null)
  );
create index buyers_companies on buyers (id) where kind = 'company';

create table members (
  buyer_id uuid not null references buyers (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  roles text[] not null constraint members_roles check (
    cardinality(roles) between 1 and 5 and roles <@ array['admin', 'buyer', 'approver', 'finance', 'viewer']),
  joined_at timestamptz not null default now(),
  -- The most that the member may order at once and in a month, in cents; null without a limit.
  per_purchase_cents bigint constraint members_per_purchase check (per_purchase_cents >= 0),
  per_month_cents bigint constraint members_per_month check (per_month_cents >= 0),
  primary key (buyer_id, user_id)
);
create index members_of_user on members (user_id);

create table invitations (
  id uuid primary key,
  buyer_id uuid not null references buyers (id) on delete cascade,
  email text not null constraint invitations_email check (octet_length(email) between 1 and 254),
  roles text[] not null constraint invitations_roles check (cardinality(roles) between 1 and 5),
  -- SHA-256 of the token in the mail's link.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text,
  withdrawn_at timestamptz,
  constraint invitations_ended check (num_nulls(accepted_at, accepted_by) in (0, 2) and num_nonnulls(accepted_at, withdrawn_at) <= 1)
);
create index invitations_of_buyer on invitations (buyer_id, id);
create unique index invitations_one_open on invitations (buyer_id, email) where accepted_at is null and withdrawn_at is null;

-- For whom the token acts; null: for the person alone. The session keeps the last choice.
alter table access_tokens add column buyer_id uuid references buyers (id) on delete cascade;
alter table sessions add column buyer_id uuid references buyers (id) on delete set null;
create index access_tokens_of_buyer on access_tokens (buyer_id) where buyer_id is not null;
create index sessions_of_buyer on sessions (buyer_id) where buyer_id is not null;

-- A person has a cart for each buyer that they act for.
create unique index lists_one_cart_each on lists (user_id, buyer_id) where kind = 'cart';
drop index lists_one_cart;
