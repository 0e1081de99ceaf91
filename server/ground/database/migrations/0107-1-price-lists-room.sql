-- A company, and a group of buyers, has up to 30 price lists: a chain of versions stays whole.
alter table buyer_price_lists drop constraint buyer_price_lists_bound;
alter table buyer_price_lists add constraint buyer_price_lists_bound check (position between 1 and 30) not valid;
alter table group_price_lists drop constraint group_price_lists_bound;
alter table group_price_lists add constraint group_price_lists_bound check (position between 1 and 30) not valid;
