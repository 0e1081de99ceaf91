-- Commits by itself
-- Who is told of what runs out, found once a minute. Orders change no role, so that rows of users still change in place (HOT).
create index concurrently users_staff on users (id) where role in ('admin', 'staff');
