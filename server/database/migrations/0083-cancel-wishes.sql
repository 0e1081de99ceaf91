-- The buyer of a paid purchase can ask that it is cancelled. Both are null again once the shop has refused.

alter table purchases
  add column if not exists cancel_asked_at timestamptz,
  add column if not exists cancel_why text;
