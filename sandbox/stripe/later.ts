import type pg from 'pg';
import { transaction } from '../transaction.ts';
import type { Database } from './store.ts';

/** Scheduled steps of an object. */
export type Step = 'payment_succeeds' | 'refund_succeeds' | 'refund_fails' | 'dispute_closes';
export type Steps = Record<Step, (db: Database, object: string) => Promise<void>>;

/** Schedules a step for an object after some seconds; any process may run it. */
export async function later(db: Database, seconds: number, object: string, step: Step): Promise<void> {
  await db.query(
    `insert into sandbox_stripe.later (at, object, step)
     values (clock_timestamp() + $1 * interval '1 second', $2, $3)`,
    [seconds, object, step],
  );
}

/** Runs one due step in a transaction with its effect; returns whether there was one. */
export async function takeStep(pool: pg.Pool, steps: Steps): Promise<boolean> {
  const { rows: due } = await pool.query({
    name: 'sandbox_stripe_step_due',
    text: 'select from sandbox_stripe.later where at <= clock_timestamp() limit 1',
  });
  if (due.length === 0) return false;
  return transaction(pool, async (db) => {
    const { rows } = await db.query<{ object: string; step: Step }>(
      `delete from sandbox_stripe.later where id = (
         select id from sandbox_stripe.later where at <= clock_timestamp()
         order by at limit 1 for update skip locked)
       returning object, step`,
    );
    if (!rows[0]) return false;
    await steps[rows[0].step](db, rows[0].object);
    return true;
  });
}
