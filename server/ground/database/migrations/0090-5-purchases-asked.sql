-- Commits by itself
create index concurrently purchases_asked on purchases (id) where state = 'asked';
