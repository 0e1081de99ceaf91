-- Wrong codes of the second factor by a session that has proven it are counted there: whoever else has the password cannot lock it.
alter table sessions
  add column factor_attempts smallint not null default 0,
  add column factor_attempts_since timestamptz not null default now();
alter table sessions
  add constraint sessions_factor_attempts check (factor_attempts between 0 and 10) not valid;
