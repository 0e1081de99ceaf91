-- What reconciliation found and did is little among all there is in the log. The same condition, word for word, is in
-- server/events/list.ts; without this, its page would be looked for in the whole log.
create index events_reconciliation on events (id) where actor = 'reconciliation' or (
  kind in ('payment_canceled', 'refund_due', 'refund_failed', 'payment_refunded', 'order_refunded')
  and actor in ('shop', 'webhook'));
