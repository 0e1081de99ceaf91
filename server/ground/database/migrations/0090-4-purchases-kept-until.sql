-- Commits by itself
create index concurrently purchases_kept_until on purchases (held_until) where held_until is not null;
