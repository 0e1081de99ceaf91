-- A company that waits for the shop's approval, and one that the shop has closed.
alter table buyers
  add column waiting_since timestamptz,
  add column closed_at timestamptz,
  add column closed_by text,
  add column closed_why text;
alter table buyers add constraint buyers_closed check (
  num_nulls(closed_at, closed_by, closed_why) in (0, 3) and octet_length(closed_why) <= 2000
  and (kind = 'company' or num_nonnulls(closed_at, waiting_since) = 0)) not valid;
