/** Part numbers that stand in a line, with or without their signs. Pure. */
import type { Atom } from '#contract/matching/atoms.ts';
import type { Product } from '#contract/products/schema.ts';
import { partNumberKey } from '../../products/part-number.ts';
import type { Parts } from '../find.ts';

/** A whole part number, of atoms from `from` up to before `to`, and the parts that have it. */
export interface Span {
  from: number;
  to: number;
  key: string;
  products: Product[];
  /** It begins or ends within a word: 'CAS-R2U-12' of 'CAS-R2U-12X'. */
  isCutBefore: boolean;
  isCutAfter: boolean;
  /** It has signs and spaces inside: 'TRX-1G-LX I'. */
  isMixed: boolean;
}

/** Signs within part numbers. */
const WITHIN = /^[-–/._+#]$/;

const LONGEST = 64;
const SHORTEST = 3;
/** Makers may use the same number. */
const MOST_ALIKE = 20;
/** A line with more part numbers is not read. */
export const MOST_SPANS = 24;

/** Returns the part numbers of a line; one more than the most where there are more. */
export function spansOf(parts: Parts, atoms: readonly Atom[], noise: readonly boolean[]): Span[] {
  const spans: Span[] = [];
  for (const [from, atom] of atoms.entries()) {
    if (atom.kind === 'sign' || noise[from]) continue;
    let text = '';
    /** The atom behind which so many letters end. */
    const ends = new Map<number, number>();
    for (let at = from; at < atoms.length && text.length < LONGEST; at += 1) {
      const { kind, text: run, gap } = atoms[at]!;
      if (noise[at] || (at > from && gap === 'cell')) break;
      if (kind !== 'sign') {
        text += partNumberKey(run);
        ends.set(text.length, at + 1);
      } else if (!WITHIN.test(run)) break;
    }
    if (text.length < SHORTEST) continue;
    for (const { length, products } of parts.numbers.within(text, MOST_ALIKE)) {
      const to = ends.get(length);
      if (to === undefined || length < SHORTEST) continue;
      const key = text.slice(0, length);
      spans.push({ from, to, key, products, ...bordersOf(atoms, from, to) });
      if (spans.length > MOST_SPANS) return spans;
    }
  }
  return spans;
}

function bordersOf(atoms: readonly Atom[], from: number, to: number) {
  const isJoined = (at: number) => {
    // Whether the atom at this place goes on from what stands before it.
    const [before, atom] = [atoms[at - 1], atoms[at]];
    return before !== undefined && atom !== undefined && atom.gap === 'none';
  };
  const isSign = (at: number) => atoms[at]?.kind === 'sign' && WITHIN.test(atoms[at]!.text);
  const isCutBefore =
    isJoined(from) && (atoms[from - 1]!.kind !== 'sign' || (isSign(from - 1) && isJoined(from - 1)));
  // 'NB-C8+' may be another part.
  const isGoingOn = () =>
    /^[+#]$/.test(atoms[to]!.text) || (isSign(to) && isJoined(to + 1) && atoms[to + 1]!.kind !== 'sign');
  const isCutAfter = isJoined(to) && (atoms[to]!.kind !== 'sign' || isGoingOn());
  let hasSign = false;
  let hasSpace = false;
  for (let at = from + 1; at < to; at += 1) {
    if (atoms[at]!.gap === 'space') hasSpace = true;
    else if (atoms[at]!.kind === 'sign') hasSign = true;
  }
  return { isCutBefore, isCutAfter, isMixed: hasSign && hasSpace };
}
