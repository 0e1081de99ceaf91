-- Commits by itself
-- Those that staff have hidden, for staff's list of them.
create index concurrently reviews_not_shown on reviews (id) where hidden_at is not null;
