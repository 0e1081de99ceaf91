import type { Database } from '../database/client.ts';
import { RECONCILIATION } from '../events/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { Intent, PaymentProvider } from './provider.ts';
import {
  lockPayment,
  markCanceled,
  type OpenPayment,
  readRefundsSeen,
  takeOpen,
  takeRefunded,
  writeRefundsSeen,
} from './queries.ts';
import { confirmRefund, REFUNDED_THERE, returnRefund } from './refunds.ts';
import { isPayable } from './rules.ts';
import { giveBack, settle } from './settle.ts';

/** Captured money that no order has claimed for this long goes back. */
export const UNCLAIMED_MS = 60 * 60_000;
/** A payment that nobody finishes is cancelled after this long. */
const ABANDONED_MS = 7 * 24 * 60 * 60_000;
/** How many payments are compared with the provider in one run. */
const AT_ONCE = 100;
/** Refunds made at the provider are looked for again this far back, as its clock is not ours. */
const OVERLAP_SECONDS = 300;

export interface Reconciliation {
  database: Database;
  catalogue: Catalogue;
  provider: PaymentProvider;
  /** Only payments that were not compared for this many seconds; 0 compares all. */
  olderThanSeconds: number;
}

/**
 * Compares open payments with the provider, and catches what neither a webhook nor a browser told: paid there and not
 * here, cancelled there, refunded there, a refund sent back; captured and claimed by no order. Throws when the provider is
 * out of reach.
 */
export async function reconcile(parts: Reconciliation): Promise<void> {
  const { database, provider } = parts;
  for (const payment of await takeOpen(database.db, parts.olderThanSeconds, AT_ONCE)) {
    const intent = await provider.getIntent(payment.intentId);
    if (intent) await compare(parts, payment, intent);
  }
  await findRefunds(parts);
  await findReturned(parts);
}

async function compare(parts: Reconciliation, payment: OpenPayment, intent: Intent): Promise<void> {
  const { database, catalogue, provider } = parts;
  const { db } = database;
  const orderId = payment.orderId ?? intent.orderId;
  if (intent.refunded) {
    await confirmRefund(database, catalogue, intent.id, RECONCILIATION, REFUNDED_THERE);
  } else if (intent.status === 'canceled') {
    await markCanceled(db, intent.id, RECONCILIATION);
  } else if (intent.status === 'succeeded') {
    if (orderId) await settle(database, catalogue, intent, orderId, RECONCILIATION);
    else if (payment.age >= UNCLAIMED_MS) await giveUnclaimedBack(database, intent.id);
  } else if (
    isPayable(intent) &&
    (payment.age >= ABANDONED_MS || (await isSettledOtherwise(database, orderId)))
  ) {
    const after = await provider.cancelIntent(intent.id);
    if (after.status === 'canceled') await markCanceled(db, intent.id, RECONCILIATION);
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
async function isSettledOtherwise({ db }: Database, orderId: string | undefined): Promise<boolean> {
  if (!orderId) return false;
  const order = await db
    .selectFrom('orders')
    .select(['paid_at', 'deleted_at'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  return order !== undefined && (order.paid_at !== null || order.deleted_at !== null);
}

async function findRefunds({ database, catalogue, provider }: Reconciliation): Promise<void> {
  const startedAt = Math.floor(Date.now() / 1000);
  const since = await readRefundsSeen(database.db);
  for (const intentId of await provider.listRefunded(since - OVERLAP_SECONDS)) {
    const intent = await provider.getIntent(intentId);
    if (!intent?.refunded) continue;
    await confirmRefund(database, catalogue, intentId, RECONCILIATION, REFUNDED_THERE);
  }
  await writeRefundsSeen(database.db, startedAt);
}

async function findReturned({ database, provider }: Reconciliation): Promise<void> {
  for (const intentId of await takeRefunded(database.db, AT_ONCE)) {
    const intent = await provider.getIntent(intentId);
    if (intent && !intent.refunded) await returnRefund(database, intentId, RECONCILIATION);
  }
}
