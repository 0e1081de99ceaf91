-- What went wrong between the shop and its payment provider: a row a kind of call and kind of failure, both of which are few.
create table payment_problems (
  operation text not null check (operation ~ '^[A-Za-z]{1,40}$'),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  times bigint not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  -- What the provider said last. No key is in it.
  status integer,
  type text check (octet_length(type) <= 400),
  code text check (octet_length(code) <= 400),
  message text not null check (octet_length(message) <= 2000),
  request_id text check (octet_length(request_id) <= 400),
  primary key (operation, kind)
);
create index payment_problems_last_at on payment_problems (last_at);
