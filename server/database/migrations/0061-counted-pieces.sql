-- Commits by itself
-- Pieces of a withdrawn refund that were cancelled, not put on sale, and put on sale by a count of the shelf before it was withdrawn:
-- they belong to their line no more (decision 30).
do $migration$ begin

alter table refund_lines add column if not exists counted integer not null default 0;
alter table refund_lines drop constraint if exists refund_lines_counted;
alter table refund_lines add constraint refund_lines_counted
  check (counted >= 0 and restocked + counted <= cancelled) not valid;
commit;
alter table refund_lines validate constraint refund_lines_counted;

end $migration$;
