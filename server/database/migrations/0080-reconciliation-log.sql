-- Commits by itself
-- What reconciliation found and did, of all the kinds that it has now: server/events/list.ts asks with the same condition.
create index concurrently events_reconciled on events (id) where actor = 'reconciliation' or (
  kind in ('payment_canceled', 'payment_unknown', 'refund_due', 'refund_failed', 'refund_refused', 'refund_withdrawn',
    'payment_part_refunded', 'payment_part_returned', 'payment_refunded', 'order_refunded', 'dispute_changed')
  and actor in ('shop', 'webhook'))
