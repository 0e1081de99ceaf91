-- What a company's other members may do with a list. Not valid: 0099-2 looks at the rows of before.
alter table lists add column shared text,
  add constraint lists_shared check (
    shared is null or (shared in ('read', 'change') and kind = 'saved' and buyer_id <> user_id)
  ) not valid;
