-- Commits by itself
-- What a customer has paid and has to pay is never below nothing.
do $migration$ begin

alter table users drop constraint if exists users_sums;
alter table users add constraint users_sums check (paid_cents >= 0 and unpaid_cents >= 0) not valid;
commit;
-- One that is wrong already is told by the audit, and refused from its next change on.
if not exists (select from users where paid_cents < 0 or unpaid_cents < 0) then
  alter table users validate constraint users_sums;
end if;

end $migration$;
