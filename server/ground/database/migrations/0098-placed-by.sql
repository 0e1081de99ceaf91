-- Who of the shop's staff has placed a purchase for its buyer.
alter table purchases add column placed_by text;
