import type { Acknowledged } from './acknowledged.ts';
import type { Fault, World } from './faults.ts';
import type { Load } from './load.ts';
import { untilTrue } from './until-true.ts';

/** Orders after which the shop counts as going on. */
const ORDERS_AFTERWARDS = 10;
/** A fault has begun to show by then, or does not. */
const SHOWS_AFTER_MS = 6_000;

/** Causes a fault, waits until orders go on, ends the fault, and waits until all is whole. Throws when an answer was wrong. */
export async function runRound(
  { cluster, shops }: World,
  fault: Fault,
  round: number,
  load: Load,
  acknowledged: Acknowledged,
): Promise<{ pause: number; line: string }> {
  await Promise.all([cluster.untilWhole(), shops.untilReady()]);
  load.answers.clear();
  load.reads.longest = 0;
  const begun = performance.now();
  const end = await fault.begin({ cluster, shops }, round);
  const begunToShow = begun + SHOWS_AFTER_MS;
  await untilOrders(acknowledged, begunToShow, load);
  end();
  await Promise.all([cluster.untilWhole(), shops.untilReady()]);
  requireRight(load.wrong);
  const pause = acknowledged.longestPause(begun);
  const answers = [...load.answers].sort().map(([status, count]) => `${count} × ${status}`);
  return {
    pause,
    line:
      `orders paused for ${(pause / 1000).toFixed(1)} s; answers: ${answers.join(', ')}; ` +
      `reads took ${Math.round(load.reads.longest)} ms at most (${load.reads.path})`,
  };
}

/** Waits until some orders are acknowledged after a moment, or an answer was wrong. Then throws. */
export async function untilOrders(acknowledged: Acknowledged, since: number, { wrong }: Load): Promise<void> {
  const isOver = async () =>
    wrong.length > 0 || acknowledged.moments.filter((moment) => moment > since).length >= ORDERS_AFTERWARDS;
  await untilTrue('orders go on', isOver);
  requireRight(wrong);
}

function requireRight(wrong: string[]): void {
  if (wrong.length > 0) throw new Error([...new Set(wrong)].slice(0, 20).join('\n'));
}
