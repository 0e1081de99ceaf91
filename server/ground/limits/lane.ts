import pLimit from 'p-limit';
import { Gate } from '../handling/gate.ts';
import type { Limits, Trier } from './limits.ts';
import type { ShareName } from './rules.ts';
import { inTurns } from './turns.ts';

/** Starts a slice of work when those of other requests have had theirs. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Does a request's work in turns. Throws 429 where the caller has its share in work, and 503 where there is too much. */
export type Lane = <T>(trier: Trier, work: (takeTurn: TakeTurn) => Promise<T>) => Promise<T>;

/**
 * Opens a lane of requests whose work is done in turns, a slice of each after one of every other.
 * @param most requests of the lane at once
 */
export function openLane(limits: Limits, share: ShareName, most: number): Lane {
  const gate = new Gate(most);
  // One at a time, its rest included: however many there are, half of the time is left to others.
  const alone = pLimit(1);
  const inTurn = inTurns();
  const takeTurn: TakeTurn = (work) => alone(() => inTurn(work));
  return async (trier, work) => {
    gate.admit();
    return limits.share(share, trier, () => gate.run(() => work(takeTurn)));
  };
}
