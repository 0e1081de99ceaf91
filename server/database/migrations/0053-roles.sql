-- Commits by itself
-- The role of staff, who run the shop without people and money.
do $migration$ begin

if not exists (select from pg_constraint where conname = 'users_role') then
  alter table users add constraint users_role check (role in ('customer', 'staff', 'admin')) not valid;
end if;
commit;
alter table users validate constraint users_role;
commit;
alter table users drop constraint if exists users_role_check;

end $migration$
