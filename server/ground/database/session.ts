import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';

/** Rounds in which two connections take turns: a pooler that hands its own out in turn gives the same ones again only now and then. */
const TURNS = ['one', 'other', 'one', 'one', 'other', 'other', 'one'] as const;

export const SHARES_SESSIONS = {
  said: 'DATABASE_URL leads to a pooler that gives each transaction any of its connections: settings, locks and announcements of the shop get lost there.',
  todo: 'Set pool_mode = session, as deploy/cluster/pgbouncer.ini does, or name PostgreSQL itself.',
};

/**
 * Whether each connection is a session of its own from one statement to the next, as two ask in turn which process of PostgreSQL serves
 * them. It is not behind PgBouncer in transaction mode. Opens two connections of the pool at once.
 */
export async function keepsSessions(pool: Pick<pg.Pool, 'connect'>): Promise<boolean> {
  const one = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      const seen = { one: new Set<number>(), other: new Set<number>() };
      for (const whose of TURNS) {
        const { rows } = await (whose === 'one' ? one : other).query('select pg_backend_pid() as pid');
        seen[whose].add(rows[0].pid);
      }
      return seen.one.size === 1 && seen.other.size === 1 && seen.one.isDisjointFrom(seen.other);
    } finally {
      other.release();
    }
  } finally {
    one.release();
  }
}

/** @throws OperatorError where connections do not keep their sessions, which says what to do */
export async function requireSessions(pool: Pick<pg.Pool, 'connect'>): Promise<void> {
  if (!(await keepsSessions(pool)))
    throw new OperatorError(`${SHARES_SESSIONS.said} ${SHARES_SESSIONS.todo}`);
}
