-- Commits by itself
create index concurrently purchases_po_of_buyer on purchases (buyer_id, lower(po_number)) where po_number is not null and state <> 'deleted';
