import pg from 'pg';
import type { Queryable } from './client.ts';

/** How often the same is tried when other transactions are in its way. */
const TRIES = 4;

/**
 * Does work in a transaction, and once more from its beginning when PostgreSQL has ended it because of others. Locks are taken
 * in one order everywhere (docs/payments.md), so this is for what nobody has thought of, and for a process of another
 * version that takes them in another order.
 * @param work may run several times, each after all that the one before did in its transaction is undone
 */
export function transact<T>(db: Queryable, work: (transaction: Queryable) => Promise<T>): Promise<T> {
  return tryAgain(() => db.transaction().execute(work));
}

/** Does a statement, or a transaction, again when it was ended because of others. */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried >= TRIES || !wasInTheWay(error)) throw error;
    }
  }
}

/** Whether PostgreSQL ended a transaction because of others: a deadlock (40P01), or what cannot be put in a row (40001). */
export function wasInTheWay(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}
