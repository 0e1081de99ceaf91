import type { Database } from '../database/client.ts';
import { enqueueHold } from '../mail/queries.ts';
import { listEndingHolds, markWarned } from './holds.ts';
import { minutesOfWarning } from './rules.ts';

const AT_ONCE = 200;

/** Tells buyers whose hold ends soon, once a hold. Answers how many it were. */
export async function warnEndingHolds({ db }: Database, holdMinutes: number): Promise<number> {
  let warned = 0;
  for (const id of await listEndingHolds(db, minutesOfWarning(holdMinutes), AT_ONCE)) {
    await db.transaction().execute(async (transaction) => {
      if (!(await markWarned(transaction, id))) return;
      await enqueueHold(transaction, 'hold_ends', id);
      warned += 1;
    });
  }
  return warned;
}
