-- What members of companies have said of purchases that wait for an approval.
create table approvals (
  purchase_id uuid not null references purchases (id) on delete cascade,
  -- Null once the account is gone.
  user_id uuid references users (id) on delete set null,
  -- What the purchase was when they saw it.
  revision int not null,
  hash text not null constraint approvals_hash check (octet_length(hash) = 64),
  verdict text not null constraint approvals_verdict check (verdict in ('approve', 'send_back')),
  note text constraint approvals_note check (octet_length(note) <= 8000),
  at timestamptz not null default now(),
  -- Since when it counts no more: the purchase was changed or sent back.
  void_at timestamptz
);
create unique index approvals_live on approvals (purchase_id, user_id) where void_at is null;
create index approvals_of_user on approvals (user_id);
