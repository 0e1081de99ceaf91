-- Reviews that staff have hidden, with the reason. Those that are shown are found by an index that has no others.
alter table reviews
  add column hidden_at timestamptz,
  add column hidden_by text,
  add column hidden_why text,
  add constraint reviews_hidden
    check (num_nulls(hidden_at, hidden_by, hidden_why) in (0, 3) and octet_length(hidden_why) <= 2000);
create index reviews_shown on reviews (id) where hidden_at is null;
