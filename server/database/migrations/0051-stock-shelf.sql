-- Commits by itself
-- Lines whose pieces lie on the shelf of their product: those that are shipped leave it.
create index concurrently orders_on_shelf on orders (product_id)
  where deleted_at is null and quantity > awaited + shipped_quantity + cancelled_quantity
