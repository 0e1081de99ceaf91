-- Commits by itself
do $$
declare
  ids uuid[] := array['00000000-0000-0000-0000-000000000000'];
begin
  loop
    select array_agg(id order by id) into ids
    from (select id from purchases where id > ids[cardinality(ids)] order by id limit 1000) as those;
    exit when ids is null;
    -- Locked first: what goes back of a payment meanwhile is counted after this.
    perform from purchases where id = any(ids) order by id for no key update;
    update purchases set payable_cents = total_cents, refunded_cents = coalesce((
      select payments.refunded_cents from payments where intent_id = transaction_id
    ), 0)
    where id = any(ids);
    commit;
  end loop;
end $$;
