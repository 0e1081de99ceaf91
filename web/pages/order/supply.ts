/** When the pieces of a line can be had. Pure. */
import type { LinePart } from '#contract/lines.ts';
import { formatCount } from '#contract/money.ts';

interface Supply {
  /** What is in stock, in words. */
  now: string;
  /** What comes later, in words. */
  later: string[];
  isEnough: boolean;
}

const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * Returns what there is on the day that a line waits for.
 * @param available undefined for a day after those that the part shows
 */
export function supplyOn(receiptDate: string, available: number | undefined, quantity: number): Supply {
  const now = `on ${day.format(new Date(receiptDate))}`;
  if (available === undefined) return { now, later: ['checked when you order'], isEnough: true };
  return { now, later: [`${formatCount(available)} expected`], isEnough: available >= quantity };
}

/** Returns how many pieces there are, and when more are expected where these are too few. */
export function supplyOf(part: LinePart, quantity: number): Supply {
  const { available, leadDays, lifecycle } = part;
  const isEnough = available >= Math.max(quantity, 1);
  if (isEnough) return { now: `${formatCount(available)} in stock`, later: [], isEnough };
  const now = available > 0 ? `${formatCount(available)} now` : 'Out of stock';
  let missing = Math.max(quantity, 1) - available;
  const later: string[] = [];
  for (const { dueOn, available: pieces } of part.expected ?? []) {
    if (missing <= 0 || later.length === 2) break;
    later.push(`${formatCount(Math.min(missing, pieces))} on ${day.format(new Date(dueOn))}`);
    missing -= pieces;
  }
  if (later.length === 0 && leadDays && lifecycle !== 'obsolete')
    later.push(`more in ${formatCount(leadDays)} days`);
  return { now, later, isEnough };
}
