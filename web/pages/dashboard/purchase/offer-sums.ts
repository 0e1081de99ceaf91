/** What offers come to, one by one and together. Pure. */
import { totalOfLines } from '#contract/kernel/amounts.ts';
import { nearDay } from '#contract/kernel/days.ts';
import { toCents, toDollars } from '#contract/kernel/money.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import { piecesOf } from '../../../basket/matching/shares.ts';
import { totalOfShares } from '../../../basket/matching/ways.ts';
import type { Offer, OfferChoice } from './offers.ts';

/** Returns what a choice costs today, in dollars: nothing for what cannot be ordered yet. */
export function totalOf({ take, isOpen }: OfferChoice): number {
  if (!take || isOpen) return 0;
  return totalOfShares(take.part, take.shares);
}

/** Returns the dollars that splitting a line adds: each share has the unit price of its own quantity. */
export function splitCost({ take, isOpen }: OfferChoice): number {
  if (!take || isOpen) return 0;
  const whole = lineTotal(take.part, piecesOf(take.shares));
  return toDollars(toCents(totalOfShares(take.part, take.shares)) - toCents(whole));
}

/** What is chosen for an offer. */
export interface Chosen extends Pick<Offer, 'line' | 'pieces'> {
  choice: OfferChoice;
}

/** What is chosen for all offers together. Money in dollars. */
export interface Sums {
  /** What their pieces cost then. */
  before: number;
  now: number;
  /** What the same pieces of the same parts cost more than then; negative where they cost less. */
  dearer: number;
  lines: number;
  open: number;
  leftOut: number;
  /** The last day on which pieces come; undefined where all are in stock. */
  lastDay: string | undefined;
}

/** Sums up what is chosen. */
export function sumsOf(chosen: readonly Chosen[]): Sums {
  const thens: { total: number }[] = [];
  let dearerCents = 0;
  const days: string[] = [];
  for (const { line, pieces, choice } of chosen) {
    const then = pieces === line.quantity ? line.total : lineTotal({ price: line.price }, pieces);
    thens.push({ total: then });
    const { part, shares = [] } = choice.take ?? {};
    if (part?._id === line.productId && !choice.isOpen && piecesOf(shares) === pieces)
      dearerCents += toCents(totalOf(choice)) - toCents(then);
    if (!choice.isOpen) days.push(...shares.flatMap(({ receiptDate }) => receiptDate ?? []));
  }
  return {
    before: totalOfLines(thens),
    now: totalOfLines(chosen.map(({ choice }) => ({ total: totalOf(choice) }))),
    dearer: toDollars(dearerCents),
    lines: chosen.filter(({ choice }) => choice.take).length,
    open: chosen.filter(({ choice }) => choice.isOpen).length,
    leftOut: chosen.filter(({ choice }) => !choice.take).length,
    lastDay: days.sort().at(-1),
  };
}

/** Says when all of it can be shipped. */
export function whenWords({ lastDay, lines, open }: Sums, today?: Date): string | undefined {
  if (lines === open) return undefined;
  if (open > 0 && !lastDay) return 'All else is in stock.';
  return lastDay ? `The last pieces are expected on ${nearDay(lastDay, today)}.` : 'All of it is in stock.';
}
