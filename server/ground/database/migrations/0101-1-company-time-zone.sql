-- The months and years of a company's limits and budgets begin in its time zone; null: in the shop's.
alter table buyers add column time_zone text;
alter table buyers add constraint buyers_time_zone
  check (time_zone is null or (kind = 'company' and octet_length(time_zone) between 1 and 60)) not valid;
