/** Payments that a restored shop cannot decide about: a person does. */
import { sql } from 'kysely';
import type { RefundCause } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { RECONCILIATION, recordEvent } from '../log/queries.ts';
import type { Intent } from './provider.ts';

/** What a restore leaves in the settings, in seconds since 1970: when its backup was made, until all that happened since is taken in. */
export const TAKE_IN_FROM = 'restored_from';
/** The same, for good. */
export const BACKUP_MADE_AT = 'backup_made_at';
/** When the shop was restored. */
export const RESTORED_AT = 'restored_at';

/** The provider's clock is not ours: what happened so much earlier is looked at again. */
export const CLOCKS_SECONDS = 300;
/** A page that was open at the restore may still pay for so long, and the lost shop may have served after its last backup. */
const OPEN_PAGES_SECONDS = 24 * 60 * 60;

/** When the backup was made, until all that the provider knows of since is taken in. */
export async function readTakeInFrom(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', TAKE_IN_FROM)
    .executeTakeFirst();
  return row && Number(row.value);
}

/**
 * Tells in the log of a restored shop, once, that somebody has paid for an order that it does not have. Nothing is refunded: a person
 * decides whether the order is entered anew. A payment that was begun before the backup, or a day after the restore, is another
 * shop's, which uses the provider's account, too.
 */
export async function tellUnknown(transaction: Queryable, intent: Intent): Promise<void> {
  if (intent.status !== 'succeeded' || intent.refunded || intent.userId === undefined) return;
  if (await isLost(transaction, intent.createdAt, OPEN_PAGES_SECONDS)) await tellOnce(transaction, intent);
}

/**
 * Whether a payment that the shop would refund was paid between the backup and the restore. The order may have been another by then, so
 * the log tells of it, once, and a person decides.
 * @param cause why the shop would refund it
 */
export async function isLeftToPerson(
  transaction: Queryable,
  intent: Intent,
  purchaseId: string | null,
  cause: RefundCause,
): Promise<boolean> {
  if (intent.paidAt === undefined || !(await isLost(transaction, intent.paidAt, CLOCKS_SECONDS)))
    return false;
  await tellOnce(transaction, intent, { purchaseId, cause });
  return true;
}

/**
 * Whether a moment is after the backup and before the restore. While what the provider knows is not taken in, all after the backup is.
 * @param later seconds that are added to the restore
 */
async function isLost(db: Queryable, moment: number, later: number): Promise<boolean> {
  const { rows } = await sql`
    select from settings as since left join settings as restored on restored.name = ${RESTORED_AT}
    where since.name in (${TAKE_IN_FROM}, ${BACKUP_MADE_AT})
      and since.value::bigint - ${CLOCKS_SECONDS}::bigint <= ${moment}::bigint
      and (since.name = ${TAKE_IN_FROM} or ${moment}::bigint <= restored.value::bigint + ${later}::bigint)
    limit 1`.execute(db);
  return rows.length > 0;
}

async function tellOnce(
  transaction: Queryable,
  { id: intentId, amountCents, refundedCents }: Intent,
  here?: { purchaseId: string | null; cause: RefundCause },
): Promise<void> {
  // One after the other: each sees what was told before.
  await sql`select pg_advisory_xact_lock(hashtext('unknown payments'))`.execute(transaction);
  // By the index of reconciliation's entries.
  const { rows } = await sql`
    select from events where actor = ${sql.lit(RECONCILIATION)} and kind = 'payment_unknown'
      and facts ->> 'intentId' = ${intentId} limit 1`.execute(transaction);
  if (rows.length > 0) return;
  await recordEvent(transaction, {
    kind: 'payment_unknown',
    actor: RECONCILIATION,
    purchaseId: here?.purchaseId ?? undefined,
    facts: { intentId, cents: amountCents - refundedCents, ...(here && { cause: here.cause }) },
  });
}
