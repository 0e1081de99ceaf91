/** How the pieces of a line can come of which stock has too few, and what a choice changes of a total, in words. Pure. */
import { netOf } from '#contract/kernel/amounts.ts';
import { nearDay } from '#contract/kernel/days.ts';
import { formatCount, formatDifference, toDollars } from '#contract/kernel/money.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { mostShares, piecesOf, type Share, sharesOf } from './shares.ts';

/** One way in which pieces come, from stock or on the days on which they are expected. */
export interface Way {
  label: string;
  shares: readonly Share[];
}

/**
 * Returns the ways in which a quantity can come of which stock has too few, the earliest first; where minimum, multiple or the goods
 * that are expected forbid so many, of the most that can be had. Each share has the price of its own quantity: where a split costs
 * more than all pieces together, the first day that has them all is a way, too. None where nothing is expected.
 */
export function waysOf(quantity: number, part: LinePart, today?: Date): Way[] {
  const whole = sharesOf(quantity, part);
  const shares = whole ?? mostShares(quantity, part);
  // What stock alone has is one of the right quantities.
  if (!shares?.some(({ receiptDate }) => receiptDate)) return [];
  const pieces = piecesOf(shares);
  const day = part.expected?.find(({ available }) => available >= pieces);
  const isDearer = totalOfShares(part, shares) > lineTotal(part, pieces);
  const ways = [shares, ...(isDearer && day ? [[{ quantity: pieces, receiptDate: day.dueOn }]] : [])];
  return ways.map((one) => ({
    label: `${wordsOf(one, whole !== undefined, today)}${changeWords(totalOfShares(part, one), lineTotal(part, quantity))}`,
    shares: one,
  }));
}

function wordsOf(shares: readonly Share[], isWhole: boolean, today: Date | undefined): string {
  const most = `${formatCount(piecesOf(shares))} at most`;
  const [{ quantity, receiptDate }, ...others] = shares as [Share, ...Share[]];
  if (others.length > 0) return `${isWhole ? 'Split' : most}: ${shareWords(shares, today)}`;
  const day = nearDay(receiptDate!, today);
  return isWhole ? `All ${formatCount(quantity)} on ${day}` : `${most}, on ${day}`;
}

/** '600 now, 400 on Mar 3'. */
const shareWords = (shares: readonly Share[], today?: Date) =>
  shares
    .map(({ quantity, receiptDate }) =>
      receiptDate
        ? `${formatCount(quantity)} on ${nearDay(receiptDate, today)}`
        : `${formatCount(quantity)} now`,
    )
    .join(', ');

/** Returns the words for ordering so many pieces in place of those that a line is for: 'Order 600 (−$800.00)'. */
export function orderWords(pieces: number, part: LinePart, before: number | null | undefined): string {
  const change = before ? changeWords(lineTotal(part, pieces), lineTotal(part, before)) : '';
  return `Order ${formatCount(pieces)}${change}`;
}

/** Returns what shares of a part cost, in dollars: each has the price of its own quantity. */
export function totalOfShares(part: LinePart, shares: readonly Share[]): number {
  const nets = shares.map(({ quantity }) => ({ netCents: Math.round(lineTotal(part, quantity) * 100) }));
  return toDollars(netOf(nets));
}

/** Returns by how much a total changes, in brackets after a space: ' (+$1,000.00)', ' (−$20.00)'; '' where it does not. In dollars. */
export function changeWords(total: number, before: number): string {
  const difference = rounded(total - before);
  return difference === 0 ? '' : ` (${formatDifference(difference)})`;
}

/** To cents. A quantity that nobody can order may come to more than cents are exact for, which is no error here. */
const rounded = (dollars: number) => toDollars(Math.round(dollars * 100));
