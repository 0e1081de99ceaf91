-- Commits by itself
-- Refunds that the provider refuses, what has gone back in part, and facts of the log whose words are made when shown.
-- What reads all of a table stands in a transaction that keeps nobody from reading and writing it, or, for indexes, from
-- reading it: the version before goes on meanwhile, and beside this one.
do $migration$ begin

alter table payments drop constraint if exists payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('open', 'succeeded', 'canceled', 'refunding', 'refused', 'refunded')) not valid;
alter table payments
  add column if not exists refunded_cents integer not null default 0,
  -- When refunded_cents changed last: weeks later a bank may still send something back.
  add column if not exists refunded_changed_at timestamptz,
  -- The provider's code for its last refusal, and how many there were.
  add column if not exists refund_problem text,
  add column if not exists refund_refusals integer not null default 0;
alter table payments
  drop constraint if exists payments_refunded_cents,
  drop constraint if exists payments_refunded_whole,
  drop constraint if exists payments_refused_why,
  drop constraint if exists payments_refund_problem;
alter table payments
  add constraint payments_refunded_cents check (refunded_cents between 0 and amount_cents) not valid,
  add constraint payments_refunded_whole check (state <> 'refunded' or refunded_cents = amount_cents) not valid,
  add constraint payments_refused_why check (state <> 'refused' or refund_problem is not null) not valid,
  add constraint payments_refund_problem check (octet_length(refund_problem) <= 64) not valid;

-- Whole amounts follow from the state, so that a process of the version before, which writes the state alone, writes them.
create or replace function note_refunded() returns trigger language plpgsql as $$
begin
  if new.state = 'refunded' then
    new.refunded_cents = new.amount_cents;
  elsif old.state = 'refunded' and new.refunded_cents = old.refunded_cents then
    new.refunded_cents = 0;
  end if;
  if new.refunded_cents <> old.refunded_cents then new.refunded_changed_at = now(); end if;
  return new;
end $$;
create or replace trigger payments_note_refunded before update on payments for each row
  when (new.state <> old.state or new.refunded_cents <> old.refunded_cents) execute function note_refunded();

alter table events add column if not exists facts jsonb;
alter table events drop constraint if exists events_facts_check;
alter table events add constraint events_facts_check check (octet_length(facts::text) <= 2000) not valid;
commit;

update payments set refunded_cents = amount_cents where state = 'refunded' and refunded_cents < amount_cents;
update payments set refunded_changed_at = coalesce(settled_at, created_at)
where state = 'refunded' and refunded_changed_at >= now();
commit;

alter table payments
  validate constraint payments_state_check,
  validate constraint payments_refunded_cents,
  validate constraint payments_refunded_whole,
  validate constraint payments_refused_why,
  validate constraint payments_refund_problem;
commit;
alter table events validate constraint events_facts_check;
commit;

-- Those that stand still are listed with those that go on.
create index if not exists payments_going_back on payments (refund_next_at) where state in ('refunding', 'refused');
-- What has gone back in part may be sent back by a bank, too.
create index if not exists payments_gone_back on payments (checked_at) where refunded_cents > 0;
commit;
-- The same condition, word for word, is in server/events/list.ts.
create index if not exists events_of_reconciliation on events (id) where actor = 'reconciliation' or (
  kind in ('payment_canceled', 'refund_due', 'refund_failed', 'refund_refused', 'payment_part_refunded',
    'payment_part_returned', 'payment_refunded', 'order_refunded', 'dispute_changed')
  and actor in ('shop', 'webhook'));
commit;
drop index if exists payments_refunding;
drop index if exists payments_refunded;
commit;
drop index if exists events_reconciliation;

end $migration$;
