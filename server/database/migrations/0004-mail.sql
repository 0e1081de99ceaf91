-- The outbox of mails. A row is written in the transaction of what it tells of, and sent soon after it.

create table mails (
  id uuid primary key,
  recipient text not null,
  -- What it tells of, and the facts as they were then; the words are in server/mail/templates.ts.
  kind text not null,
  facts jsonb not null,
  -- Names what it tells of, so that it is told once: 'order_paid:<order id>'.
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
create index mails_created_at on mails (created_at);
