/** Part numbers that stand in a line, with or without their signs. Pure. */
import type { Atom } from '#contract/matching/atoms.ts';
import type { Product } from '#contract/products/schema.ts';
import { partNumberKey, withUnitAsSign } from '../../products/part-number.ts';
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

/**
 * Returns the part numbers of a line; one more than the most where there are more. Within a word that is a number as a whole no other one
 * is looked for, such as 'NB-C8' in 'NB-C8-51'.
 */
export function spansOf(parts: Parts, atoms: readonly Atom[], noise: readonly boolean[]): Span[] {
  const keys = atoms.map(({ kind, text }) => (kind === 'sign' ? '' : partNumberKey(text)));
  const byUnit = keysByUnit(atoms, keys);
  const spans: Span[] = [];
  for (let from = 0; from < atoms.length; from += 1) {
    if (atoms[from]!.kind === 'sign' || noise[from]) continue;
    const found = spansFrom(parts, { atoms, noise, keys }, from);
    if (byUnit)
      for (const span of spansFrom(parts, { atoms, noise, keys: byUnit }, from))
        if (!found.some(({ to, key }) => to === span.to && key === span.key)) found.push(span);
    // Of 'NB-DAC25-1,5' the first number alone is cut out of one, where both are numbers of parts.
    for (const span of found)
      span.isCutAfter ||= isDecimalComma(atoms, span.to) && found.some(({ to }) => to > span.to);
    const whole = found.findLast((span) => isWord(atoms, span));
    spans.push(...(whole ? found.filter(({ to }) => to >= whole.to) : found));
    if (spans.length > MOST_SPANS) return spans;
    if (whole) from = whole.to - 1;
  }
  return spans;
}

/** The shortest part number that a description names: shorter ones may be words of it. */
const SHORTEST_NAMED = 5;

/** Whether a number stands as a whole among words. */
export const isSpelled = ({ key, isCutBefore, isCutAfter }: Span) =>
  key.length >= SHORTEST_NAMED && /\d/.test(key) && /\p{L}/u.test(key) && !isCutBefore && !isCutAfter;

interface Keyed {
  atoms: readonly Atom[];
  noise: readonly boolean[];
  /** Of each atom; empty for a sign. */
  keys: readonly string[];
}

function spansFrom(parts: Parts, line: Keyed, from: number): Span[] {
  const { text, ends } = keyFrom(line, from);
  if (ends.length === 0) return [];
  const lengths = [...new Set(ends.map(({ length }) => length))];
  return parts.numbers.within(text, lengths, MOST_ALIKE).map(({ length, products }): Span => {
    const { to } = ends.findLast((end) => end.length === length)!;
    return { from, to, key: text.slice(0, length), products, ...bordersOf(line.atoms, from, to) };
  });
}

/** Whether a comma stands between two digits without spaces: it may be within a number, or part cells. */
export const isDecimalComma = (atoms: readonly Atom[], at: number) =>
  atoms[at]?.text === ',' && isBetweenDigits(atoms, at);

const isBetweenDigits = (atoms: readonly Atom[], at: number) =>
  atoms[at]?.gap === 'none' &&
  atoms[at - 1]?.kind === 'digits' &&
  atoms[at + 1]?.kind === 'digits' &&
  atoms[at + 1]!.gap === 'none';

/** Returns the keys of a line in which the letter of a unit stands for the sign of decimals: '1', 'M', '5' of '1,5M'. Undefined where there is none. */
function keysByUnit(atoms: readonly Atom[], keys: readonly string[]): string[] | undefined {
  let swapped: string[] | undefined;
  for (const [at, { text }] of atoms.entries()) {
    const unit = atoms[at + 2];
    if (!/^[.,]$/.test(text) || !isBetweenDigits(atoms, at) || unit?.gap !== 'none') continue;
    const word = `${atoms[at - 1]!.text}${text}${atoms[at + 1]!.text}${unit.text}`;
    if (unit.kind !== 'letters' || withUnitAsSign(word) === word) continue;
    swapped ??= [...keys];
    swapped[at] = keys[at + 2]!;
    swapped[at + 2] = '';
  }
  return swapped;
}

/** Returns the key of what stands from an atom on, and where in it an atom ends: its length there, and the place behind the atom. */
function keyFrom({ atoms, noise, keys }: Keyed, from: number) {
  let text = '';
  const ends: { length: number; to: number }[] = [];
  for (let at = from; at < atoms.length && text.length < LONGEST; at += 1) {
    const { kind, text: run, gap } = atoms[at]!;
    if (noise[at] || (at > from && gap === 'cell')) break;
    if (kind === 'sign' && !WITHIN.test(run) && !isDecimalComma(atoms, at)) break;
    text += keys[at]!;
    if (kind !== 'sign' && text.length >= SHORTEST) ends.push({ length: text.length, to: at + 1 });
  }
  return { text, ends };
}

/** Whether a number is a whole word, without spaces. */
const isWord = (atoms: readonly Atom[], { from, to, isCutBefore, isCutAfter }: Span) =>
  !isCutBefore &&
  !isCutAfter &&
  atoms.slice(from + 1, to).every(({ gap }, n) => gap === 'none' && !isDecimalComma(atoms, from + 1 + n));

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
