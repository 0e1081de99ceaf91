/** What a quantity of a part costs, and what is wrong with it: for the server's answer, and for the browser until it has one. */
import { MOST_EXPECTED } from '../kernel/days.ts';
import { wordsOfField } from '../kernel/field-words.ts';
import { CARD_LIMIT_CENTS, toDollars } from '../kernel/money.ts';
import { MOST_PIECES } from '../kernel/pieces.ts';
import { lineTotal, unitPrice } from '../kernel/price.ts';
import { bestQuantity } from '../products/best-quantity.ts';
import { minimumQuantity } from '../products/minimum.ts';
import { nearestQuantities, quantityError, rightQuantities } from '../products/quantity.ts';
import type { LinePart, LineProblem, Match } from './schema.ts';

/** What a line asks for of its part. */
export interface Wanted {
  quantity?: number | undefined;
  /** The day of the part's `expected` from which the pieces are to come; without it they come from stock. */
  receiptDate?: string | undefined;
}

/**
 * Returns how many pieces a line can have: those in stock, or those that are expected on the day that it waits for. Undefined for a
 * day after the last of those that a part shows where it shows as many as it can: only who places the line learns it.
 */
export function piecesFor(
  { available, expected = [] }: Pick<LinePart, 'available' | 'expected'>,
  receiptDate: string | null | undefined,
): number | undefined {
  if (!receiptDate) return available;
  const known = expected.find(({ dueOn }) => dueOn === receiptDate);
  if (known) return known.available;
  return expected.length === MOST_EXPECTED && receiptDate > expected.at(-1)!.dueOn ? undefined : 0;
}

/** Returns a part as a line sees it that waits for a day: it has what is expected then. */
export function partOn<Part extends Pick<LinePart, 'available' | 'expected'>>(
  part: Part,
  receiptDate: string | null | undefined,
): Part {
  return receiptDate ? { ...part, available: piecesFor(part, receiptDate) ?? MOST_PIECES } : part;
}

/**
 * Returns price, total, advice and problem of a line. Without a quantity there is a problem only with a part that is no longer made.
 * @param substitutes those of the part that are on sale
 */
export function judgeLine(
  part: LinePart,
  { quantity, receiptDate }: Wanted,
  substitutes: () => LinePart[],
): Pick<Match, 'unitPrice' | 'total' | 'advice' | 'problem'> {
  const product = partOn(part, receiptDate);
  const problem = problemOf(product, quantity);
  const isShort = problem?.code === 'obsolete' || problem?.code === 'too_many';
  const others = isShort ? substitutes() : [];
  const told = problem && { problem: { ...problem, ...(others.length > 0 && { substitutes: others }) } };
  if (quantity === undefined || !Number.isInteger(quantity)) return { ...told };
  const advice = bestQuantity(quantity, product);
  return {
    ...told,
    unitPrice: unitPrice(product, quantity),
    total: lineTotal(product, quantity),
    ...(advice && { advice }),
  };
}

/** Returns what a line means whose part is not on sale any more. */
export const goneLine = (quantity: number | undefined) => noneFor('gone', { quantity });

/** Returns what is said of a line that was not searched for, as the lines before it have cost what one request may. */
export const unsearchedLine = (wanted: Pick<Match, 'quantity' | 'readings'>) =>
  noneFor('not_searched', wanted);

function noneFor(
  code: 'gone' | 'not_searched',
  { quantity, readings }: Pick<Match, 'quantity' | 'readings'>,
): Match {
  const problem: LineProblem = { code, message: wordsOfField(code, undefined)!, quantities: [] };
  const pieces = { ...(quantity !== undefined && { quantity }), ...(readings && { readings }) };
  return { match: 'none', candidates: [], ...pieces, problem };
}

function problemOf(product: LinePart, quantity: number | undefined): LineProblem | undefined {
  const refusal = quantity === undefined ? undefined : quantityError(quantity, product);
  const isObsolete = product.lifecycle === 'obsolete' && (refusal === undefined || refusal === 'too_many');
  const code = isObsolete ? 'obsolete' : refusal;
  if (code === undefined) return undefined;
  const params = paramsOf(code, product, quantity ?? 0);
  return {
    code,
    message: wordsOfField(code, params)!,
    ...(params && { params }),
    quantities: refusal === undefined ? [] : rightQuantities(quantity!, product),
  };
}

/** The numbers that say so, as orders are refused with them. */
function paramsOf(
  code: LineProblem['code'],
  product: LinePart,
  quantity: number,
): Record<string, number> | undefined {
  const { available } = product;
  switch (code) {
    case 'too_few':
      return { least: minimumQuantity(product) };
    case 'too_many':
    case 'obsolete':
      return { available };
    case 'not_multiple':
      return nearestQuantities(quantity, product);
    case 'over_card_limit':
      return { most: toDollars(CARD_LIMIT_CENTS) };
    default:
      return undefined;
  }
}
