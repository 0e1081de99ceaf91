/** Whether a reading explains every word of a line. Pure. */

import type { Word } from '#contract/matching/atoms.ts';
import { isPackageWord, isPiecesWord } from '#contract/matching/count-words.ts';
import type { Count } from '#contract/matching/counts.ts';
import { isFiller, isReceiver, type Line } from '#contract/matching/text.ts';
import { partNumberKey } from '../../products/part-number.ts';
import { kindIn, MOST_MEANT, meaningsOf } from '../../products/words.ts';
import { isNumeric, JOINING, type Owned, type OwnWords, plain } from './own-words.ts';
import type { Span } from './spans.ts';

/** Words that turn around what a line says: they never are beside the point, whatever a part's details have. */
export const TURNS = new Set(
  `or not no non without instead except cancelled cancel canceled cancellation never neither nor replace replaced replacing substitute
    alternative alternatively oder nicht kein keine ohne statt storniert stornieren ersatz alternativ`.split(
    /\s+/,
  ),
);

/** What a reading leaves of the line. */
export interface Explained {
  /** Whether nothing is left. */
  isWhole: boolean;
  /** The words of the line that are in the part's words, not in its number. */
  own: Set<string>;
  /** Places of the words of those that stand so in the part's name. */
  literal: Word[];
  /** A number that the name has with a unit alone. */
  isWeak: boolean;
}

export interface Claim {
  own: OwnWords;
  span: Span | undefined;
  count: Count | undefined;
  /** Other numbers of the same part. */
  others: readonly Span[];
}

const within = (at: number, part: { from: number; to: number } | undefined) =>
  part !== undefined && at >= part.from && at < part.to;

const NOT_WHOLE: Explained = { isWhole: false, own: new Set(), literal: [], isWeak: false };

/**
 * Returns what a reading leaves of a line. It ends at the first word that nothing explains.
 * @param isNumber whether any part has a number
 */
export function explain(
  line: Line,
  { own, span, count, others }: Claim,
  isNumber: (key: string) => boolean,
): Explained {
  const { words } = line;
  const covered = coveredBy(line, [span, count, ...others]);
  const explained: Explained = { isWhole: true, own: new Set(), literal: [], isWeak: false };
  /** Places of words that only a meaning of theirs may explain. */
  const pending: number[] = [];
  for (const [n, word] of words.entries()) {
    const left = leftOf(line, word, covered);
    if (left === 'nothing') continue;
    // A part of a word is no word.
    if (left === 'part') return NOT_WHOLE;
    const owned = ownedBy(own, line, n, span);
    const isOther = owned !== 'literal' && (isTurn(line, word, span) || isBound(line, n));
    // 'NB-E64 200 I' may be of NB-E64I.
    const isLonger =
      owned !== 'literal' &&
      span !== undefined &&
      word.from >= span.to &&
      isNumber(span.key + partNumberKey(word.text));
    if (isOther || isLonger) return NOT_WHOLE;
    if (owned === 'literal') explained.literal.push(word);
    if (owned === 'weak') explained.isWeak = true;
    if (owned === 'weak' && span) return NOT_WHOLE;
    if (owned) explained.own.add(plain(word.text));
    else if (!isBeside(line, n, span)) {
      if (isNumeric(word.text) && !mayBeMeant(line, n)) return NOT_WHOLE;
      pending.push(n);
    }
    if (pending.length === MOST_MEANT && !takeMeant(line, pending, own, explained)) return NOT_WHOLE;
  }
  while (pending.length > 0) if (!takeMeant(line, pending, own, explained)) return NOT_WHOLE;
  const isOfOther = span !== undefined && explained.own.size > 0 && isOtherKind(line, span, { covered, own });
  return isOfOther || hasLooseSign(line, covered, explained.literal) ? NOT_WHOLE : explained;
}

/** Returns for each atom whether it belongs to one of these. */
function coveredBy({ atoms }: Line, some: readonly (Pick<Span, 'from' | 'to'> | undefined)[]): boolean[] {
  const covered: boolean[] = Array(atoms.length).fill(false);
  for (const one of some) if (one) covered.fill(true, one.from, one.to);
  return covered;
}

/** What of a word is not covered, and no noise. */
function leftOf(
  { atoms, noise }: Line,
  { from, to }: Word,
  covered: readonly boolean[],
): 'nothing' | 'part' | 'all' {
  let [all, left, noisy] = [0, 0, 0];
  for (let at = from; at < to; at += 1) {
    if (atoms[at]!.kind === 'sign') continue;
    all += 1;
    if (covered[at]) continue;
    left += 1;
    if (noise[at]) noisy += 1;
  }
  if (left === noisy) return 'nothing';
  return left < all ? 'part' : 'all';
}

/** Whether a word turns around what the line says, or says that it is for another part. */
const isTurn = (line: Line, word: Word, span: Span | undefined) =>
  TURNS.has(word.text) ||
  (word.kind === 'word' && word.to === word.from + 1 && word.text === 'for' && isOfOther(line, word, span));

/** Whether a word is beside the point where it stands: those of courtesy are, in brackets too. Any other may call the line off. */
function isBeside(line: Line, n: number, span: Span | undefined): boolean {
  const [word, next] = [line.words[n]!, line.words[n + 1]];
  if (!isFiller(word.text) && !isReceiver(word.text)) return false;
  // 'NB-E64 200 plus' is more than 200, and who says 'we offer' sells.
  if (word.text === 'plus' && n > 0) return false;
  if (word.text === 'offer' && !isAskedFor(line.words[n - 1], next)) return false;
  // A lone letter may be a variant's: 'I need' is none, '(I)' is.
  if (word.text.length < 2 && !(next && isFiller(next.text) && (!span || word.from < span.from)))
    return false;
  return !isOfNumber(line, word, span);
}

/** Whether an offer is asked for: 'please offer', 'can you offer', 'offer us'. */
const isAskedFor = (before: Word | undefined, after: Word | undefined) =>
  /^(?:please|pls|you|bitte)$/.test(before?.text ?? '') || isReceiver(after?.text ?? '');

/** What may stand directly behind a part number and is none of it: 'NB-E64 please', but not 'NB-E64 I' or 'NB-E64 Plus'. */
const BEHIND = new Set(
  'please pls thanks each urgent asap bitte danke dringend je jeweils required'.split(' '),
);

/** Whether a word may be of the number that it stands beside. */
function isOfNumber({ atoms }: Line, word: Word, span: Span | undefined): boolean {
  if (!span) return false;
  const isBehind = word.from === span.to && atoms[word.from]!.gap !== 'cell';
  const isBefore = word.to === span.from && atoms[span.from]!.gap !== 'cell';
  return (isBehind && !BEHIND.has(word.text)) || (isBefore && word.text.length < 2);
}

/** How a word is the part's own. 'Case' of 'Case Fan' is, but not 'cases', nor 'case' before the fan's number. */
function ownedBy(own: OwnWords, { words }: Line, n: number, span: Span | undefined): Owned {
  const [before, word, after] = [words[n - 1], words[n]!, words[n + 1]];
  if (!isPackageWord(word.text)) return own.owns(word.text, before?.text, after?.text);
  const beside = (other: Word | undefined) => (other && !within(other.from, span) ? other.text : undefined);
  const owned = own.owns(word.text, beside(before), beside(after));
  return owned === 'literal' && plain(word.text) !== word.text ? 'own' : owned;
}

/** A word for packages or pieces beside a number, or a word for pieces that no number is bound to. */
function isBound({ words, atoms }: Line, n: number): boolean {
  const word = words[n]!;
  if (isPiecesWord(word.text)) return !isFiller(word.text);
  if (!isPackageWord(word.text)) return false;
  const isNumber = (other: Word | undefined) =>
    other?.kind === 'number' && atoms[Math.max(other.from, word.from)]!.gap !== 'cell';
  const [next, after] = [words[n + 1], words[n + 2]];
  return (
    isNumber(words[n - 1]) ||
    isNumber(next) ||
    (next !== undefined && /^(?:of|à|a|with|von|mit)$/.test(next.text) && isNumber(after))
  );
}

/** 'Bracket for NB-E64': what stands before is for the part, and not the part. */
function isOfOther({ words, noise }: Line, word: Word, span: Span | undefined): boolean {
  if (!span || word.from > span.from) return false;
  const before = words.filter((one) => one.to <= word.from && one.kind === 'word' && !noise[one.from]);
  const between = words.filter((one) => one.from > word.from && one.to <= span.from);
  return (
    before.some(({ text }) => !isFiller(text)) &&
    between.every(({ text }) => isFiller(text) || isReceiver(text))
  );
}

/** Whether a word may be of a phrase that stands for other words. */
function mayBeMeant({ words }: Line, n: number): boolean {
  const texts = words.slice(0, n + MOST_MEANT).map(({ text }) => text);
  for (let from = Math.max(0, n - MOST_MEANT + 1); from <= n; from += 1)
    for (let to = n + 1; to <= Math.min(texts.length, from + MOST_MEANT); to += 1)
      if (meaningsOf(texts.slice(from, to)).length > 0) return true;
  return false;
}

/**
 * Takes the first of the words that are left, and those that are one phrase with it, where they are others for the part's own, as 'hdd' for
 * a hard disk. Returns whether they are.
 */
function takeMeant({ words }: Line, pending: number[], own: OwnWords, explained: Explained): boolean {
  const first = pending[0]!;
  for (let length = pending.length; length > 0; length -= 1) {
    if (pending[length - 1] !== first + length - 1) continue;
    const phrase = words.slice(first, first + length).map(({ text }) => text);
    if (!meaningsOf(phrase).some((meaning) => own.hasAll(meaning))) continue;
    for (const text of phrase) explained.own.add(plain(text));
    pending.splice(0, length);
    return true;
  }
  return false;
}

/**
 * Whether what stands before a number or directly behind it says that it is another kind of thing than the part: '200 fan PSU-ATX-850G'. The
 * first words that say a kind count: behind them, and behind a comma or the quantity, stands what the thing has.
 */
function isOtherKind(
  { atoms, noise }: Line,
  span: Span,
  { covered, own }: { covered: readonly boolean[]; own: OwnWords },
): boolean {
  const pieces = [{ from: 0, text: '' }];
  for (const [at, { kind, text, gap }] of atoms.entries()) {
    const isEnd = covered[at] || noise[at] || (kind === 'sign' && /^[,;|()/]$/.test(text));
    if (isEnd || gap === 'cell') pieces.push({ from: isEnd ? at + 1 : at, text: '' });
    const isBeside = (isFiller(text) && !JOINING.has(text.toLowerCase())) || isReceiver(text);
    if (!isEnd && !isBeside) pieces.at(-1)!.text += gap === 'none' ? text : ` ${text}`;
  }
  const first = pieces.find(({ text }) => kindIn(text).size > 0);
  if (!first || first.from > span.to) return false;
  const kind = [...kindIn(first.text)];
  const words = first.text.trim().toLowerCase().split(' ');
  const last = words.findLastIndex((word) => [...kindIn(word)].some((one) => kind.includes(one)));
  const phrase = words.slice(0, last + 1).slice(-MOST_MEANT);
  return !kind.some((one) => own.isKind([one])) && !own.isKind(phrase);
}

/** Whether a sign is left that may change a number and belongs to none: of multiplication, of about, a raised digit, '(?)', or a box without a tick. */
function hasLooseSign(
  { atoms, noise }: Line,
  covered: readonly boolean[],
  literal: readonly Word[],
): boolean {
  return atoms.some(
    ({ kind, text }, at) =>
      kind === 'sign' &&
      (/^(?:[×✕✖~≈±☐☒]|\p{No})$/u.test(text) ||
        (text === '?' && atoms[at - 1]?.kind === 'sign') ||
        (text === '[' && atoms[at + 1]?.text === ']')) &&
      !covered[at] &&
      !noise[at] &&
      !literal.some((word) => within(at, word)),
  );
}
