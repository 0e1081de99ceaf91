import type { Database } from '../database/client.ts';
import { RECONCILIATION } from '../events/queries.ts';
import { takeInDispute, takeOpenDisputes } from './disputes.ts';
import {
  findPayment,
  lockPayment,
  markCanceled,
  type OpenPayment,
  readRefundsSeen,
  takeOpen,
  takeRefunded,
  writeRefundsSeen,
} from './queries.ts';
import { giveBack } from './settle.ts';
import { type PaymentContext, takeIn } from './take-in.ts';

/** Captured money that no order has claimed for this long goes back. */
export const UNCLAIMED_MS = 60 * 60_000;
/** A payment that nobody finishes is cancelled after this long. */
const ABANDONED_MS = 7 * 24 * 60 * 60_000;
/** How many payments are compared with the provider in one run. */
const AT_ONCE = 100;
/** Refunds made at the provider are looked for again this far back, as its clock is not ours. */
const OVERLAP_SECONDS = 300;

export interface Reconciliation extends PaymentContext {
  /** Only payments that were not compared for this many seconds; 0 compares all. */
  olderThanSeconds: number;
}

/**
 * Compares open payments with the provider, and catches what neither a webhook nor a browser told: paid there and not
 * here, cancelled there, refunded there, a refund sent back; captured and claimed by no order. Throws when the provider is
 * out of reach.
 */
export async function reconcile(parts: Reconciliation): Promise<void> {
  const { db } = parts.database;
  for (const payment of await takeOpen(db, parts.olderThanSeconds, AT_ONCE)) await compare(parts, payment);
  await findNews(parts);
  for (const intentId of await takeRefunded(db, AT_ONCE)) await takeIn(parts, intentId, RECONCILIATION);
  for (const id of await takeOpenDisputes(db, AT_ONCE)) await takeInDispute(parts, id, RECONCILIATION);
}

/** Besides what has become of it at the provider: what nobody has claimed, and what nobody is to pay any more. */
async function compare(parts: Reconciliation, { intentId, orderId, age }: OpenPayment): Promise<void> {
  const { database, provider } = parts;
  const finding = await takeIn(parts, intentId, RECONCILIATION);
  if (finding?.kind === 'unclaimed' && age >= UNCLAIMED_MS) {
    await giveUnclaimedBack(database, intentId);
  } else if (
    finding?.kind === 'payable' &&
    (age >= ABANDONED_MS || (await isSettledOtherwise(database, orderId)))
  ) {
    const after = await provider.cancelIntent(intentId);
    if (after.status === 'canceled') await markCanceled(database.db, intentId, RECONCILIATION);
  }
}

async function giveUnclaimedBack({ db }: Database, intentId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, intentId);
    if (payment?.state !== 'open' || payment.orderId !== null) return;
    await giveBack(transaction, payment, null, 'No order claimed it within 60 minutes.', RECONCILIATION);
  });
}

/** Whether an order is paid or deleted, so that what is still open for it could only be paid by mistake. */
async function isSettledOtherwise({ db }: Database, orderId: string | null): Promise<boolean> {
  if (!orderId) return false;
  const order = await db
    .selectFrom('orders')
    .select(['paid_at', 'deleted_at'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  return order !== undefined && (order.paid_at !== null || order.deleted_at !== null);
}

/** Refunds made and disputes opened at the provider since the last look. */
async function findNews(parts: Reconciliation): Promise<void> {
  const { database, provider } = parts;
  const startedAt = Math.floor(Date.now() / 1000);
  const since = await readRefundsSeen(database.db);
  for (const intentId of await provider.listRefunded(since - OVERLAP_SECONDS)) {
    // The provider's account may be used for others' payments, too.
    if (await findPayment(database.db, intentId)) await takeIn(parts, intentId, RECONCILIATION);
  }
  for (const id of await provider.listDisputes(since - OVERLAP_SECONDS)) {
    await takeInDispute(parts, id, RECONCILIATION);
  }
  await writeRefundsSeen(database.db, startedAt);
}
