import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Call } from '#contract/call.ts';
import { isStaff } from '#contract/reach.ts';
import type { Database, Queryable } from '../database/client.ts';
import type { Replica } from '../database/replica/replica.ts';
import { noteWrite } from '../database/replica/writes.ts';
import type { Admitted } from './access.ts';

/** What a call reads with, and of which moment that is at least; undefined: of now. */
export interface CallReading {
  db: Queryable;
  asOf?: Date;
}

/** The one place that decides which database a call reads from. */
export interface Reports {
  /** Reports about everybody may be read from a replica, all else is read from the primary. */
  readingOf(call: Call, admitted: Admitted, query: unknown): Promise<CallReading>;
  /** A call has changed something, perhaps also when it failed. */
  changed(call: Call, admitted: Admitted): Promise<void>;
}

/** Without a replica everything is read from the primary, and nothing is noted. */
export function createReports(
  { db, pool }: Database,
  replica: Replica | undefined,
  log: FastifyBaseLogger,
): Reports {
  const fromPrimary = { db };
  if (!replica) return { readingOf: async () => fromPrimary, changed: async () => {} };
  replica.onChange((problem) => {
    if (problem) log.warn({ problem }, 'the replica is not used: the primary answers reports');
    else log.info('the replica answers reports');
  });
  return {
    async readingOf(call, admitted, query) {
      const userId = isAboutEverybody(call, admitted, query) ? staffOf(admitted) : undefined;
      return (userId && (await replica.reading(userId))) || fromPrimary;
    },
    async changed({ method }, admitted) {
      const userId = method === 'GET' ? undefined : staffOf(admitted);
      if (userId) await note(pool, userId, log);
    },
  };
}

/** What is of one person may be asked for by that person, who must not see it go back in time. */
function isAboutEverybody({ report }: Call, { reach }: Admitted, query: unknown): boolean {
  const { email } = (query ?? {}) as { email?: unknown };
  return report === true && reach === 'all' && email === undefined;
}

/** The id of a caller who may read reports. */
function staffOf({ caller }: Admitted): string | undefined {
  return caller?.kind === 'person' && isStaff(caller.role) ? caller.userId : undefined;
}

/** What was done is done: that it could not be noted does not become the answer. */
async function note(pool: pg.Pool, userId: string, log: FastifyBaseLogger): Promise<void> {
  await noteWrite(pool, userId).catch((error) => {
    log.warn({ err: error }, 'a write could not be noted: a report may not show it for some seconds');
  });
}
