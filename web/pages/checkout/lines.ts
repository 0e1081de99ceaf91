/** What the lines of the cart come to at checkout. Pure. */

import { totalOfLines } from '#contract/kernel/amounts.ts';
import { formatPrice } from '#contract/kernel/money.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import type { Seen } from '../../basket/cart/seen-prices.ts';
import type { LineState } from '../../basket/matching/answers.ts';
import { type PricedLine, priceLines } from '../../basket/matching/priced.ts';

/** What a refusal of the server was about: it is over as soon as the line is another one. */
export interface Refused {
  line: ListLine;
  error: FieldError;
}

/** A line of the cart as the summary shows it. */
export interface CheckoutLine extends PricedLine {
  /** Dollars; 0 while it is not known. */
  total: number;
  /** What the buyer has seen before, where the unit price is another one now. */
  was?: Seen;
  /** Why the server has refused the line as it is. */
  refused?: FieldError;
  /**
   * `ready`: it can be ordered; `large`: once it is split; `checking`: it is not known yet; `wrong`: something has to be done first.
   */
  is: 'ready' | 'large' | 'checking' | 'wrong';
}

/** Returns the lines of the cart that say something, with what they cost and what is in the way of each. */
export function toCheckoutLines(
  lines: readonly ListLine[],
  matches: ReadonlyMap<string, LineState>,
  refusals: ReadonlyMap<string, Refused>,
  seen: Readonly<Record<string, Seen>>,
): CheckoutLine[] {
  const told = lines.filter(({ _id, productId }) => productId || matches.has(_id));
  return priceLines(told, matches, null).map((priced): CheckoutLine => {
    const { line, unitPrice, total = 0, split } = priced;
    const refused = refusalOf(line, refusals.get(line._id));
    const before = seen[line._id];
    const is = refused ? 'wrong' : stateOf(priced);
    const isSame = before?.productId === priced.part?._id && before?.quantity === line.quantity;
    const isOther = before && isSame && before.unitPrice !== unitPrice;
    return {
      ...priced,
      total,
      is,
      // The price of a split line is for smaller quantities than the price that was seen.
      ...(isOther && !split && unitPrice !== undefined && { was: before }),
      // So that sums leave it out.
      ...(is === 'wrong' && { need: priced.need ?? 'problem' }),
      ...(refused && { refused }),
    };
  });
}

/** A part that is known and not written into the cart yet is on its way there. */
function stateOf({ line, state, need, part, split }: PricedLine): CheckoutLine['is'] {
  if (state?.state !== 'matched') return 'checking';
  if (need || state.match?.problem?.code === 'gone') return 'wrong';
  if (split) return 'large';
  return part && line.productId ? 'ready' : 'checking';
}

function refusalOf(line: ListLine, refused: Refused | undefined): FieldError | undefined {
  const isSame =
    refused?.line.quantity === line.quantity &&
    refused?.line.productId === line.productId &&
    refused?.line.receiptDate === line.receiptDate;
  return isSame ? refused?.error : undefined;
}

/** Returns the refusals of an answer by the lines of the list that they name, as in `lines.{_id}.quantity`; the first of each. */
export function refusalsByLine(
  errors: readonly FieldError[],
  lines: readonly ListLine[],
): Map<string, Refused> {
  const byId = new Map(lines.map((line) => [line._id, line]));
  const refused = new Map<string, Refused>();
  for (const error of errors) {
    const [, id = ''] = error.field.split('.');
    const line = byId.get(id);
    if (line && !refused.has(id)) refused.set(id, { line, error });
  }
  return refused;
}

/** Returns what lines came to at the prices that the buyer has seen, in dollars. Split lines have none. */
export const totalBefore = (lines: readonly CheckoutLine[]): number =>
  totalOfLines(
    lines.map(({ line, was, total }) => ({
      total: was ? lineTotal({ price: was.unitPrice }, line.quantity!) : total,
    })),
  );

/** Says which unit price a line had and has: 'was $1.20 by your price list 2026-B, now $1.35'. A list that has both is named once. */
export function priceChangeWords({ was, unitPrice, part }: CheckoutLine): string {
  const by = (source: string | undefined) => (source === undefined ? '' : ` by your price list ${source}`);
  const [before, now] = [was!.source, part?.source?.name];
  return `was ${formatPrice(was!.unitPrice)}${before === now ? '' : by(before)}, now ${formatPrice(unitPrice!)}${by(now)}`;
}
