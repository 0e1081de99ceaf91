/** What the lines of the pad cost and need, from what was found for them. Pure. */

import { totalOfLines } from '#contract/kernel/amounts.ts';
import { CARD_LIMIT_CENTS, toCents, toDollars } from '#contract/kernel/money.ts';
import { lineTotal, type PriceBreak, unitPrice } from '#contract/kernel/price.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { partOn } from '#contract/matching/judge.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import { type Advice, bestQuantity } from '#contract/products/best-quantity.ts';
import { type QuantityLimits, quantityError } from '#contract/products/quantity.ts';
import type { LineState } from './answers.ts';
import { buildQuantity } from './build.ts';
import { type Split, splitQuantity } from './split.ts';

/** Why a line cannot be ordered yet. `problem`: its quantity cannot be; `together`: lines of the same part exceed the stock. */
export type Need = 'find' | 'choose' | 'confirm' | 'quantity' | 'problem' | 'together';

/** A line as the pad shows it. */
export interface PricedLine {
  line: ListLine;
  /** Its number on the screen, from 1. */
  n: number;
  state: LineState | undefined;
  /** The part that will be ordered, once there is no doubt. */
  part?: LinePart;
  /** Dollars for a piece at this quantity, and for the line. */
  unitPrice?: number;
  total?: number;
  /** The next price break above the quantity. */
  next?: PriceBreak;
  advice?: Advice;
  /** The number of the first line with the same part, and dollars by which both cost less as one. */
  sameAs?: number;
  joinSaves?: number;
  /** Pieces that its boards need, where the quantity is another one. */
  built?: number;
  need?: Need;
  /** It is more than a card can be charged: what the checkout splits it into. Its total is that of the split. */
  split?: Split;
}

/** Returns the list price that a buyer's own price of a part replaces; undefined where both are the same, and where there is none. */
export const replacedPrice = (
  part: LinePart | undefined,
  unitPrice: number | undefined,
): number | undefined => (unitPrice === part?.listPrice ? undefined : part?.listPrice);

const WAITING: LineState = { state: 'waiting' };

/** Prices lines in their order. It counts from quantities and parts, so that what is typed has its price at once. */
export function priceLines(
  lines: readonly ListLine[],
  states: ReadonlyMap<string, LineState>,
  boards: number | null,
): PricedLine[] {
  /** By part, and by the day that lines wait for. */
  const firsts = new Map<string, { n: number; quantity: number; pieces: number }>();
  return lines.map((line, place) => {
    const n = place + 1;
    const state = states.get(line._id) ?? WAITING;
    const part = partOf(line, state.match);
    if (!part) return { line, n, state, ...needOf(state.match) };
    const { quantity } = line;
    const source = `${part._id} ${line.receiptDate ?? ''}`;
    const first = firsts.get(source);
    const pieces = (first?.pieces ?? 0) + (quantity ?? 0);
    firsts.set(source, { n, quantity: quantity ?? 0, ...first, pieces });
    const built = buildQuantity(line, boards);
    const found: PricedLine = {
      line,
      n,
      state,
      part,
      ...(first && { sameAs: first.n }),
      ...(built !== undefined && built !== quantity && { built }),
    };
    if (!quantity) return { ...found, need: 'quantity' };
    const limits = partOn(part, line.receiptDate);
    const advice = bestQuantity(quantity, limits);
    const next = part.priceBreaks?.find(({ from }) => from > quantity);
    const refusal = quantityError(quantity, limits);
    const split = refusal === 'over_card_limit' ? splitQuantity(quantity, limits) : undefined;
    const need = refusal && !split ? 'problem' : pieces > limits.available ? 'together' : undefined;
    const joinSaves = first?.quantity ? savedByJoining(first.quantity, quantity, limits) : 0;
    return {
      ...found,
      ...(joinSaves > 0 && { joinSaves }),
      unitPrice: unitPrice(part, split?.quantities[0] ?? quantity),
      total: split?.total ?? lineTotal(part, quantity),
      ...(next && { next }),
      ...(advice && { advice }),
      ...(need && { need }),
      ...(split && { split }),
    };
  });
}

/** Dollars by which two quantities cost less as one that can be ordered. */
function savedByJoining(one: number, other: number, limits: QuantityLimits): number {
  if (quantityError(one + other, limits)) return 0;
  const cents = (quantity: number) => toCents(lineTotal(limits, quantity));
  return toDollars(cents(one) + cents(other) - cents(one + other));
}

/** The part of a line, without doubt: the one that it names, or found by its exact number. */
function partOf({ productId }: ListLine, match: Match | undefined): LinePart | undefined {
  if (!match?.product) return undefined;
  return productId ? (match.product._id === productId ? match.product : undefined) : exactOf(match);
}

const exactOf = (match: Match) => (match.match === 'exact' ? match.product : undefined);

const NEED_OF = { none: 'find', several: 'choose', likely: 'confirm', exact: undefined } as const;

function needOf(match: Match | undefined): { need?: Need } {
  const need = match && NEED_OF[match.match];
  return need ? { need } : {};
}

export interface Totals {
  lines: number;
  /** Lines that cannot be ordered yet. */
  needs: number;
  /** Lines that nothing is known of yet. */
  waiting: number;
  /** Dollars of the lines that can be ordered. */
  total: number;
  /** Of those parts whose weight is known. */
  grams: number;
  /** Whether the weight of some is unknown. */
  isLighter: boolean;
  isOverCardLimit: boolean;
  /** Dollars that are lost as lines above the card limit are split, which the total includes. */
  splitExtra: number;
  /** Lines of which a larger quantity costs less, and what they all save, in dollars. */
  better: PricedLine[];
  saved: number;
}

/** Sums up a list: what will be paid for it, wherever it is shown. */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  const counted: { total: number }[] = [];
  let grams = 0;
  let isLighter = false;
  let [savedCents, extraCents] = [0, 0];
  let [needs, waiting] = [0, 0];
  const better: PricedLine[] = [];
  for (const priced of lines) {
    const { line, part, total, need, advice, state, split } = priced;
    if (need) needs += 1;
    if (!need && !part && state?.state !== 'matched') waiting += 1;
    if (need || total === undefined) continue;
    counted.push({ total });
    extraCents += toCents(split?.extra ?? 0);
    grams += (part?.weightGrams ?? 0) * (line.quantity ?? 0);
    isLighter ||= part?.weightGrams === undefined;
    if (!advice || advice.saved <= 0) continue;
    better.push(priced);
    savedCents += toCents(advice.saved);
  }
  const total = totalOfLines(counted);
  return {
    lines: lines.length,
    needs,
    waiting,
    grams,
    isLighter,
    better,
    total,
    saved: toDollars(savedCents),
    isOverCardLimit: toCents(total) > CARD_LIMIT_CENTS,
    splitExtra: toDollars(extraCents),
  };
}
