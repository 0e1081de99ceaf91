-- Commits by itself
create index concurrently purchases_to_send on purchases (accepted_at, id) where to_ship_pieces > 0;
