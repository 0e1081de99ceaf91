/**
 * Parts a line with several parts: with one quantity for each, as in '300 each of NB-E64 and NB-E32' and '300 NB-E64, NB-E32 each', or with a
 * quantity of its own for each, as in '300 NB-E64 and 200 NB-E32'. Pure.
 */
import { readCount } from '#contract/kernel/count-text.ts';
import { isPiecesWord } from '#contract/matching/count-words.ts';
import { LONGEST_LINE } from '#contract/matching/limits.ts';
import { isFiller, isReceiver } from '#contract/matching/text.ts';

const EACH = new Set('each ea je jeweils apiece'.split(' '));
const OF = new Set(['of', 'von']);
const AND = new Set(['and', 'und', '&', '+', 'sowie', 'et', 'y', 'e', 'en']);

/**
 * Returns a line for each part, each with the quantity, where a line has one quantity for each of several parts; otherwise the line
 * alone. Every part has to have a part number or a size: 'each of the black and white cable' is one line. So is 'RAM DDR4, 16GB,
 * 3200MHz': behind commas stands what describes a part, unless every piece has a part number.
 */
export function linesSharing(line: string): string[] {
  if (line.length > LONGEST_LINE) return [line];
  const words = line
    .split(/\s/)
    .filter((word) => word !== '')
    .flatMap(withoutGlue);
  const each = words.findIndex((word) => EACH.has(plain(word)));
  if (each < 0) return linesListed(words) ?? [line];
  const shared = besideEach(words, each) ?? aroundParts(words, each);
  if (!shared) return [line];
  const { count, named, isFirst } = shared;
  const parts = partedAtAnd(named).flatMap(partedAtCommas);
  if (parts.length < 2 || !parts.every((part) => part.some(isNumbered))) return [line];
  return parts.map((part) => (isFirst ? `${count} ${part.join(' ')}` : `${part.join(' ')} ${count}`));
}

/**
 * Returns a line for each part of which every one has a part number and a quantity of its own. Other words than those of courtesy may be
 * about all of them, as 'cancel' is: the line stays one.
 */
function linesListed(words: readonly string[]): string[] | undefined {
  const pieces = partedAtAnd(words).flatMap(piecesOf);
  const isListed = (piece: readonly string[]) =>
    piece.filter(isPartNumber).length === 1 &&
    piece.filter(isCountOfLine).length === 1 &&
    piece.every((word) => isPartNumber(word) || isCountOfLine(word) || isPiecesWord(word) || !isSaid(word));
  return pieces.length > 1 && pieces.every(isListed) ? pieces.map((piece) => piece.join(' ')) : undefined;
}

const isCountOfLine = (word: string) => isCount(word) && !isPartNumber(word);

/** The words of a quantity, and those of the parts that each have it. */
interface Shared {
  count: string;
  named: string[];
  /** Whether the quantity stands before the parts. */
  isFirst: boolean;
}

/** '300 each of A and B', 'A and B: 300 pcs each'. */
function besideEach(words: readonly string[], each: number): Shared | undefined {
  let start = each;
  while (isOfCount(words[start - 1])) start -= 1;
  const end = endOfCount(words, each);
  const phrase = words.slice(start, end);
  if (phrase.filter(isCount).length !== 1) return undefined;
  const [before, after] = [words.slice(0, start), words.slice(end)].map((some) => some.filter(isSaid)) as [
    string[],
    string[],
  ];
  if (before.length > 0 && after.length > 0) return undefined;
  const isFirst = before.length === 0;
  return { count: wordsOf(phrase), named: isFirst ? after : before, isFirst };
}

/** '300 A, B each'. What has a price has that for each: '300 A, $4.50 each'. */
function aroundParts(words: readonly string[], each: number): Shared | undefined {
  const said = words.slice(0, each).filter(isSaid);
  const isLast = !words.slice(each + 1).some(isSaid);
  const end = endOfCount(said, 0);
  const phrase = said.slice(0, end);
  if (!isLast || phrase.filter(isCount).length !== 1 || words.some(isPriced)) return undefined;
  return { count: wordsOf([...phrase, words[each]!]), named: said.slice(end), isFirst: true };
}

const isOfCount = (word: string | undefined) =>
  word !== undefined &&
  (isCount(word) ||
    isPiecesWord(word) ||
    plain(word) === 'x' ||
    [EACH, OF].some((known) => known.has(plain(word))));

function endOfCount(words: readonly string[], start: number): number {
  let end = start;
  while (isOfCount(words[end])) end += 1;
  return end;
}

const wordsOf = (phrase: readonly string[]) => phrase.join(' ').replace(/[,;:]$/, '');

const isPriced = (word: string) => /[$€£¥@]|^(?:usd|eur|gbp|chf)/i.test(word);

/** Parts 'A,B' where both have part numbers. */
function withoutGlue(word: string): string[] {
  const pieces = word.split(/(?<=[,;])/);
  return pieces.every((piece) => isPartNumber(piece.replace(/[,;:]$/, ''))) ? pieces : [word];
}

const plain = (word: string) => word.toLowerCase().replace(/[.,:;]$/, '');

const isCount = (word: string) => readCount(word.replace(/[x:]$/i, '')).length > 0;

/** Whether a word is more than a bullet, the number of a line or a word such as 'please'. */
const isSaid = (word: string) =>
  !/^(?:[-*>•–:]|\(?\d{1,3}[.)])$/.test(word) &&
  !((isFiller(word) && !AND.has(plain(word))) || isReceiver(word));

const isNumbered = (word: string) => /\d/.test(word) && /\p{L}/u.test(word);

/** Whether a word is a part number of its own: a hyphen or five signs, and no measure such as 3200MHz or 4-pin, nor DDR4-3200. */
function isPartNumber(word: string): boolean {
  const bare = word.replace(/[.:]$/, '');
  const isLong = bare.includes('-') || (bare.length >= 5 && /\d\d/.test(bare));
  return isNumbered(bare) && isLong && !MEASURE.test(bare) && !STANDARD.test(bare) && !/[()]/.test(bare);
}

const MEASURE = /^\d[\d.x×/]*-?\p{L}{1,5}$/u;
const STANDARD = /^(?:ddr\d|pc\d-|usb\d|cat\d\p{L}?$|sata\d|pcie\d|rj-?\d)/iu;

/** Parts words at 'and'. */
function partedAtAnd(words: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (AND.has(plain(word)) || AND.has(word)) parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts.filter((part) => part.length > 0);
}

/** Parts words behind commas where every piece has a part number; otherwise they stay together, with the commas inside. */
function partedAtCommas(words: string[]): string[][] {
  const said = piecesOf(words);
  if (said.every((piece) => piece.some(isPartNumber))) return said;
  const last = words.at(-1)!.replace(/[,;:]$/, '');
  return [[...words.slice(0, -1), ...(last === '' ? [] : [last])]];
}

/** Returns the words between commas. */
function piecesOf(words: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  for (const word of words) {
    const bare = word.replace(/[,;:]$/, '');
    if (bare !== '') pieces.at(-1)!.push(bare);
    if (bare !== word) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}
