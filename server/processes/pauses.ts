/** Milliseconds after which a process counts as one that runs well. */
const WELL_MS = 60_000;
const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Returns the milliseconds to wait before a process that has ended is started again: none at first, and twice as many each time for
 * one that ends again soon.
 * @param livedMs how long it ran
 * @param before the pause before it was started; undefined: it is the first in its place
 */
export function pauseAfter(livedMs: number, before: number | undefined): number {
  if (before === undefined || livedMs >= WELL_MS) return 0;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, 2 * before));
}
