-- Where the unit price of a line came from, where it was not the list price: { kind, id, name } of the price list.
alter table orders add column price_source jsonb;
