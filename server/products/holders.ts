import { withRoom } from './column.ts';

/** The slots that have a word, each with its place, as `slot << 2 | place`. Most words are in one or few texts. */
export type Holders = number | number[] | { list: Uint32Array; length: number };

/** Up to so many holders an ordinary array takes less memory. */
const FEW = 24;

export function listOf(holders: Holders): [list: ArrayLike<number>, length: number] {
  if (typeof holders === 'number') return [[holders], 1];
  return Array.isArray(holders) ? [holders, holders.length] : [holders.list, holders.length];
}

export function withHolder(known: Holders, holder: number): Holders {
  if (typeof known === 'number') return [known, holder];
  if (!Array.isArray(known)) {
    known.list = withRoom(known.list, known.length);
    known.list[known.length] = holder;
    known.length += 1;
    return known;
  }
  known.push(holder);
  return known.length <= FEW ? known : { list: Uint32Array.from(known), length: known.length };
}

/** Returns undefined when no holder is left. */
export function withoutHolder(known: Holders, holder: number): Holders | undefined {
  if (typeof known === 'number') return known === holder ? undefined : known;
  const [list, length] = listOf(known);
  let at = 0;
  while (at < length && list[at] !== holder) at += 1;
  if (at === length) return known;
  const last = list[length - 1]!;
  if (Array.isArray(known)) {
    known[at] = last;
    known.pop();
  } else {
    known.list[at] = last;
    known.length -= 1;
  }
  return length > 1 ? known : undefined;
}
