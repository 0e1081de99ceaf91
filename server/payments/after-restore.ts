/** What the provider knows and the shop does not, because the shop was restored from an earlier backup. */
import { sql } from 'kysely';
import type { Database } from '../ground/database/client.ts';
import { doEach } from '../ground/jobs/each.ts';
import type { Intent } from './provider.ts';
import { findPayment, insertPayment } from './queries.ts';
import type { PaymentContext } from './take-in.ts';
import { CLOCKS_SECONDS, readTakeInFrom, TAKE_IN_FROM, tellUnknown } from './unknown.ts';

/**
 * Remembers, once after a restore, the payments that were begun since the backup and paid: those for orders that are here are compared
 * with the provider next, as all open payments are, the oldest first, and the log tells of the others. Then lets all payments with refunds,
 * and all disputes, be compared soon. So what its webhooks told since the backup is known, however long ago that was: the provider
 * keeps its events for 30 days only. Of the provider it asks one list.
 */
export async function takeInSinceBackup({ database: { db }, provider }: PaymentContext): Promise<void> {
  const since = await readTakeInFrom(db);
  if (since === undefined) return;
  const paid = await provider.listPaid(since - CLOCKS_SECONDS);
  await doEach(paid.reverse(), (intent) => remember(db, intent));
  await db.transaction().execute(async (transaction) => {
    // Another process may have done so meanwhile, and the shop may have been restored once more.
    const { rows } = await sql`
      delete from settings where name = ${TAKE_IN_FROM} and value = ${String(since)} returning name`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await sql`
      update payments set checked_at = '-infinity' where refunded_cents > 0 and checked_at < 'infinity'`.execute(
      transaction,
    );
    await sql`update disputes set checked_at = '-infinity' where checked_at < 'infinity'`.execute(
      transaction,
    );
  });
}

/** Remembers a payment whose order is here, so that it is compared soon, and tells of another. */
async function remember(db: Database['db'], intent: Intent): Promise<void> {
  if (intent.purchaseId !== undefined) await insertPayment(db, intent);
  const payment = await findPayment(db, intent.id);
  if (!payment) {
    await db.transaction().execute((transaction) => tellUnknown(transaction, intent));
  } else if (payment.state === 'open') {
    // Due at once, and the oldest first.
    await sql`
      update payments set checked_at = least(checked_at, to_timestamp(${intent.createdAt}) - interval '1 day')
      where intent_id = ${intent.id} and state = 'open'`.execute(db);
  }
}
