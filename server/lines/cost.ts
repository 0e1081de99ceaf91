import type { Line } from '#contract/lines.ts';

/** Lines that count as one attempt. */
const LINES = 50;

/** A line whose part is known is looked up, and not searched: so many cost what one other does. */
const KNOWN = 10;

/** Returns as how many attempts of the limit `match` lines count. */
export function costOf(lines: readonly Line[]): number {
  const known = lines.filter(({ productId }) => productId !== undefined).length;
  return Math.max(1, Math.ceil((lines.length - known + known / KNOWN) / LINES));
}
