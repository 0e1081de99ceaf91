/** What the provider knows and the shop does not, as it was restored from a backup of before. */
import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { RECONCILIATION, recordEvents } from '../events/queries.ts';
import type { PaymentContext } from './take-in.ts';

/** The setting that a restore leaves: when its backup was made, in seconds since 1970. */
export const RESTORED_FROM = 'restored_from';

/**
 * Tells in the log, once after a restore, of what was paid since the backup for orders that are not here. Nothing is refunded: a
 * person decides whether the order is entered anew.
 * @param overlap seconds before the backup from which payments are looked for, as the provider's clock is not ours
 */
export async function tellUnknown(
  { database: { db }, provider }: PaymentContext,
  overlap: number,
): Promise<void> {
  const since = await readRestored(db);
  if (since === undefined) return;
  const paid = await provider.listPaid(since - overlap);
  await db.transaction().execute(async (transaction) => {
    // Another process may have told of them meanwhile: who deletes the setting tells.
    const { rows } = await sql`delete from settings where name = ${RESTORED_FROM} returning name`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    const known = await findKnown(
      transaction,
      paid.map(({ id }) => id),
    );
    await recordEvents(
      transaction,
      paid
        .filter(({ id }) => !known.has(id))
        .map(({ id, amountCents }) => ({
          ...{ kind: 'payment_unknown', actor: RECONCILIATION },
          facts: { intentId: id, cents: amountCents },
        })),
    );
  });
}

async function readRestored(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', RESTORED_FROM)
    .executeTakeFirst();
  return row && Number(row.value);
}

async function findKnown(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select intent_id as id from payments where intent_id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
