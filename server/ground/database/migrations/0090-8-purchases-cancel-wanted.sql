-- Commits by itself
create index concurrently purchases_cancel_wanted on purchases (id)
  where unshipped_pieces > 0 and cancel_asked_at is not null;
