-- Commits by itself
create index concurrently lists_shared_of_buyer on lists (buyer_id, changed_at) where shared is not null;
