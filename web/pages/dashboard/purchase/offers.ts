/** What has changed since a purchase, line by line, and what can be ordered in place of it. Pure. */
import type { LinePart, Match } from '#contract/lines.ts';
import { formatCount, formatPrice } from '#contract/money.ts';
import { lineTotal } from '#contract/price.ts';
import type { PurchaseLine } from '#contract/purchases.ts';
import { enoughOf } from '../../../matching/build.ts';
import { wordsOfProblem } from '../../../matching/problem-words.ts';

/** What is ordered for a line; nothing for one that is left out. */
export interface Choice {
  label: string;
  take?: { part: LinePart; quantity: number };
}

/** A line of a purchase, and how it would be ordered today. */
export interface Offer {
  line: PurchaseLine;
  /** What is not as it was, in words; none for a line that can be ordered as before. */
  changes: string[];
  /** The first one is taken unless the buyer takes another one. */
  choices: [Choice, ...Choice[]];
}

const LEAVE_OUT: Choice = { label: 'Leave it out' };

/**
 * Returns what can be ordered today for a line.
 * @param match what the shop says of the part and the quantity
 * @param similar parts that may take the place of one that is gone
 */
export function offerOf(line: PurchaseLine, match: Match, similar: readonly LinePart[] = []): Offer {
  const part = match.product;
  if (!part) {
    const others = similar.map((other) => asBefore(other, line.quantity));
    return { line, changes: ['No longer sold'], choices: [LEAVE_OUT, ...others] };
  }
  const { problem, unitPrice = line.price } = match;
  const price =
    unitPrice === line.price ? [] : [`${formatPrice(line.price)} → ${formatPrice(unitPrice)} each`];
  const why = problem && wordsOfProblem(problem, {}, part).replace(/\.$/, '');
  const right = (problem?.quantities ?? []).map(
    (quantity): Choice => ({ label: `${formatCount(quantity)} pcs`, take: { part, quantity } }),
  );
  const same: Choice = {
    label: `${formatCount(line.quantity)} pcs, as before`,
    take: { part, quantity: line.quantity },
  };
  // What cannot be ordered at any time is mended; what is short may come again, and stays as it is.
  const isWrong = problem?.code === 'too_few' || problem?.code === 'not_multiple';
  const [first = same, ...rest] = isWrong && right.length > 0 ? right.toReversed() : [same, ...right];
  const others = (problem?.substitutes ?? []).map((other) => asBefore(other, line.quantity));
  return {
    line,
    changes: [...price, ...(why ? [why] : [])],
    choices: [first, ...rest, ...others, LEAVE_OUT],
  };
}

/** Another part in place of one: as many as are enough and can be ordered of it. */
function asBefore(part: LinePart, pieces: number): Choice {
  const quantity = enoughOf(pieces, part);
  return { label: `${formatCount(quantity)} × ${part.sku}, ${part.name}`, take: { part, quantity } };
}

/** Returns what a choice costs today, in dollars. */
export function totalOf({ take }: Choice): number {
  return take ? lineTotal(take.part, take.quantity) : 0;
}
