import { type MakeAfter, positionsAfter } from '../matching/ops.ts';
import { getCart, newLine } from './cart.ts';

/** Makes lines of the cart after one of its lines. */
export const linesAfter: MakeAfter = (line, many) => {
  const positions = positionsAfter(line, getCart().lines, many.length);
  return many.map((fields, n) => newLine({ ...fields, position: positions[n]! }));
};
