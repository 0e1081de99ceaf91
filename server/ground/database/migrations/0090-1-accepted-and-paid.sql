-- Accepted, paid and waiting for an approval are facts of their own. Not valid: 0090-3 looks at the rows of before.
alter table purchases
  -- What is to be paid of it, what has come, and what of that has gone back.
  add column payable_cents bigint not null default 0,
  add column paid_cents bigint not null default 0,
  add column refunded_cents bigint not null default 0,
  -- Since when its goods are owed, by what, and on which terms where they are owed before they are paid.
  add column accepted_at timestamptz,
  add column accepted_by text,
  add column terms jsonb,
  -- Since when it waits, or waited, for an approval, and when it got it.
  add column asked_at timestamptz,
  add column approved_at timestamptz,
  drop constraint purchases_state,
  drop constraint purchases_pieces,
  drop constraint purchases_check,
  add constraint purchases_state check (case state
    when 'asked' then held_until is not null and asked_at is not null
      and coalesce(approved_at, accepted_at, paid_at, refunded_at, deleted_at) is null
    when 'held' then held_until is not null and coalesce(accepted_at, paid_at, refunded_at, deleted_at) is null
    when 'released' then coalesce(held_until, accepted_at, paid_at, refunded_at, deleted_at) is null
    when 'accepted' then accepted_at is not null and coalesce(held_until, paid_at, refunded_at, deleted_at) is null
    when 'paid' then accepted_at is not null and paid_at is not null and coalesce(held_until, refunded_at, deleted_at) is null
    when 'refunded' then accepted_at is not null and paid_at is not null and refunded_at is not null
      and coalesce(held_until, deleted_at) is null
    when 'deleted' then deleted_at is not null and held_until is null
      and (paid_at is null) = (refunded_at is null) and (accepted_at is null) = (paid_at is null)
    else false
  end) not valid,
  -- Who has to ask holds no goods, and pays nothing, before the approval.
  add constraint purchases_approved check ((approved_at is null or asked_at is not null)
    and (approved_at is not null or asked_at is null or state in ('asked', 'released', 'deleted'))) not valid,
  add constraint purchases_accepted check ((accepted_at is null) = (accepted_by is null)
    and accepted_by in ('card', 'account', 'transfer', 'quote')) not valid,
  add constraint purchases_terms check (terms is null
    or accepted_by <> 'card' and jsonb_typeof(terms) = 'object' and octet_length(terms::text) <= 4000) not valid,
  add constraint purchases_money check (payable_cents >= 0 and paid_cents between 0 and payable_cents
    and refunded_cents between 0 and paid_cents and (state <> 'paid' or paid_cents = payable_cents)) not valid,
  add constraint purchases_held_until_proven check (held_until_proven is null or state in ('asked', 'held')) not valid,
  add constraint purchases_pieces check (
    to_ship_pieces between 0 and unshipped_pieces and (unshipped_pieces = 0 or state in ('accepted', 'paid'))
      and shipped_pieces >= 0 and (shipped_pieces = 0 or state in ('accepted', 'paid', 'refunded'))
  ) not valid;

-- The version before knows none of these: a card pays all of a purchase, and with that it is accepted.
create function be_counted() returns trigger language plpgsql as $$
begin
  new.payable_cents := new.total_cents;
  if new.paid_at is not null and new.accepted_at is null then
    new.accepted_at := new.paid_at;
    new.accepted_by := 'card';
    new.paid_cents := new.total_cents;
  end if;
  return new;
end $$;
create trigger purchases_counted before insert or update on purchases for each row
  when (new.payable_cents <> new.total_cents or new.paid_at is not null and new.accepted_at is null)
  execute function be_counted();
create function count_refunded() returns trigger language plpgsql as $$
begin
  update purchases set refunded_cents = new.refunded_cents
  where transaction_id = new.intent_id and refunded_cents <> new.refunded_cents;
  return null;
end $$;
create trigger payments_refunds_counted after update on payments for each row
  when (new.refunded_cents <> old.refunded_cents) execute function count_refunded();
