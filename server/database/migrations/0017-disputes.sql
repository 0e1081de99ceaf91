-- Disputes of buyers' banks, as the provider had them when they were last fetched. Its words are codes.

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
  -- Counts the changes: what was fetched before the last one does not go over it.
  revision integer not null default 1,
  -- When it was last compared with the provider; 'infinity' once it is over.
  checked_at timestamptz not null default now()
);
create index disputes_intent_id on disputes (intent_id);
create index disputes_checked_at on disputes (checked_at);
