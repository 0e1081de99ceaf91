-- Until when an order's stock is kept once its buyer's address is proven, where that is longer than `held_until`. Orders that
-- were placed before this stay held for as long as their buyers were told.
alter table orders add column held_until_proven timestamptz;
create index orders_held_until_proven on orders (id) where held_until_proven is not null;
