-- Commits by itself
-- Lines of which more pieces came back, or were cancelled, than are refunded. A line of which nothing came back is none of them: a
-- refund cancels pieces and counts them as refunded at once.
create index concurrently orders_refund_owed on orders (purchase_id)
  where returned_quantity > 0 and returned_quantity + cancelled_quantity > refunded_quantity;
