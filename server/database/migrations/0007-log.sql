-- The log by person, and what the number of all orders is counted from.

create index events_actor on events (actor, id);
create index events_person on events (person, id) where person is not null;
create index orders_deleted_at on orders (deleted_at) where deleted_at is not null;
