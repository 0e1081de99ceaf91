-- When a buyer first tried to pay with a payment. The log has told of all there were as soon as they were made.
alter table payments add column begun_at timestamptz;
update payments set begun_at = created_at;
