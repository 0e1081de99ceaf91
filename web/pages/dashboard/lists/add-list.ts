/** What adds a list to the order. */

import type { List, ListLine, ListOp } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { type Cart, newLine } from '../../../basket/cart/cart.ts';
import { type InOrder, inOrder } from '../../../basket/cart/in-order.ts';
import { askedOf } from '../../../basket/matching/asked.ts';

export type InOrderOfList = InOrder<ListLine>;

/**
 * Returns what of a list is in an order already.
 * @param parts the list's parts as they are today, by `partKey`; without them any rest of a line counts as missing
 */
export function listInOrder(
  { lines = [] }: List,
  order: readonly ListLine[],
  parts?: ReadonlyMap<string, LinePart>,
): InOrderOfList {
  return inOrder(lines, order, (line) => parts?.get(askedOf(line)?.partKey ?? ''));
}

/**
 * Returns what adds a list to a cart: all of its lines, or only the pieces that are `missing`. A list for boards says for how many,
 * where the cart does not yet.
 */
export function opsOfList(
  { lines = [], boards }: List,
  cart: Pick<Cart, 'boards' | 'status'>,
  missing?: InOrderOfList['missing'],
): ListOp[] {
  const added = missing
    ? lines.flatMap((line) => (missing.has(line._id) ? { ...line, quantity: missing.get(line._id) } : []))
    : lines;
  const ops = added.map(({ _id, position, ...fields }): ListOp => ({ op: 'put', line: newLine(fields) }));
  const isFree = cart.status !== 'loading' && cart.boards === null;
  return boards && isFree ? [...ops, { op: 'boards', boards }] : ops;
}
