-- Commits by itself
-- Passkeys, a second factor of sign-ins, and what they are asked to sign.
do $migration$ begin

-- A row of second_factors is there for each person who has a second factor: whoever removes it, also by the version before, removes
-- the passkeys.
create table if not exists passkeys (
  id uuid primary key,
  user_id uuid not null references second_factors (user_id) on delete cascade,
  -- Which of the person's ten places it has: there is no eleventh.
  place smallint not null constraint passkeys_place check (place between 1 and 10),
  name text not null constraint passkeys_name check (octet_length(name) between 1 and 200),
  credential_id bytea not null constraint passkeys_credential unique
    constraint passkeys_credential_bound check (octet_length(credential_id) between 1 and 1023),
  -- As COSE.
  public_key bytea not null constraint passkeys_key_bound check (octet_length(public_key) between 1 and 2000),
  -- Of its signatures: 0 where the authenticator does not count.
  counter bigint not null constraint passkeys_counter check (counter between 0 and 4294967295),
  -- How a browser reaches it.
  transports text[] not null constraint passkeys_transports check (
    transports <@ array['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] and cardinality(transports) <= 6),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint passkeys_of_person unique (user_id, place)
);
commit;

-- One a session, and so no more than people have signed in. It is deleted by whoever answers it, rightly or not.
create table if not exists passkey_challenges (
  session_id uuid primary key references sessions (id) on delete cascade,
  purpose text not null constraint passkey_challenges_purpose check (purpose in ('add', 'prove')),
  challenge bytea not null constraint passkey_challenges_bytes check (octet_length(challenge) = 32),
  expires_at timestamptz not null
);
create index if not exists passkey_challenges_expired on passkey_challenges (expires_at);

end $migration$;
