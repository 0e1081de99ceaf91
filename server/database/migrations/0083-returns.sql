-- Returns have a number that buyers write on the parcel, what the buyer wants for the pieces, and may be withdrawn by their buyer: such a
-- one is `closed`, as the version before knows it.

alter table returns
  -- The how manieth return of its purchase it is; null for those of before, which are counted.
  add column if not exists nth smallint,
  add column if not exists wish text,
  add column if not exists withdrawn_at timestamptz;
