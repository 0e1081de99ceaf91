-- Commits by itself
-- When pieces of a return came back last: neither when it ended, as it may be closed later, nor when it was answered.
do $migration$ begin

alter table returns add column if not exists received_at timestamptz;
commit;
update returns set received_at = coalesce((
    select max(at) from events
    where order_id in (select order_id from return_lines where return_id = returns.id)
      and kind = 'pieces_returned' and facts ->> 'returnId' = returns.id::text
  ), closed_at)
where received_at is null and exists (select from return_lines where return_id = returns.id and received > 0);

end $migration$;
