-- Commits by itself
-- When a product was counted for the last time.
create index concurrently events_counts on events (product_id, at) where kind = 'stock_counted'
