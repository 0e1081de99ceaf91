import type { Line } from '#contract/matching/schema.ts';

/** Lines that count as one attempt. */
const LINES = 50;

/** A line whose part is known is looked up, and not searched: so many cost what one other does. */
const KNOWN = 10;

/** Characters of a line that is read: a longer one counts as several. */
const READ = 200;

/** Returns as how many attempts of the limit `match` lines count. */
export function costOf(lines: readonly Line[]): number {
  const weight = lines.reduce((before, line) => before + weightOf(line), 0);
  return Math.max(1, Math.ceil(weight / (LINES * KNOWN)));
}

/** What a line weighs, where a known one weighs 1. */
function weightOf({ productId, quantity, text = '' }: Line): number {
  const isRead = productId === undefined || quantity === undefined;
  const more = isRead ? Math.max(0, Math.ceil(text.length / READ) - 1) : 0;
  return more * KNOWN + (productId === undefined ? KNOWN : 1);
}

/** Cells that count as one attempt: most are looked up, and few are read. */
const CELLS = 250;

/** Returns as how many attempts of the limit `match` cells count. */
export const costOfCells = (cells: readonly string[]): number => Math.max(1, Math.ceil(cells.length / CELLS));
