import { fieldError } from '#contract/kernel/field-message.ts';
import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import type { Arrived } from '#contract/receipts/schema.ts';
import { invalidInput } from '../ground/handling/problem.ts';
import { isTooMuch } from '../products/shelf.ts';
import type { LockedReceipt, WaitingLine } from './lock.ts';

/** What is decided of pieces that have arrived, with the new counters of what was expected. */
export interface Arrival extends Arrived, Pick<LockedReceipt, 'promised' | 'arrived'> {
  /** Lines that get `pieces` of them, and how many of theirs they wait for then. */
  filled: { orderId: string; pieces: number; awaited: number }[];
  /** Lines whose hold has ended, and for which nothing is to come any more. */
  late: string[];
}

/**
 * Decides on pieces of locked goods that have arrived, where so many lie on the shelf. Lines that are `waiting` come first, in their
 * order; the last one may get a part of its pieces. What is left goes on sale. Once as many have arrived as were expected, nothing
 * more is. Throws 400 for more than the shelf takes.
 */
export function judgeArrival(
  { quantity, promised, arrived }: Pick<LockedReceipt, 'quantity' | 'promised' | 'arrived'>,
  waiting: readonly WaitingLine[],
  pieces: number,
  shelf: number,
): Arrival {
  if (isTooMuch(shelf, pieces) || arrived + pieces > MOST_PIECES)
    throw invalidInput([fieldError('quantity', 'stock_too_many')]);
  let forSale = pieces;
  const filled = waiting.flatMap(({ orderId, awaited, state }) => {
    const some = state === 'released' ? 0 : Math.min(awaited, forSale);
    forSale -= some;
    return some > 0 ? [{ orderId, pieces: some, awaited: awaited - some }] : [];
  });
  const forOrders = pieces - forSale;
  const expected = Math.max(0, quantity - pieces);
  const late = waiting.filter(({ state }) => expected === 0 && state === 'released');
  return {
    forOrders,
    forSale,
    expected,
    filled,
    promised: promised - forOrders,
    arrived: arrived + pieces,
    late: late.map(({ orderId }) => orderId),
  };
}
