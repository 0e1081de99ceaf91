-- Commits by itself
create index concurrently purchases_of_buyer on purchases (buyer_id, id desc) where state <> 'deleted';
