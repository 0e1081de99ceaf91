-- Each order counts its buyer's unpaid ones. While there are few orders PostgreSQL took any index on those not deleted as
-- just as good as the one made for this, read all of it for each order, and kept to that plan until the table's next
-- analysis. Written as one expression, the condition fits this index alone.
drop index orders_unpaid;
create index orders_unpaid on orders (user_id) where coalesce(paid_at, deleted_at) is null;
