/** Parts a line with one quantity for several parts: '300 each of NB-E64 and NB-E32'. Pure. */
import { readCount } from '#contract/count-text.ts';
import { LONGEST_LINE } from '#contract/line-limits.ts';
import { isFiller } from '#contract/line-text.ts';

const EACH = new Set('each ea je jeweils apiece'.split(' '));
const PIECES = new Set('x pcs pc pieces stück stk units'.split(' '));
const OF = new Set(['of', 'von']);
const AND = new Set(['and', 'und', '&', '+', 'sowie']);

/**
 * Returns a line for each part, each with the quantity, where a line has one quantity for each of several parts; otherwise the line
 * alone. Every part has to have a part number or a size: 'each of the black and white cable' is one line. So is 'RAM DDR4, 16GB,
 * 3200MHz': behind commas stands what describes a part, unless every piece has a part number.
 */
export function linesSharing(line: string): string[] {
  if (line.length > LONGEST_LINE) return [line];
  const words = line.split(/\s/).filter((word) => word !== '');
  const each = words.findIndex((word) => EACH.has(plain(word)));
  if (each < 0) return [line];
  const isOfCount = (word: string | undefined) =>
    word !== undefined && (isCount(word) || [EACH, PIECES, OF].some((known) => known.has(plain(word))));
  let start = each;
  while (isOfCount(words[start - 1])) start -= 1;
  let end = each + 1;
  while (isOfCount(words[end])) end += 1;
  const phrase = words.slice(start, end);
  if (phrase.filter(isCount).length !== 1) return [line];
  const [before, after] = [words.slice(0, start), words.slice(end)].map((some) => some.filter(isSaid)) as [
    string[],
    string[],
  ];
  if (before.length > 0 && after.length > 0) return [line];
  const parts = partedAtAnd(before.length > 0 ? before : after).flatMap(partedAtCommas);
  if (parts.length < 2 || !parts.every((part) => part.some(isNumbered))) return [line];
  const count = phrase.join(' ').replace(/[,;:]$/, '');
  return parts.map((part) =>
    before.length > 0 ? `${part.join(' ')} ${count}` : `${count} ${part.join(' ')}`,
  );
}

const plain = (word: string) => word.toLowerCase().replace(/[.,:;]$/, '');

const isCount = (word: string) => readCount(word.replace(/[x:]$/i, '')).length > 0;

/** Whether a word is more than a bullet, the number of a line or a word such as 'please'. */
const isSaid = (word: string) =>
  !/^(?:[-*>•–:]|\(?\d{1,3}[.)])$/.test(word) && !(isFiller(word) && !AND.has(plain(word)));

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
  const pieces: string[][] = [[]];
  for (const word of words) {
    const bare = word.replace(/[,;:]$/, '');
    if (bare !== '') pieces.at(-1)!.push(bare);
    if (bare !== word) pieces.push([]);
  }
  const said = pieces.filter((piece) => piece.length > 0);
  if (said.every((piece) => piece.some(isPartNumber))) return said;
  const last = words.at(-1)!.replace(/[,;:]$/, '');
  return [[...words.slice(0, -1), ...(last === '' ? [] : [last])]];
}
