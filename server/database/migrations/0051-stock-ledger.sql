-- Commits by itself
-- The log of a product, and its stock ledger from this index alone: what stands behind a movement is summed up from it.
create index concurrently events_of_product on events (product_id, id) include (stock_change) where product_id is not null
