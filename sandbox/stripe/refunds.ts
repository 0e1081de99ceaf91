import type Stripe from 'stripe';
import type { Intent } from './attempts.ts';
import type { Call } from './call.ts';
import { closeInquiries, requireUndisputed } from './disputes.ts';
import { wrongParameter, wrongState } from './errors.ts';
import { record } from './events.ts';
import { later } from './later.ts';
import { allow, integer, metadata, oneOf, text } from './parameters.ts';
import { absent, type Database, get, getLocked, insert, newId, now, save } from './store.ts';

/** The time until a pending refund succeeds, or the bank returns one. */
const PENDING_SECONDS = 3;

/** POST /v1/refunds */
export async function createRefund(call: Call): Promise<Stripe.Refund> {
  const { params, db } = call;
  allow(params, ['payment_intent', 'charge', 'amount', 'reason', 'metadata']);
  const wanted = integer(params, 'amount');
  if (wanted !== undefined && wanted < 1) {
    throw wrongParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  }
  const reason = oneOf(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']);
  const data = metadata(params);
  const chargeId = await chargeOf(call);
  // The lock of the intent's row serialises all changes of its money.
  const { body: before } = await get<Stripe.Charge>(db, 'charge', chargeId, 'charge');
  const { body: intent } = await getLocked<Intent>(db, 'payment_intent', String(before.payment_intent));
  const { body: charge, secret } = await get<Stripe.Charge>(db, 'charge', chargeId, 'charge');
  if (charge.status !== 'succeeded') {
    throw wrongState(
      'charge_not_refundable',
      `Charge ${charge.id} was not successful, so it cannot be refunded.`,
    );
  }
  await requireUndisputed(db, charge);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw wrongState('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  }
  const amount = wanted ?? left;
  if (amount > left) {
    throw wrongState(
      undefined,
      `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
      { param: 'amount' },
    );
  }
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    ...absent('balance_transaction', 'customer', 'customer_account', 'receipt_number'),
    ...absent('source_transfer_reversal', 'transfer_reversal'),
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: data,
    payment_intent: intent.id,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    status: secret.refund === 'pending' ? 'pending' : 'succeeded',
  };
  await insert(db, 'refund', refund);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  await save(db, charge);
  await record(call, 'refund.created', refund);
  await record(call, 'charge.refunded', charge, previous);
  if (charge.refunded) await closeInquiries(call, charge);
  if (secret.refund === 'pending') await later(db, PENDING_SECONDS, refund.id, 'refund_succeeds');
  if (secret.refund === 'fails') await later(db, PENDING_SECONDS, refund.id, 'refund_fails');
  return refund;
}

async function chargeOf(call: Call): Promise<string> {
  const charge = text(call.params, 'charge');
  const intent = text(call.params, 'payment_intent');
  if (charge) return charge;
  if (!intent) {
    throw wrongParameter(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  const { body } = await get<Intent>(call.db, 'payment_intent', intent, 'payment_intent');
  if (!body.latest_charge) {
    throw wrongState(
      'payment_intent_unexpected_state',
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
    );
  }
  return String(body.latest_charge);
}

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** Completes a pending refund. */
export async function settleRefund(db: Database, id: string): Promise<void> {
  const { body: refund } = await getLocked<Stripe.Refund>(db, 'refund', id);
  if (refund.status !== 'pending') return;
  refund.status = 'succeeded';
  await save(db, refund);
  await record({ db }, 'refund.updated', refund, { status: 'pending' });
  await record({ db }, 'charge.refund.updated', refund, { status: 'pending' });
}

/** Fails a refund that the buyer's bank returned; the shop has the money again. */
export async function failRefund(db: Database, id: string): Promise<void> {
  const found = await get<Stripe.Refund>(db, 'refund', id);
  await getLocked<Intent>(db, 'payment_intent', String(found.body.payment_intent));
  const { body: refund } = await get<Stripe.Refund>(db, 'refund', id);
  if (refund.status === 'failed') return;
  const before = { status: refund.status };
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  await save(db, refund);
  const { body: charge } = await get<Stripe.Charge>(db, 'charge', String(refund.charge));
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  await save(db, charge);
  await record({ db }, 'refund.failed', refund, before);
  await record({ db }, 'refund.updated', refund, before);
  await record({ db }, 'charge.refund.updated', refund, before);
}
