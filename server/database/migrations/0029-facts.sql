-- Commits by itself
-- Entries of the log and refunds keep codes and facts; the words are made when they are shown. What was written before
-- stays as it is. Tables are read in a transaction of their own, in which others go on to write.
do $migration$ begin

-- Why money goes back, where no person wrote it into refund_reason.
alter table payments add column if not exists refund_cause text;
alter table payments drop constraint if exists payments_check, drop constraint if exists payments_refunding_why,
  drop constraint if exists payments_refund_cause;
alter table payments
  add constraint payments_refund_cause check (octet_length(refund_cause) <= 64) not valid,
  add constraint payments_refunding_why check (state <> 'refunding'
    or (num_nonnulls(refund_reason, refund_cause) > 0 and refund_next_at is not null)) not valid;

-- A change of a product tells of three texts of up to 500 characters before and after it.
alter table events drop constraint if exists events_facts_check, drop constraint if exists events_facts;
alter table events add constraint events_facts check (octet_length(facts::text) <= 16000) not valid;
-- A mail tells of up to 20 products.
alter table mails drop constraint if exists mails_facts;
alter table mails add constraint mails_facts check (octet_length(facts::text) <= 32000) not valid;
commit;
alter table payments validate constraint payments_refund_cause, validate constraint payments_refunding_why;
commit;
alter table events validate constraint events_facts;
commit;
alter table mails validate constraint mails_facts;

end $migration$;
