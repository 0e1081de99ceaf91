-- What a buyer has paid since a day.
create index purchases_paid on purchases (user_id, paid_at) where paid_at is not null and state <> 'deleted';
