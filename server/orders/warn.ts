import type { Database } from '../database/client.ts';
import { enqueueHold } from '../mail/queries.ts';
import { listEndingHolds, markWarned } from './holds.ts';
import type { OrderTerms } from './insert.ts';
import { minutesOfWarning } from './rules.ts';

const AT_ONCE = 200;

/** Tells buyers whose hold ends soon, once a hold. Returns the number of warned orders. */
export async function warnEndingHolds(
  { db }: Database,
  { holdMinutes, unprovenMinutes }: Pick<OrderTerms, 'holdMinutes' | 'unprovenMinutes'>,
): Promise<number> {
  let warned = 0;
  const [usual, short] = [minutesOfWarning(holdMinutes), minutesOfWarning(unprovenMinutes)];
  for (const id of await listEndingHolds(db, usual, short, AT_ONCE)) {
    await db.transaction().execute(async (transaction) => {
      if (!(await markWarned(transaction, id))) return;
      await enqueueHold(transaction, 'hold_ends', id);
      warned += 1;
    });
  }
  return warned;
}
