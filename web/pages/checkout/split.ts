/** How lines are split into purchases that a card can pay. Pure. */
import { minimumQuantity } from '#contract/minimum.ts';
import { CARD_LIMIT_CENTS, toCents } from '#contract/money.ts';
import { lineTotal } from '#contract/price.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchase-limits.ts';
import type { QuantityLimits } from '#contract/quantity.ts';

/** A line with what it costs. */
export interface Costing {
  /** Dollars. */
  total: number;
}

/**
 * Puts lines into purchases of at most `PURCHASE_MAX_LINES` lines and what a card can be charged, each line into the first one that has room. The
 * lines keep their order within a purchase. A line that is too large by itself makes a purchase of its own.
 */
export function splitLines<Line extends Costing>(lines: readonly Line[]): Line[][] {
  const purchases: { lines: Line[]; cents: number }[] = [];
  for (const line of lines) {
    const cents = toCents(line.total);
    const room = purchases.find(
      (one) => one.lines.length < PURCHASE_MAX_LINES && one.cents + cents <= CARD_LIMIT_CENTS,
    );
    if (room) {
      room.lines.push(line);
      room.cents += cents;
    } else purchases.push({ lines: [line], cents });
  }
  return purchases.map((purchase) => purchase.lines);
}

/** A line is split into so many at most. */
const MOST_PARTS = 1_000;

/**
 * Splits the pieces of a line that is too large for a card into as few quantities as possible that can be ordered and paid each, as
 * even as the multiple allows. Undefined where there are none. Smaller quantities may have a higher unit price.
 */
export function splitQuantity(quantity: number, product: QuantityLimits): number[] | undefined {
  const { multiple = 1 } = product;
  const units = quantity / multiple;
  if (!Number.isInteger(units)) return undefined;
  const least = minimumQuantity(product);
  for (let parts = 2; parts <= MOST_PARTS; parts += 1) {
    const fewer = Math.floor(units / parts);
    if (fewer * multiple < least) return undefined;
    const larger = units - fewer * parts;
    const quantities = Array.from({ length: parts }, (_, n) => (fewer + (n < larger ? 1 : 0)) * multiple);
    // Both sizes: the smaller one may miss a price break, and cost more.
    const fits = [quantities[0]!, quantities.at(-1)!].every(
      (pieces) => toCents(lineTotal(product, pieces)) <= CARD_LIMIT_CENTS,
    );
    if (fits) return quantities;
  }
  return undefined;
}
