-- The second factor of sign-ins: when a person enrolled, and when each session has proven it last.
alter table users add column second_factor_at timestamptz;
alter table sessions add column factor_at timestamptz;

create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Secrets of authenticator apps, encrypted with AUTH_SECRET: the one in use, and one that is being set up.
  secret text check (octet_length(secret) <= 1000),
  pending text check (octet_length(pending) <= 1000),
  -- The half minute of the last code that was taken, counted from 1970: neither it nor one before is taken again.
  last_step bigint not null default 0,
  -- Codes that were tried, one after the other, since a moment.
  attempts smallint not null default 0 constraint second_factors_attempts check (attempts between 0 and 10),
  attempts_since timestamptz not null default now()
);

-- Each is deleted when it is used.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (user_id, hash)
);
