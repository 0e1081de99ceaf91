/** All readings of a line that explain the whole of it, each a part and a quantity. Pure. */
import type { Word } from '#contract/matching/atoms.ts';
import { isCountLabel, isPiecesWord } from '#contract/matching/count-words.ts';
import type { Count } from '#contract/matching/counts.ts';
import { isFiller, isReceiver, type Line } from '#contract/matching/text.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Parts } from '../find.ts';
import { type Explained, explain } from './explain.ts';
import { OwnWords } from './own-words.ts';
import type { Span } from './spans.ts';

/** A part by a number in the line or, without a span, by its words; with a number that is its quantity, or none. */
export interface Reading {
  product: Product;
  span?: Span;
  count?: Count;
  /** Cut out of a word, at a border that the count does not stand at. */
  isCut: boolean;
  isWeak: boolean;
  /** The line has the part's whole name. */
  isNamed: boolean;
  /** Of a reading by words, those that stand in the part's name. */
  names: ReadonlySet<string>;
  explained: Explained;
}

/** Returns how many words are looked at for all readings of a line by some parts. */
export const looksOf = ({ words }: Line, parts: number, counts: readonly Count[]) =>
  parts * (counts.length + 1) * words.length;

/** Parts that are found by their words: of more, none is meant alone. */
export const MOST_NAMED = 24;

/** What is read in one request: the words of a part are read once. */
export class PartWords {
  readonly #known = new Map<string, OwnWords>();

  of(product: Product): OwnWords {
    const known = this.#known.get(product._id);
    if (known) return known;
    const own = new OwnWords(product);
    this.#known.set(product._id, own);
    return own;
  }
}

/** The readings of a line by part numbers. */
export function readingsByNumber(
  line: Line,
  spans: readonly Span[],
  counts: readonly Count[],
  parts: Parts,
  words: PartWords,
): Reading[] {
  const readings: Reading[] = [];
  const options = [undefined, ...counts];
  const isNumber = (key: string) => parts.numbers.exactly(key, 1).length > 0;
  for (const span of spans)
    for (const product of span.products) {
      const others = spans.filter(
        (other) =>
          other !== span && isApart(other, span) && other.products.some(({ _id }) => _id === product._id),
      );
      for (const count of options) {
        if (count && !isApart(count, span)) continue;
        if (spans.some((other) => isOther(line, other, { own: words.of(product), product, span, count })))
          continue;
        const free = others.filter((other) => !count || isApart(other, count));
        const explained = explain(line, { own: words.of(product), span, count, others: free }, isNumber);
        if (!explained.isWhole || !isNumberAlone(line, span, explained)) continue;
        readings.push({
          product,
          span,
          ...(count && { count: inDoubt(line, count, [span, ...free], words.of(product)) }),
          isCut: isCut(span, count, free),
          isWeak: explained.isWeak,
          isNamed: false,
          names: new Set(),
          explained,
        });
      }
    }
  return readings;
}

/**
 * Whether a number is another part's, though its words are of this part's name: in 'NB-C8 / NB-C8-51' it is, in 'NB-C8-51 NB-C8 Desktop
 * Processor' the name goes on.
 */
function isOther(
  { words }: Line,
  other: Span,
  { own, product, span, count }: { own: OwnWords; product: Product; span: Span; count: Count | undefined },
): boolean {
  const isCut = other.isCutBefore || other.isCutAfter;
  if (isCut || !/\d/.test(other.key) || !/\p{L}/u.test(other.key)) return false;
  if (!isApart(other, span) || (count && !isApart(other, count))) return false;
  if (other.products.some(({ _id }) => _id === product._id)) return false;
  const isIn = ({ from, to }: Word) => other.from <= from && to <= other.to;
  const first = words.findIndex(isIn);
  const last = words.findLastIndex(isIn);
  const [before, after] = [words[first - 1], words[last + 1]].map((word) =>
    word && isApart(word, span) ? word.text : undefined,
  );
  const goesOn =
    first >= 0 &&
    (own.owns(words[first]!.text, before, undefined) === 'literal' ||
      own.owns(words[last]!.text, undefined, after) === 'literal');
  return !goesOn;
}

/** The readings of a line by words: of few parts that have them all. */
export function readingsByWords(
  line: Line,
  named: readonly Product[],
  counts: readonly Count[],
  words: PartWords,
): Reading[] {
  const readings: Reading[] = [];
  for (const product of named)
    for (const count of [undefined, ...counts]) {
      const own = words.of(product);
      const explained = explain(line, { own, span: undefined, count, others: [] }, () => false);
      const hasName = [...explained.own].some((word) => /\p{L}{2}/u.test(word));
      if (!explained.isWhole || !hasName) continue;
      const isNamed = own.isWhollyIn(explained.own);
      const names = new Set([...explained.own].filter((word) => own.isNamed(word)));
      readings.push({
        product,
        ...(count && { count: inDoubt(line, count, [], own) }),
        isCut: false,
        isWeak: explained.isWeak,
        isNamed,
        names,
        explained,
      });
    }
  return readings;
}

const FOR = /^(?:for|für|pour|para|per)$/;

/**
 * Returns a number of several, such as '6 x 200' and '6 200', as a question with the last one where the first may be of the part: behind a
 * word that is none of a quantity, as in 'Cat 6 x 200', or where the part has it. 'NB-E64 for 400' may be its price. Any other number is
 * one whole.
 * @param spans the part's numbers in the line
 */
export function inDoubt(
  { atoms, words, noise }: Line,
  { last, ...count }: Count,
  spans: readonly Pick<Span, 'from' | 'to'>[],
  own?: OwnWords,
): Count {
  const { from, number, values } = count;
  const isLabelled = isCountLabel(atoms[from]!.text) || isPiecesWord(atoms[from]!.text);
  const before = words.findLast(({ to }) => to <= from);
  const isFor = before && count.bond === 'none' && FOR.test(before.text);
  if (isFor && spans.some(({ to }) => to <= before.from)) return { ...count, isDoubtful: true };
  if (!last || isLabelled || !before || noise[before.from] || atoms[number.from]!.gap === 'cell')
    return count;
  const isBeside =
    isFiller(before.text) ||
    isReceiver(before.text) ||
    isPiecesWord(before.text) ||
    spans.some((span) => !isApart(span, before));
  const isOwn = own?.owns(atoms[number.from]!.text, undefined, undefined) !== undefined;
  const either = [...new Set([last.value, ...values])];
  if ((isBeside && !isOwn) || either.length === 1) return count;
  return { ...count, isDoubtful: true, values: either, last };
}

/** Returns the words by which a line's part is to be found: those that no number can take. */
export function namingWords({ words, atoms, noise }: Line, counts: readonly Count[]): string[] {
  const isTaken = (at: number) => counts.some(({ from, to }) => at >= from && at < to);
  return words
    .filter(({ from, to, text, kind }) => {
      const isPlain = kind === 'word' && atoms.slice(from, to).every((atom) => atom.kind !== 'digits');
      return (
        !noise[from] &&
        !isTaken(from) &&
        !(isPlain && (isFiller(text) || isReceiver(text) || text.length < 2))
      );
    })
    .map(({ text }) => text);
}

export const isApart = (a: { from: number; to: number }, b: { from: number; to: number }) =>
  a.to <= b.from || b.to <= a.from;

/** Whether a number is cut out of a word by anything but its quantity: '150xNB-E64' is not. */
function isCut(span: Span, count: Count | undefined, others: readonly Span[]): boolean {
  const isBehind = count?.to === span.from && count.bond !== 'none';
  const isBefore = count?.from === span.to && count.bond !== 'none' && !count.isDoubtful;
  return (
    (span.isCutBefore && !isBehind && !others.some(({ to }) => to === span.from)) ||
    (span.isCutAfter && !isBefore && !others.some(({ from }) => from === span.to))
  );
}

/** A number of letters alone, or a very short one, is one only where nothing else of the part stands beside it. */
function isNumberAlone({ atoms }: Line, { from, to, key }: Span, { own }: Explained): boolean {
  const hasDigit = /\d/.test(key);
  const hasLetter = /\p{L}/u.test(key);
  if (hasDigit && (hasLetter || key.length >= 6)) return true;
  return own.size === 0 && atoms.slice(from, to).some(({ kind }) => kind !== 'sign');
}
