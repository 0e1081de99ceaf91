import { sql } from 'kysely';
import type { Database } from '../ground/database/client.ts';
import { mailApprovers } from './approvals.ts';
import { warnOnce } from './holds.ts';
import type { PurchaseTerms } from './request.ts';

const DAY_MINUTES = 24 * 60;

/**
 * Reminds those who may approve a purchase, once a hold, a day before it ends; where holds are shorter than two days, after half of
 * it. Returns the number of purchases that it told of.
 */
export async function remindApprovers(
  { db }: Database,
  { holdMinutes }: Pick<PurchaseTerms, 'holdMinutes'>,
): Promise<number> {
  const minutes = Math.min(DAY_MINUTES, holdMinutes / 2);
  const endsSoon = sql`state = 'asked' and held_until > now() and hold_warned_at is null
    and held_until < now() + make_interval(secs => ${minutes * 60}::float)`;
  return warnOnce(db, endsSoon, (transaction, id) => mailApprovers(transaction, [id], 'approval_reminder'));
}
