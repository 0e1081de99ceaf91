-- Commits by itself
-- Invoices and credit notes, numbered without gaps. The database writes them, so that no purchase is paid without an invoice and
-- no refund made without a credit note, also by a process of the version before.
do $migration$
declare
  batch uuid[];
begin

-- Who sells, as content/ has said: a row for each change. A number in `invoices` tells which one held.
create table if not exists sellers (
  id integer generated always as identity primary key,
  facts jsonb not null,
  since timestamptz not null default now()
);

-- The last number of each kind. Every payment changes the row, as the last thing that its transaction does.
create table if not exists document_counters (
  kind text primary key,
  last integer not null constraint document_counters_last check (last >= 0)
) with (fillfactor = 10);

-- What was invoiced, as it was then: nothing of it changes.
create table if not exists invoices (
  number integer primary key check (number > 0),
  -- The one before it, which must be there: a gap is refused.
  previous integer generated always as (nullif(number - 1, 0)) stored,
  purchase_id uuid not null constraint invoices_purchase unique,
  issued_at timestamptz not null,
  -- Those of before have none: the first seller is theirs.
  seller_id integer references sellers (id),
  facts jsonb not null
);

-- What was refunded of an invoice.
create table if not exists credit_notes (
  number integer primary key check (number > 0),
  previous integer generated always as (nullif(number - 1, 0)) stored,
  purchase_id uuid not null,
  -- The refund of pieces. Without it, all that was left, or what was refunded at the payment provider itself.
  refund_id uuid constraint credit_notes_refund unique references refunds (id),
  cents bigint not null check (cents > 0),
  issued_at timestamptz not null,
  seller_id integer references sellers (id),
  -- Line numbers of the invoice with pieces and cents; null where it is not known which pieces it is for.
  lines jsonb,
  reason text,
  -- The buyer's bank has sent the money back, and it is not refunded again as this.
  withdrawn_at timestamptz
);
create index if not exists credit_notes_of_purchase on credit_notes (purchase_id);

create or replace function refuse_issued() returns trigger language plpgsql as $$
begin
  raise exception 'what was issued does not change' using errcode = 'check_violation';
end $$;
create or replace trigger invoices_issued before update or delete on invoices
  for each row execute function refuse_issued();
create or replace trigger credit_notes_issued before update of number, purchase_id, refund_id, cents, issued_at, seller_id, lines, reason
  on credit_notes for each row execute function refuse_issued();
create or replace trigger credit_notes_kept before delete on credit_notes
  for each row execute function refuse_issued();

-- Everything that an invoice says of a purchase, as it is now.
create or replace function invoice_facts(purchase uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('number', purchases.number, 'placedAt', placed_at, 'paidAt', paid_at, 'transactionId', transaction_id,
    'buyer', jsonb_build_object('name', buyer_name, 'email', buyer_email), 'address', shipping_address, 'phone', phone,
    'shipTo', ship_to, 'poNumber', po_number, 'costCentre', cost_centre, 'note', note, 'deliveryWish', delivery_wish,
    'totalCents', total_cents, 'lines', (
      select jsonb_agg(jsonb_build_object('no', line_no, 'name', product_name, 'sku', sku, 'maker', maker, 'mpn', mpn,
        'customerRef', customer_ref, 'designators', designators, 'quantity', orders.quantity, 'unitPriceMicros', unit_price_micros,
        'totalCents', orders.total_cents, 'expectedOn', case when awaited > 0 then due_on end,
        'expectedPieces', awaited) order by line_no, due_on nulls first)
      from orders join products on products.id = orders.product_id left join receipts on receipts.id = receipt_id
      where purchase_id = purchases.id and (orders.deleted_at is null or purchases.state = 'deleted' and paid_at is not null)))
  from purchases where id = purchase
$$;

-- The next number of a kind. The row stays locked until the transaction ends: whoever comes next gets the number after it, or
-- this one when nothing comes of it.
create or replace function next_document(which text) returns integer language plpgsql as $$
declare
  given integer;
begin
  update document_counters set last = last + 1 where kind = which returning last into strict given;
  return given;
end $$;

create or replace function issue_invoice() returns trigger language plpgsql as $$
declare
  known jsonb := invoice_facts(new.id);
  seller integer := (select max(id) from sellers);
  given integer := next_document('invoice');
begin
  -- The clock is read under the counter's lock: later numbers have later dates.
  insert into invoices (number, purchase_id, issued_at, seller_id, facts) values (given, new.id, clock_timestamp(), seller, known);
  return null;
end $$;

-- The pieces that all that is left of a purchase is for; null where that does not come to these cents, as something was refunded
-- at the payment provider itself.
create or replace function lines_left(purchase uuid, due bigint) returns jsonb language sql stable as $$
  select case when sum(cents) = due then jsonb_agg(jsonb_build_object('no', line_no, 'quantity', quantity, 'cents', cents)
    order by line_no) end
  from (
    select line_no, quantity - refunded_quantity as quantity, total_cents - refunded_cents as cents
    from orders where purchase_id = purchase and deleted_at is null and refunded_quantity < quantity
  ) as lines
$$;

-- Issues the credit notes that a payment's purchase lacks: one for each refund of pieces that is done, and one for whatever
-- else has gone back. Where less has gone back than is credited, and nothing is due, withdraws newest ones of the latter.
create or replace function credit_payment(payment uuid) returns void language plpgsql as $$
declare
  paid record;
  one record;
  owed bigint;
  seller integer;
begin
  select payments.purchase_id, payments.refunded_cents, payments.state, refund_reason into paid
  from payments join purchases on purchases.id = payments.purchase_id and transaction_id = intent_id
  where payments.id = payment;
  if not found then return; end if;
  seller := (select max(id) from sellers);
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
    values (next_document('credit_note'), paid.purchase_id, one.id, one.cents, clock_timestamp(), seller, one.lines, one.reason);
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
    values (next_document('credit_note'), paid.purchase_id, owed, clock_timestamp(), seller,
      case when paid.state = 'refunded' then lines_left(paid.purchase_id, owed) end, paid.refund_reason);
  end if;
end $$;

create or replace function issue_credit_notes() returns trigger language plpgsql as $$
begin
  perform credit_payment(new.id);
  return null;
end $$;

-- A refund that is given up, whose money a bank had sent back: its pieces can be refunded anew.
create or replace function withdraw_credit_note() returns trigger language plpgsql as $$
begin
  update credit_notes set withdrawn_at = clock_timestamp() where refund_id = new.id and withdrawn_at is null;
  return null;
end $$;

-- From here on each payment has its number, after those of all that were paid before.
if not exists (select from document_counters) then
  lock table purchases, payments, refunds in share row exclusive mode;
  insert into document_counters values
    ('invoice', (select count(*) from purchases where paid_at is not null)), ('credit_note', 0);
  -- Late, when all else is written: the counters' rows are locked by each payment in turn.
  create constraint trigger purchases_invoiced after update of state on purchases deferrable initially deferred
    for each row when (new.state = 'paid' and old.state <> 'paid') execute function issue_invoice();
  create constraint trigger payments_credited after update of state, refunded_cents on payments deferrable initially deferred
    for each row when (new.refunded_cents <> old.refunded_cents or new.state <> old.state and old.state <> 'open')
    execute function issue_credit_notes();
  create trigger refunds_withdrawn after update of state on refunds
    for each row when (new.state = 'withdrawn' and old.state <> 'withdrawn') execute function withdraw_credit_note();
end if;
commit;

-- Those that were paid before, in the order of payment. It keeps nobody waiting: their numbers are set aside.
insert into invoices (number, purchase_id, issued_at, facts)
select row_number() over (order by paid_at, number), id, paid_at, invoice_facts(id)
from purchases
where paid_at is not null and not exists (select from invoices where purchase_id = purchases.id)
order by paid_at, number;
commit;

-- What was refunded before, in the order of refunding, with numbers beside those of today. Payments before the counter, as everywhere.
loop
  batch := array(
    select payments.id
    from payments join purchases on purchases.id = payments.purchase_id and transaction_id = intent_id
    where payments.refunded_cents > 0
      and not exists (select from credit_notes where credit_notes.purchase_id = purchases.id)
    order by coalesce(refunded_changed_at, payments.settled_at, payments.created_at), payments.id limit 500
  );
  exit when cardinality(batch) = 0;
  perform from payments where id = any(batch) order by id for no key update;
  perform credit_payment(id) from unnest(batch) with ordinality as due (id, nth) order by nth;
  commit;
end loop;

alter table invoices
  drop constraint if exists invoices_no_gap,
  drop constraint if exists invoices_purchase_id_fkey;
alter table credit_notes
  drop constraint if exists credit_notes_no_gap,
  drop constraint if exists credit_notes_purchase_id_fkey;
alter table invoices
  add constraint invoices_no_gap foreign key (previous) references invoices (number) not valid,
  add constraint invoices_purchase_id_fkey foreign key (purchase_id) references purchases (id) not valid;
alter table credit_notes
  add constraint credit_notes_no_gap foreign key (previous) references credit_notes (number) not valid,
  add constraint credit_notes_purchase_id_fkey foreign key (purchase_id) references invoices (purchase_id) not valid;
commit;
alter table invoices validate constraint invoices_no_gap, validate constraint invoices_purchase_id_fkey;
commit;
alter table credit_notes validate constraint credit_notes_no_gap, validate constraint credit_notes_purchase_id_fkey;

end $migration$;
