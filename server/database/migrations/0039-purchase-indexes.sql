-- How often a buyer has used a PO number, and how many purchases were deleted since a moment.
create index purchases_po_number on purchases (user_id, lower(po_number))
  where po_number is not null and state <> 'deleted';
create index purchases_deleted_at on purchases (deleted_at) where deleted_at is not null;
