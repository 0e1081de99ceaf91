-- Commits by itself
-- Which paid purchases their buyers want cancelled: staff have them to do.
create index concurrently purchases_cancel_asked on purchases (id) where state = 'paid' and cancel_asked_at is not null;
