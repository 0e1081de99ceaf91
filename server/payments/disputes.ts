import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { recordEvent } from '../log/queries.ts';
import { isOver } from './dispute-rules.ts';
import { enqueueDispute } from './mails.ts';
import type { ProviderDispute, ProviderEvent } from './provider.ts';
import { findPayment, insertProviderEvent } from './queries.ts';
import type { PaymentContext } from './take-in.ts';

/** How often what was fetched may be overtaken by another process before the event has to come again. */
const TRIES = 5;

/**
 * Looks at a dispute at the provider and takes in, for `actor`, what has become of it: keeps it, writes into the log what
 * has changed, and tells all admins of each status once. Disputes of others' payments are left alone. `event`, which told
 * of it, is noted in the same transaction.
 */
export async function takeInDispute(
  { database, provider }: PaymentContext,
  id: string,
  actor: string,
  event?: ProviderEvent,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await findDispute(database.db, id);
    const dispute = await provider.getDispute(id);
    const payment = dispute?.intentId ? await findPayment(database.db, dispute.intentId) : undefined;
    const isKept = await database.db.transaction().execute(async (transaction) => {
      if (event) await insertProviderEvent(transaction, event);
      if (!dispute || !payment) return true;
      if (!(await writeDispute(transaction, dispute, payment.intentId, known?.revision))) return false;
      if (known?.status === dispute.status && known.withdrawn_cents === dispute.withdrawnCents) return true;
      await recordEvent(transaction, {
        kind: 'dispute_changed',
        actor,
        purchaseId: payment.purchaseId ?? undefined,
        facts: {
          intentId: payment.intentId,
          dispute: dispute.status,
          amountCents: dispute.amountCents,
          withdrawnCents: dispute.withdrawnCents,
        },
      });
      if (known?.status !== dispute.status) await enqueueDispute(transaction, id);
      return true;
    });
    if (isKept) return;
  }
  throw new Error(`dispute ${id} is changed by others again and again`);
}

function findDispute(db: Queryable, id: string) {
  return db
    .selectFrom('disputes')
    .select(['status', 'withdrawn_cents', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Keeps a dispute, unless it has changed since `revision` was read; false then. */
async function writeDispute(
  transaction: Queryable,
  dispute: ProviderDispute,
  intentId: string,
  revision: number | undefined,
): Promise<boolean> {
  const values = {
    amount_cents: dispute.amountCents,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    withdrawn_cents: dispute.withdrawnCents,
    due_at: dispute.dueAt,
    checked_at: isOver(dispute.status) ? sql<Date>`'infinity'` : sql<Date>`now()`,
  };
  const written =
    revision === undefined
      ? await transaction
          .insertInto('disputes')
          .values({ ...values, id: dispute.id, intent_id: intentId, opened_at: dispute.openedAt })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await transaction
          .updateTable('disputes')
          .set({ ...values, revision: revision + 1 })
          .where('id', '=', dispute.id)
          // guard: server/payments/disputes.test.ts
          .where('revision', '=', revision)
          .executeTakeFirst();
  const rows = 'numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows;
  return rows === 1n;
}
