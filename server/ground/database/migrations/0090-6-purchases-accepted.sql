-- Commits by itself
create index concurrently purchases_accepted on purchases (id) where state = 'accepted';
