import type { Database } from '../ground/database/client.ts';
import { doEach } from '../ground/jobs/each.ts';
import { workOff } from '../ground/outbox/queue.ts';
import { RECONCILIATION } from '../log/queries.ts';
import { isUnapproved } from '../purchases/queries.ts';
import { mayBePaid } from '../purchases/rules.ts';
import { takeInSinceBackup } from './after-restore.ts';
import { takeInDispute } from './disputes.ts';
import { isOutOfReach } from './failure.ts';
import {
  endLooks,
  type News,
  OPEN_DISPUTES,
  type OpenPayment,
  openPayments,
  REFUNDED,
  readWatermark,
  writeWatermark,
} from './looks.ts';
import type { Intent } from './provider.ts';
import { findPayment, lockPayment, markCanceled } from './queries.ts';
import { because } from './rules.ts';
import { beginRefund } from './settle.ts';
import { type PaymentContext, takeIn } from './take-in.ts';
import { CLOCKS_SECONDS, isLeftToPerson, readTakeInFrom } from './unknown.ts';

/** Captured money that no order has claimed for this long goes back. */
const UNCLAIMED_MS = 60 * 60_000;
/** A payment that nobody finishes is cancelled after this long. */
const ABANDONED_MS = 7 * 24 * 60 * 60_000;

export interface Reconciliation extends PaymentContext {
  /** Only payments that were not compared for this many seconds; 0 compares all. */
  olderThanSeconds: number;
}

/**
 * Compares open payments with the provider, and catches what neither a webhook nor a browser told: paid there and not
 * here, cancelled there, refunded there, a refund sent back, disputed; captured and claimed by no order. What fails of
 * this does not stop the rest, as with a restricted key. Throws at the end.
 */
export async function reconcile(parts: Reconciliation): Promise<void> {
  const { db } = parts.database;
  const steps = [
    () => takeInSinceBackup(parts),
    () =>
      workOff(db, openPayments(parts.olderThanSeconds), (payment) => compare(parts, payment), isOutOfReach),
    () => takeInNewRefunds(parts),
    () => takeInNewDisputes(parts),
    () => {
      const look = async ({ id }: { id: string }) => {
        await takeIn(parts, id, RECONCILIATION);
        await endLooks(db, id);
      };
      return workOff(db, REFUNDED, look, isOutOfReach);
    },
    () => workOff(db, OPEN_DISPUTES, ({ id }) => takeInDispute(parts, id, RECONCILIATION), isOutOfReach),
  ];
  await doEach(steps, (step) => step(), { at: isOutOfReach });
}

/** Besides what has become of it at the provider: what nobody has claimed, and what nobody is to pay any more. */
async function compare(parts: Reconciliation, payment: OpenPayment): Promise<void> {
  const { database, provider } = parts;
  const { intentId, age } = payment;
  const finding = await takeIn(parts, intentId, RECONCILIATION);
  if (finding?.kind === 'unclaimed' && age >= UNCLAIMED_MS) {
    const intent = await provider.getIntent(intentId);
    if (intent) await refundUnclaimed(database, intent);
  } else if (
    finding?.kind === 'payable' &&
    (age >= ABANDONED_MS || !(await isStillToPay(database, payment)))
  ) {
    const after = await provider.cancelIntent(intentId);
    if (after.status === 'canceled') await markCanceled(database.db, intentId, RECONCILIATION);
  }
}

async function refundUnclaimed({ db }: Database, intent: Intent): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, intent.id);
    if (payment?.state !== 'open' || payment.purchaseId !== null) return;
    if (await isLeftToPerson(transaction, intent, null, 'unclaimed')) return;
    await beginRefund(transaction, payment, because('unclaimed'), RECONCILIATION);
  });
}

/** Whether a payment can still pay for its purchase; if not, somebody could only pay it by mistake. */
async function isStillToPay({ db }: Database, { purchaseId, amountCents }: OpenPayment): Promise<boolean> {
  if (!purchaseId) return true;
  const purchase = await db
    .selectFrom('purchases')
    .select(['state', 'total_cents', isUnapproved.as('isUnapproved')])
    .where('id', '=', purchaseId)
    .executeTakeFirst();
  return purchase !== undefined && mayBePaid(purchase) && purchase.total_cents === amountCents;
}

/** Takes in refunds that were made at the provider since the last look. */
function takeInNewRefunds(parts: Reconciliation): Promise<void> {
  return lookSince(parts, 'refunds', async (since) => {
    const take = async (intentId: string) => {
      // The provider's account may be used for others' payments, too.
      if (await findPayment(parts.database.db, intentId)) await takeIn(parts, intentId, RECONCILIATION);
    };
    await doEach(await parts.provider.listRefunded(since), take, { at: isOutOfReach });
  });
}

/** Takes in disputes that were opened since the last look. */
function takeInNewDisputes(parts: Reconciliation): Promise<void> {
  return lookSince(parts, 'disputes', async (since) => {
    const take = (id: string) => takeInDispute(parts, id, RECONCILIATION);
    await doEach(await parts.provider.listDisputes(since), take, { at: isOutOfReach });
  });
}

/**
 * Looks for news since the last look that did not fail, in seconds since 1970. After a restore that look was before the backup, until
 * all payments since then are known. Payments of others are left alone.
 */
async function lookSince(
  { database: { db } }: Reconciliation,
  news: News,
  look: (since: number) => Promise<void>,
): Promise<void> {
  const startedAt = Math.floor(Date.now() / 1000);
  const isRestoring = (await readTakeInFrom(db)) !== undefined;
  await look((await readWatermark(db, news)) - CLOCKS_SECONDS);
  if (!isRestoring) await writeWatermark(db, news, startedAt);
}
