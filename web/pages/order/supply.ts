/** When the pieces of a line can be had. Pure. */
import { nearDay } from '#contract/kernel/days.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { mostShares, piecesOf, type Share, sharesOf } from '../../basket/matching/shares.ts';

interface Supply {
  /** What is in stock, in words. */
  now: string;
  /** What comes later, in words. */
  later: string[];
  isEnough: boolean;
}

/** Days that the cell has room for. */
const MOST_DAYS = 2;

/**
 * Returns what there is on the day that a line waits for.
 * @param available undefined for a day after those that the part shows
 */
export function supplyOn(
  receiptDate: string,
  available: number | undefined,
  quantity: number,
  today?: Date,
): Supply {
  const now = `on ${nearDay(receiptDate, today)}`;
  if (available === undefined) return { now, later: ['checked when you order'], isEnough: true };
  return { now, later: [`${formatCount(available)} expected`], isEnough: available >= quantity };
}

/**
 * Returns how many pieces there are, and where these are too few, which can be had when: as shares that can be ordered. Where
 * minimum, multiple or the goods that are expected forbid so many, those of the most that can be had, and that this is the most.
 */
export function supplyOf(part: LinePart, quantity: number, today?: Date): Supply {
  const { available, leadDays, lifecycle } = part;
  const isEnough = available >= Math.max(quantity, 1);
  const stock = available > 0 ? `${formatCount(available)} in stock` : 'Out of stock';
  if (isEnough) return { now: stock, later: [], isEnough };
  const whole = sharesOf(quantity, part);
  const shares = whole ?? mostShares(quantity, part) ?? [];
  const [first] = shares;
  const days = shares.filter(isLater);
  const later = days
    .slice(0, MOST_DAYS)
    .map((share) => `${formatCount(share.quantity)} on ${nearDay(share.receiptDate, today)}`);
  if (days.length > MOST_DAYS) later.push(`the rest by ${nearDay(days.at(-1)!.receiptDate, today)}`);
  if (!whole && later.length > 0) later.push(`${formatCount(piecesOf(shares))} at most`);
  if (later.length === 0 && leadDays && lifecycle !== 'obsolete')
    later.push(`more in ${formatCount(leadDays)} days`);
  const isNow = first !== undefined && !first.receiptDate;
  return { now: isNow ? `${formatCount(first.quantity)} now` : stock, later, isEnough };
}

const isLater = (share: Share): share is Required<Share> => share.receiptDate !== undefined;
