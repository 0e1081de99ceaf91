-- Commits by itself
-- Staff sort customers by name. An order changes none of it, so that rows of users still change in place (HOT).
create index concurrently users_by_name on users (lower(name), id);
