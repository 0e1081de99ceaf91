-- What a buyer shows of pieces that are to come back: decoded and written anew, and seen by the buyer and staff alone. They are in
-- the database, as nothing else may hand them out, and go when the return has long ended.
create table return_pictures (
  return_id uuid not null references returns (id),
  nth smallint not null constraint return_pictures_nth check (nth between 1 and 3),
  webp bytea not null constraint return_pictures_bytes check (octet_length(webp) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (return_id, nth)
);
create index return_pictures_created_at on return_pictures (created_at);
