-- What reconciliation needs: refunds that are due, when a payment was last compared with the provider, which events of
-- the provider were taken in.

alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('open', 'succeeded', 'canceled', 'refunding', 'refunded'));
alter table payments
  add column refund_reason text,
  add column refund_actor text,
  add column refund_next_at timestamptz,
  add column refund_attempts integer not null default 0,
  add column checked_at timestamptz not null default now(),
  add check (state <> 'refunding' or (refund_reason is not null and refund_next_at is not null));
create index payments_refunding on payments (refund_next_at) where state = 'refunding';
drop index payments_open;
create index payments_open on payments (checked_at) where state = 'open';

-- An order is paid by one payment, ever: also while that payment is being given back.
drop index payments_one_succeeded;
create unique index payments_one_succeeded on payments (order_id) where state in ('succeeded');

create table provider_events (
  id text primary key,
  type text not null,
  intent_id text,
  received_at timestamptz not null default now()
);
create index provider_events_received_at on provider_events (received_at);

-- Until when refunds made at the provider itself have been looked at.
insert into settings (name, value) values ('refunds_seen_until', extract(epoch from now())::bigint::text);

alter table orders add column hold_warned_at timestamptz;
create index orders_unpaid on orders (user_id) where paid_at is null and deleted_at is null;
