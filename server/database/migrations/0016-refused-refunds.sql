-- Refunds that the provider refuses, what has gone back in part, and facts of the log whose words are made when shown.

alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('open', 'succeeded', 'canceled', 'refunding', 'refused', 'refunded'));
alter table payments
  add column refunded_cents integer not null default 0,
  -- The provider's code for its last refusal, and how many there were.
  add column refund_problem text check (octet_length(refund_problem) <= 64),
  add column refund_refusals integer not null default 0;
update payments set refunded_cents = amount_cents where state = 'refunded';
alter table payments
  add constraint payments_refunded_cents check (refunded_cents between 0 and amount_cents),
  add constraint payments_refunded_whole check (state <> 'refunded' or refunded_cents = amount_cents),
  add constraint payments_refused_why check (state <> 'refused' or refund_problem is not null);

-- Those that stand still are listed with those that go on.
drop index payments_refunding;
create index payments_refunding on payments (refund_next_at) where state in ('refunding', 'refused');
-- What has gone back in part may be sent back by a bank, too.
drop index payments_refunded;
create index payments_refunded on payments (checked_at) where refunded_cents > 0;

alter table events add column facts jsonb check (octet_length(facts::text) <= 2000);
-- The same condition, word for word, is in server/events/list.ts.
drop index events_reconciliation;
create index events_reconciliation on events (id) where actor = 'reconciliation' or (
  kind in ('payment_canceled', 'refund_due', 'refund_failed', 'refund_refused', 'payment_part_refunded',
    'payment_refunded', 'order_refunded', 'dispute_changed')
  and actor in ('shop', 'webhook'));
