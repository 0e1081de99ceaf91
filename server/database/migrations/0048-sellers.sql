-- An invoice is in the name of the process that settles: it says who sells in the setting `shop.seller` of its connections. So
-- processes of several versions, whose content/ says different things, run side by side. Whoever says nothing has the newest.

create function seller_of_process() returns integer language plpgsql as $$
declare
  told jsonb := nullif(current_setting('shop.seller', true), '');
  known integer;
begin
  if told is null then
    return (select max(id) from sellers);
  end if;
  select min(id) into known from sellers where facts = told;
  if known is null then
    insert into sellers (facts) values (told) returning id into known;
  end if;
  return known;
end $$;

create or replace function issue_invoice() returns trigger language plpgsql as $$
declare
  known jsonb := invoice_facts(new.id);
  given integer := next_document('invoice');
begin
  -- The clock and the seller are read under the counter's lock: later numbers have later dates, and a seller is one row.
  insert into invoices (number, purchase_id, issued_at, seller_id, facts)
  values (given, new.id, clock_timestamp(), seller_of_process(), known);
  return null;
end $$;

-- As in migration 0047, but for the seller.
-- Issues the credit notes that a payment's purchase lacks: one for each refund of pieces that is done, and one for whatever
-- else has gone back. Where less has gone back than is credited, and nothing is due, withdraws newest ones of the latter.
create or replace function credit_payment(payment uuid) returns void language plpgsql as $$
declare
  paid record;
  one record;
  owed bigint;
begin
  select payments.purchase_id, payments.refunded_cents, payments.state, refund_reason into paid
  from payments join purchases on purchases.id = payments.purchase_id and transaction_id = intent_id
  where payments.id = payment;
  if not found then return; end if;
  for one in
    select refunds.id, cents, reason, (
        select jsonb_agg(jsonb_build_object('no', line_no, 'quantity', part.quantity, 'cents', part.cents) order by line_no)
        from refund_lines part join orders on orders.id = order_id where refund_id = refunds.id
      ) as lines
    from refunds where payment_id = payment and refunds.state = 'done'
      and not exists (select from credit_notes where refund_id = refunds.id)
    order by refunds.id
  loop
    insert into credit_notes (number, purchase_id, refund_id, cents, issued_at, seller_id, lines, reason)
    values (next_document('credit_note'), paid.purchase_id, one.id, one.cents, clock_timestamp(), seller_of_process(), one.lines, one.reason);
  end loop;
  select paid.refunded_cents - coalesce(sum(cents), 0) into owed
  from credit_notes where purchase_id = paid.purchase_id and withdrawn_at is null;
  while owed < 0 and paid.state in ('succeeded', 'refunded') loop
    update credit_notes set withdrawn_at = clock_timestamp()
    where number = (
      select max(number) from credit_notes where purchase_id = paid.purchase_id and refund_id is null and withdrawn_at is null
    ) returning owed + cents into owed;
    exit when not found;
  end loop;
  if owed > 0 then
    insert into credit_notes (number, purchase_id, cents, issued_at, seller_id, lines, reason)
    values (next_document('credit_note'), paid.purchase_id, owed, clock_timestamp(), seller_of_process(),
      case when paid.state = 'refunded' then lines_left(paid.purchase_id, owed) end, paid.refund_reason);
  end if;
end $$;
