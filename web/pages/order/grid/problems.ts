/** The way through the lines that need somebody. Pure. */
import { columnsOf } from '../../../basket/matching/asked.ts';
import { questionOf } from '../../../basket/matching/finding-choices.ts';
import type { Need, PricedLine } from '../../../basket/matching/priced.ts';

/** The line and its problem to which the key for the next problem moved last. */
export interface Stop {
  id: string;
  need: Need | undefined;
}

export const stopAt = ({ line, need }: PricedLine): Stop => ({ id: line._id, need });

/**
 * Returns the place of the next line that needs somebody; undefined where none does. The line at `row` itself is the next one, unless
 * the way has led there last, for the same need.
 */
export function nextProblem(
  lines: readonly PricedLine[],
  row: number,
  direction: 1 | -1,
  last: Stop | undefined,
): number | undefined {
  const count = lines.length;
  const here = lines[row];
  const isNew = here && !(last?.id === here.line._id && last.need === here.need);
  // From the row of a new line the first or the last one is next.
  const from = row >= count && direction === 1 ? -1 : row;
  for (let step = isNew ? 0 : 1; step <= count; step += 1) {
    const at = (((from + step * direction) % count) + count) % count;
    if (lines[at]?.need) return at;
  }
  return undefined;
}

/** Returns the column that mends a line: its remedies, or the quantity where nothing is offered for it. */
export function mendingColumn({ line, state, need }: PricedLine): 'quantity' | 'problem' {
  const isTyped = need === 'quantity' && !questionOf(line, state?.match, columnsOf(line));
  return isTyped ? 'quantity' : 'problem';
}
