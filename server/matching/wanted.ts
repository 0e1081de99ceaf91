/** How many pieces a line asks for, where that depends on the part: packages, and numbers in doubt. Pure. */
import { isCurrency, isSamePackage } from '#contract/matching/count-words.ts';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import type { Line as AskedLine } from '#contract/matching/schema.ts';
import type { Line } from '#contract/matching/text.ts';
import { onlyQuantity, possibleOf } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Answer } from './reading/read-line.ts';

type Count = Answer['count'];

/** What numbers that nothing is bound to are, beside a part without doubt: 'CPU-C8-47 190'. */
export type BareKind = 'prices' | 'pieces';

/** How many lines have a number that is an amount or about the price of its part, how many one that is not, and what all are read as. */
export interface BareNumbers extends Record<BareKind, number> {
  /** What most of them are, once all are counted. */
  most?: BareKind;
}

/**
 * Returns the only quantity that a number can be of a part; undefined where several can, or where it is to be asked about. A number that
 * nothing is bound to may be the part's price: 'CPU-C8-47 190'.
 */
export function sureQuantity(
  count: Count,
  product: Product,
  { most }: Pick<BareNumbers, 'most'>,
): number | undefined {
  const only = onlyValue(count, product);
  if (only === undefined || count!.bond !== 'none') return only;
  return (most ?? kindOf(only, product)) === 'pieces' ? only : undefined;
}

/** Counts the line of a part without doubt whose quantity is not said elsewhere. */
export function noteBare(bare: BareNumbers, line: Line, answer: Answer): void {
  const kind = bareKind(line, answer);
  if (kind && !bare.most) bare[kind] += 1;
}

function bareKind({ atoms, noise }: Line, { count, product, how }: Answer): BareKind | undefined {
  if (!count) return atoms.some(({ text }, at) => noise[at] && isCurrency(text)) ? 'prices' : undefined;
  if (count.bond !== 'none') return undefined;
  const only = onlyValue(count, product);
  if (only !== undefined) return kindOf(only, product);
  const isAmount =
    /[.,]00$/.test(how.quantity ?? '') || count.values.every((value) => !Number.isInteger(value));
  return isAmount ? 'prices' : undefined;
}

function onlyValue(count: Count, product: Product): number | undefined {
  if (!count || count.isDoubtful || count.packages !== undefined) return undefined;
  return count.values.length === 1 ? count.values[0] : onlyQuantity(count.values, product);
}

const kindOf = (number: number, product: Product): BareKind =>
  isPriceLike(number, product) ? 'prices' : 'pieces';

/** Price lists round their prices: how far a number may be from one, as a share of it. */
const ROUNDED = 0.05;

/** Whether a number is about the price of a piece, at any of the price breaks. */
function isPriceLike(number: number, { price, priceBreaks }: Product): boolean {
  const prices = [price, ...priceBreaks.map((step) => step.price)];
  return prices.some((one) => Math.abs(number - one) <= one * ROUNDED);
}

/** Returns the quantities that a number may be of a part: those that can be ordered, or else all of them. */
export function possibleQuantities(count: Count, product: Product): readonly number[] {
  if (!count) return [];
  const { packages } = count;
  const { package: pack } = product;
  const isPacked = packages !== undefined && pack !== undefined && isSamePackage(pack.name, packages);
  // A package may be what the buyer calls a piece.
  const values = [...(isPacked ? count.values.map((value) => value * pack.pieces) : []), ...count.values];
  return possibleOf(values, product);
}

/** Returns what the columns of a line say of its quantity: the number, or what its cell says. */
export function toldCount({ quantity, quantityText }: Pick<AskedLine, 'quantity' | 'quantityText'>): {
  quantity?: number;
  count?: Count;
} {
  if (quantity !== undefined) return { quantity };
  if (quantityText === undefined || quantityText.trim() === '') return {};
  const cell = readPieceCell(quantityText);
  if ('pieces' in cell && cell.pieces > 0) return { quantity: cell.pieces };
  if (!('question' in cell)) return { count: { values: [], isDoubtful: true } };
  const { question, packages, several } = cell;
  // Two readings of one number may be settled by the part's smallest order.
  const isDoubtful = question.length !== 2 || packages !== undefined || several === true;
  return { count: { values: question, isDoubtful, ...(packages !== undefined && { packages }) } };
}
