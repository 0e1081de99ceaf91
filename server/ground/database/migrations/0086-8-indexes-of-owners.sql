create index addresses_of_buyer on addresses (buyer_id, id);
create unique index addresses_one_default_of_buyer on addresses (buyer_id) where is_default;
create index lists_of_buyer on lists (buyer_id, id);
-- Those by buyers are used instead. A person may have a default address of their own besides that of a company.
drop index purchases_paid;
drop index purchases_po_number;
drop index addresses_one_default;
