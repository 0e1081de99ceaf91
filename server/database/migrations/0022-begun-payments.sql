-- When a buyer first tried to pay with a payment; null when nobody has. The log has told of all there were as soon as they
-- were made: they count as begun, at the time of this migration. A default that is the same for all rows writes none of them.
alter table payments add column begun_at timestamptz default now();
alter table payments alter column begun_at drop default;
