-- Commits by itself
create index concurrently purchases_paid_by_buyer on purchases (buyer_id, paid_at) where paid_at is not null and state <> 'deleted';
