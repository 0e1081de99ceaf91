/** What adds a list to the order. */
import type { List, ListOp } from '#contract/lists.ts';
import { type Cart, newLine } from '../../../cart/cart.ts';

/** Returns what adds all lines of a list to a cart. A list for boards says for how many, where the cart does not yet. */
export function opsOfList({ lines = [], boards }: List, cart: Pick<Cart, 'boards' | 'status'>): ListOp[] {
  const ops = lines.map(({ _id, position, ...fields }): ListOp => ({ op: 'put', line: newLine(fields) }));
  const isFree = cart.status !== 'loading' && cart.boards === null;
  return boards && isFree ? [...ops, { op: 'boards', boards }] : ops;
}
