-- Refunds that the provider has taken are looked at once a day for some weeks: a bank may send one back.
create index payments_refunded on payments (checked_at) where state = 'refunded';
