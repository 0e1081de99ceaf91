import type Stripe from 'stripe';
import type { Call } from './call.ts';
import type { Behaviour } from './cards.ts';
import { wrongParameter, wrongState } from './errors.ts';
import { type Origin, record } from './events.ts';
import { later } from './later.ts';
import { allow, boolean, group, metadata, text } from './parameters.ts';
import { absent, type Database, get, getLocked, insert, newId, now, save } from './store.ts';

type Dispute = Stripe.Dispute;

/** The deadline for a response, and the time until the bank decides. */
const DAYS_TO_ANSWER = 7;
const DECIDED_AFTER_SECONDS = 3;
/** Stripe's fee for a dispute, in cents. */
const FEE = 1500;

/** Evidence with this text wins, any other loses (https://docs.stripe.com/testing#disputes). */
const WINNING = 'winning_evidence';

const OPEN = ['needs_response', 'warning_needs_response'];
const OPEN_INQUIRY = ['warning_needs_response', 'warning_under_review'];
/** The bank has the money, or may take it: refunds are refused. */
const NOT_REFUNDABLE = ['needs_response', 'under_review', 'lost'];

/** Opens the dispute of a test card. An inquiry takes no money yet. */
export async function openDispute(
  origin: Origin,
  charge: Stripe.Charge,
  kind: NonNullable<Behaviour['dispute']>,
): Promise<void> {
  const isInquiry = kind === 'inquiry';
  const dispute = buildDispute(charge, kind);
  await insert(origin.db, 'dispute', dispute);
  charge.disputed = true;
  await save(origin.db, charge);
  await record(origin, 'charge.dispute.created', dispute);
  if (isInquiry) return;
  await move(origin, dispute, 'adjustment', -charge.amount);
  await record(origin, 'charge.dispute.funds_withdrawn', dispute);
}

/** Throws Stripe's refusal to refund a charge with an open or lost dispute. */
export async function requireUndisputed(db: Database, charge: Stripe.Charge): Promise<void> {
  const disputes = await disputesOf(db, charge);
  if (disputes.some(({ status }) => NOT_REFUNDABLE.includes(status))) {
    throw wrongState('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  }
}

/**
 * Closes the inquiries of a charge that was refunded in full: "submit any required evidence or refund the payment in
 * full. This marks the inquiry or retrieval as resolved" (https://stripe.com/docs/disputes).
 */
export async function closeInquiries(origin: Origin, charge: Stripe.Charge): Promise<void> {
  for (const dispute of await disputesOf(origin.db, charge))
    if (OPEN_INQUIRY.includes(dispute.status)) await end(origin, dispute, 'warning_closed');
}

async function disputesOf(db: Database, charge: Stripe.Charge): Promise<Dispute[]> {
  if (!charge.disputed) return [];
  const { rows } = await db.query<{ body: Dispute }>(
    `select body from sandbox_stripe.objects where kind = 'dispute' and body->>'charge' = $1`,
    [charge.id],
  );
  return rows.map(({ body }) => body);
}

/** POST /v1/disputes/:id: submits evidence, on which the bank decides seconds later. */
export async function updateDispute(call: Call): Promise<Dispute> {
  const { params, db } = call;
  allow(params, ['evidence', 'metadata', 'submit']);
  const evidence = group(params, 'evidence');
  allow(evidence, ['uncategorized_text']);
  const dispute = await lockDispute(call);
  const words = text(evidence, 'uncategorized_text', 20_000);
  if (words !== undefined) {
    if (!OPEN.includes(dispute.status)) {
      throw wrongParameter('evidence', 'This dispute is already closed or under review.');
    }
    dispute.evidence.uncategorized_text = words;
    dispute.evidence_details.has_evidence = words !== '';
  }
  dispute.metadata = metadata(params, dispute.metadata);
  const before = { status: dispute.status };
  if (words && boolean(params, 'submit') !== false) {
    dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review';
    dispute.evidence_details.submission_count += 1;
    dispute.evidence_details.submission_method = 'manual';
    await later(db, DECIDED_AFTER_SECONDS, dispute.id, 'dispute_closes');
  }
  await save(db, dispute);
  await record(call, 'charge.dispute.updated', dispute, before);
  return dispute;
}

/** POST /v1/disputes/:id/close: the shop accepts the dispute as lost. */
export async function closeDispute(call: Call): Promise<Dispute> {
  allow(call.params, []);
  const dispute = await lockDispute(call);
  if (dispute.status !== 'needs_response') {
    throw wrongState('status_transition_invalid', 'This dispute is already closed or under review.');
  }
  await end(call, dispute, 'lost');
  return dispute;
}

/** Applies the bank's decision. */
export async function settleDispute(db: Database, id: string): Promise<void> {
  const dispute = await lockDispute({ db, id });
  if (dispute.status === 'warning_under_review') return end({ db }, dispute, 'warning_closed');
  if (dispute.status !== 'under_review') return;
  const wins = dispute.evidence.uncategorized_text === WINNING;
  await end({ db }, dispute, wins ? 'won' : 'lost');
  if (!wins) return;
  await move({ db }, dispute, 'adjustment', dispute.amount);
  await record({ db }, 'charge.dispute.funds_reinstated', dispute);
}

async function end(origin: Origin, dispute: Dispute, status: Dispute['status']): Promise<void> {
  const before = { status: dispute.status };
  dispute.status = status;
  dispute.is_charge_refundable = !NOT_REFUNDABLE.includes(status);
  await save(origin.db, dispute);
  await record(origin, 'charge.dispute.closed', dispute, before);
}

/** Returns the dispute with its intent's row locked: that lock serialises all changes of its money. */
async function lockDispute({ db, id }: Pick<Call, 'db' | 'id'>): Promise<Dispute> {
  const { body } = await get<Dispute>(db, 'dispute', id);
  await getLocked<Stripe.PaymentIntent>(db, 'payment_intent', String(body.payment_intent));
  return (await get<Dispute>(db, 'dispute', id)).body;
}

/** Withdraws money from the shop's balance, with Stripe's fee, or returns it, without. */
async function move(
  { db }: Origin,
  dispute: Dispute,
  type: Stripe.BalanceTransaction['type'],
  amount: number,
): Promise<void> {
  const fee = amount < 0 ? FEE : 0;
  dispute.balance_transactions.push({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now(),
    balance_type: 'payments',
    created: now(),
    currency: dispute.currency,
    description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${String(dispute.charge)}`,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'usd', description: 'Dispute fee', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type,
  });
  await save(db, dispute);
}

function buildDispute(charge: Stripe.Charge, kind: NonNullable<Behaviour['dispute']>): Dispute {
  const isInquiry = kind === 'inquiry';
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const dueBy = new Date((now() + DAYS_TO_ANSWER * 86_400) * 1000);
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...absent('access_activity_log', 'billing_address', 'cancellation_policy'),
      ...absent('cancellation_policy_disclosure', 'cancellation_rebuttal', 'customer_communication'),
      ...absent('customer_email_address', 'customer_purchase_ip', 'customer_signature'),
      ...absent('duplicate_charge_documentation', 'duplicate_charge_explanation', 'duplicate_charge_id'),
      ...absent('product_description', 'receipt', 'refund_policy', 'refund_policy_disclosure'),
      ...absent('refund_refusal_explanation', 'service_date', 'service_documentation', 'shipping_address'),
      ...absent('shipping_carrier', 'shipping_date', 'shipping_documentation', 'shipping_tracking_number'),
      ...absent('uncategorized_file', 'uncategorized_text'),
      customer_name: charge.billing_details.name,
      enhanced_evidence: {},
    },
    evidence_details: {
      // The last second of the day, as at Stripe.
      due_by: Math.floor(dueBy.setUTCHours(23, 59, 59, 0) / 1000),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: null,
      },
      type: 'card',
    },
    reason: kind === 'product_not_received' ? kind : 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
}
