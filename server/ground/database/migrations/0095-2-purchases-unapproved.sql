-- Commits by itself
create index concurrently purchases_unapproved on purchases (buyer_id, id)
  where asked_at is not null and approved_at is null and state in ('asked', 'released');
