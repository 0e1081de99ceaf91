import { sql } from 'kysely';
import type { Database } from '../ground/database/client.ts';
import { doEach } from '../ground/jobs/each.ts';
import { mailApprovers } from './approvals.ts';
import type { PurchaseTerms } from './request.ts';

/** Purchases that one run looks at. */
const AT_ONCE = 200;
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
  const isDue = sql<boolean>`state = 'asked' and held_until > now() and hold_warned_at is null
    and held_until < now() + make_interval(secs => ${minutes * 60}::float)`;
  const { rows } = await sql<{ id: string }>`
    select id from purchases where ${isDue} order by held_until limit ${AT_ONCE}`.execute(db);
  let told = 0;
  await doEach(
    rows.map(({ id }) => id),
    (id) =>
      db.transaction().execute(async (transaction) => {
        const { rows: marked } = await sql`
          update purchases set hold_warned_at = now() where id = ${id} and ${isDue} returning id`.execute(
          transaction,
        );
        if (marked.length === 0) return;
        await mailApprovers(transaction, id, 'approval_reminder');
        told += 1;
      }),
  );
  return told;
}
