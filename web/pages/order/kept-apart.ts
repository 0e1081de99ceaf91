/** Lines that somebody keeps beside another line of the same part, in this browser. */
import type { PricedLine } from '../../matching/priced.ts';
import { openList } from '../../stored-list.ts';

const apart = openList({
  key: 'kept-apart',
  most: 500,
  isEntry: (key) => /^[\w-]{1,64}:[\w-]{1,64}$/.test(key),
});

/** A line that gets another part is asked about again. */
const keyOf = ({ line, part }: PricedLine) => `${line._id}:${part?._id}`;

/** Returns whether a line is to stay beside that of the same part, and renders again when that changes in any tab. */
export function useKeptApart(priced: PricedLine): boolean {
  return apart.use().includes(keyOf(priced));
}

export function keepApart(priced: PricedLine): void {
  apart.set([keyOf(priced), ...apart.get().filter((key) => key !== keyOf(priced))]);
}
