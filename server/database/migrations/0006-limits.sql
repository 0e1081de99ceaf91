-- Counters of the rate limits (server/limits). A counter is one moment: when it will be empty again. Each try moves it
-- further into the future, and beyond a bound the try is refused. Keys are hashes: nobody's address is kept here.
create table rate_limits (
  key bytea primary key,
  empty_at timestamptz not null
) with (fillfactor = 70);
