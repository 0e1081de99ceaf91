-- Commits by itself
-- Wrong codes of the second factor by a session that has proven it are counted there: whoever else has the password cannot lock it.
do $migration$ begin

alter table sessions
  add column if not exists factor_attempts smallint not null default 0,
  add column if not exists factor_attempts_since timestamptz not null default now();
alter table sessions drop constraint if exists sessions_factor_attempts;
alter table sessions
  add constraint sessions_factor_attempts check (factor_attempts between 0 and 10) not valid;
commit;
alter table sessions validate constraint sessions_factor_attempts;

end $migration$;
