import { setTimeout } from 'node:timers/promises';
import type { TakeTurn } from './lane.ts';

/** Milliseconds of work after which other work gets its turn. */
const SLICE_MS = 5;

/** How work that is done in slices makes room for others. */
interface Turns {
  takeTurn: TakeTurn;
  /** Whether somebody still waits for the result; without it all is done. */
  isWanted?: () => boolean;
  /** Milliseconds to rest after a slice that took so many; none without it. */
  rest?: (taken: number) => number;
}

/** Does something for each entry in slices of a few milliseconds; ends early when nobody waits for it any more. */
export async function inSlices<Entry, Result>(
  entries: readonly Entry[],
  one: (entry: Entry, nth: number) => Result,
  { takeTurn, isWanted = () => true, rest = () => 0 }: Turns,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < entries.length && isWanted()) {
    await takeTurn(async () => {
      const begun = performance.now();
      do results.push(one(entries[results.length]!, results.length));
      while (results.length < entries.length && performance.now() < begun + SLICE_MS);
      const pause = rest(performance.now() - begun);
      if (pause > 0) await setTimeout(pause);
    });
  }
  return results;
}
