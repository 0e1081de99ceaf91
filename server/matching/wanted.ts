/** How many pieces a line asks for, where that depends on the part: packages, and numbers in doubt. Pure. */
import { isSamePackage } from '#contract/matching/count-words.ts';
import { readPieceCell } from '#contract/matching/piece-cell.ts';
import type { Line } from '#contract/matching/schema.ts';
import { isPossible, onlyQuantity } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Answer } from './reading/read-line.ts';

type Count = Answer['count'];

/** The numbers of some lines that nothing is bound to, beside a part without doubt. */
export interface BareNumbers {
  /** How many are about the price of their part, and how many are not. */
  prices: number;
  pieces: number;
  /** They are taken as pieces, whatever their parts cost. */
  arePieces: boolean;
}

/**
 * Returns the only quantity that a number can be of a part; undefined where several can, or where it is to be asked about. A number that
 * nothing is bound to may be the part's price: 'CPU-C8-47 190'.
 */
export function sureQuantity(
  count: Count,
  product: Product,
  { arePieces }: Pick<BareNumbers, 'arePieces'>,
): number | undefined {
  const only = onlyValue(count, product);
  return !arePieces && mayBePrice(count, product) ? undefined : only;
}

/** Counts the number of a line beside its part, where nothing is bound to it; not once more where it is taken as pieces. */
export function noteBare(bare: BareNumbers, count: Count, product: Product): void {
  if (bare.arePieces || count?.bond !== 'none' || onlyValue(count, product) === undefined) return;
  bare[mayBePrice(count, product) ? 'prices' : 'pieces'] += 1;
}

function onlyValue(count: Count, product: Product): number | undefined {
  if (!count || count.isDoubtful || count.packages !== undefined) return undefined;
  return count.values.length === 1 ? count.values[0] : onlyQuantity(count.values, product);
}

function mayBePrice(count: Count, product: Product): boolean {
  const only = onlyValue(count, product);
  return only !== undefined && count!.bond === 'none' && isPriceLike(only, product);
}

/** Price lists round their prices: how far a number may be from one, as a share of it. */
const ROUNDED = 0.05;

/** Whether a number is about the price of a piece, at any of the price breaks. */
function isPriceLike(number: number, { price, priceBreaks }: Product): boolean {
  const prices = [price, ...priceBreaks.map((step) => step.price)];
  return prices.some((one) => Math.abs(number - one) <= one * ROUNDED);
}

/** Returns the quantities that a number may be of a part: those that can be ordered, or else all of them. */
export function possibleQuantities(count: Count, product: Product): number[] {
  if (!count) return [];
  const { packages } = count;
  const { package: pack } = product;
  const isPacked = packages !== undefined && pack !== undefined && isSamePackage(pack.name, packages);
  // A package may be what the buyer calls a piece.
  const values = [...(isPacked ? count.values.map((value) => value * pack.pieces) : []), ...count.values];
  const possible = values.filter((value) => isPossible(value, product));
  return possible.length > 0 || values.length === 1
    ? possible.concat(possible.length > 0 ? [] : values)
    : values;
}

/** Returns what the columns of a line say of its quantity: the number, or what its cell says. */
export function toldCount({ quantity, quantityText }: Pick<Line, 'quantity' | 'quantityText'>): {
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
