/** How what a card cannot be charged at once is split into purchases that it can. Pure. */

import {
  CARD_LIMIT_CENTS,
  formatCents,
  formatCount,
  formatMoney,
  toCents,
  toDollars,
} from '#contract/kernel/money.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import type { QuantityLimits } from '#contract/products/quantity.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';

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

/** What a line that is too large for a card is ordered as. */
export interface Split {
  /** As even as the multiple allows, the larger ones first. */
  quantities: number[];
  /** Dollars of all of them. */
  total: number;
  /** Dollars that they cost more than the line as one would: smaller quantities may miss a price break. */
  extra: number;
}

/** A line is split into so many at most. */
const MOST_PARTS = 1_000;

/**
 * Splits the pieces of a line that is too large for a card into as few quantities as possible that can be ordered and paid each.
 * Undefined where there are none.
 */
export function splitQuantity(quantity: number, product: QuantityLimits): Split | undefined {
  const { multiple = 1 } = product;
  const units = quantity / multiple;
  if (!Number.isInteger(units)) return undefined;
  const least = minimumQuantity(product);
  const cents = (pieces: number) => toCents(lineTotal(product, pieces));
  const asOne = cents(quantity);
  // No piece costs less in a smaller quantity, so fewer parts cannot fit.
  const fewest = Math.max(2, Math.ceil(asOne / CARD_LIMIT_CENTS));
  for (let parts = fewest; parts <= MOST_PARTS; parts += 1) {
    const smaller = Math.floor(units / parts) * multiple;
    if (smaller < least) return undefined;
    const rest = units % parts;
    const larger = rest > 0 ? smaller + multiple : smaller;
    // Both sizes: the smaller one may miss a price break, and cost more.
    if (cents(larger) > CARD_LIMIT_CENTS || cents(smaller) > CARD_LIMIT_CENTS) continue;
    const all = rest * cents(larger) + (parts - rest) * cents(smaller);
    return {
      quantities: Array.from({ length: parts }, (_, n) => (n < rest ? larger : smaller)),
      total: toDollars(all),
      extra: toDollars(all - asOne),
    };
  }
  return undefined;
}

/** Says that a line is too large for a card, what it is ordered as, and what that costs. */
export function splitWords({ quantities, extra }: Split): string {
  const orders = `${formatCount(quantities.length)} orders of ${formatCount(quantities[0]!)} pcs or less`;
  return cardLimitWords(orders, extra);
}

/** Says that something is too much for a card, which orders it becomes, and what that costs. */
export function cardLimitWords(orders: string, extra: number): string {
  const split = `Above ${formatCents(CARD_LIMIT_CENTS)}, the most that a card can be charged: checkout splits it into ${orders}.`;
  return [split, extraWords(extra)].filter(Boolean).join(' ');
}

/** Says what splitting costs; '' where it costs nothing. */
export function extraWords(extra: number): string {
  return extra > 0
    ? `Smaller quantities miss a price break: that costs ${formatMoney(extra)} more, which the total includes.`
    : '';
}
