/** The parts that cells of a table name: tells which of its columns has the part numbers. */

import { isCalledOff } from '#contract/matching/not-bought.ts';
import type { FoundCell } from '#contract/matching/schema.ts';
import { isCommon, isSentence, sentenceWords } from '#contract/matching/sentences.ts';
import type { Product } from '#contract/products/schema.ts';
import type { TakeTurn } from '../ground/limits/lane.ts';
import { inSlices } from '../ground/limits/slices.ts';
import { partNumberKey } from '../products/part-number.ts';
import { MOST_MEANT, meaningsOf, plainLetters, singular } from '../products/words.ts';
import { onceEach } from './answered.ts';
import { Effort } from './effort.ts';
import type { Parts } from './find.ts';
import { TURNS } from './reading/explain.ts';
import { readWith } from './reading/read-line.ts';
import { PartWords } from './reading/readings.ts';

/** Parts that a cell is told to name, and parts with one number that are looked at. */
const MOST_TOLD = 3;

/** The shortest number with a letter, and without one: shorter ones are quantities and numbers of rows. */
const SHORTEST_KEY = 3;
const SHORTEST_DIGITS = 5;
/** The shortest number that is looked for among the words of a cell. */
const SHORTEST_WORD = 4;

/** The shortest word that may be another one with a letter wrong, or its beginning. */
const SHORTEST_LIKE = 6;

/** Words of a cell that are looked up. */
const MOST_WORDS = 30;

/**
 * Returns the parts that cells name, in their order, the same bounds and turns kept as in matching. Cells that would have to be searched
 * for after the effort of a request is spent name nothing.
 */
export async function findCells(
  parts: Parts,
  cells: readonly string[],
  takeTurn: TakeTurn,
  isWanted: () => boolean,
): Promise<FoundCell[]> {
  const effort = new Effort(parts.size);
  const counted = effort.counting(parts);
  const words = new PartWords();
  const known = new Map<string, FoundCell>();
  const find = (cell: string) => {
    const one = known.get(cell) ?? findCell(counted, cell, { effort, words });
    known.set(cell, one);
    return one;
  };
  return inSlices(cells, find, { takeTurn, isWanted, rest: (taken) => taken });
}

function findCell(
  parts: Parts,
  cell: string,
  { effort, words }: { effort: Effort; words: PartWords },
): FoundCell {
  const whole = withNumber(parts, cell);
  if (whole.length > 0) return told('number', whole);
  const pieces = cell.split(/[\s,;()[\]]/).filter((one) => one !== '');
  if (pieces.length < 2) return told('nothing', []);
  const numbered = pieces
    .slice(0, MOST_WORDS)
    .filter((word) => word.length >= SHORTEST_WORD && /\d/.test(word) && /\p{L}/u.test(word))
    .map((word) => withNumber(parts, word))
    .filter((found) => found.length > 0);
  if (numbered.length > 0) return told('within', numbered.flat());
  if (isProse(parts, cell, effort)) return { ...told('nothing', []), isProse: true };
  const { isSpent } = effort;
  if (isSpent || !/\p{L}{2}/u.test(cell)) return told('nothing', []);
  const look = (looks: number) => effort.look(looks);
  const read = readWith(parts, cell, { maker: '', quantity: 'elsewhere', isSpent, look, words });
  const isNamed = read.kind === 'taken' || read.kind === 'part';
  return told('name', isNamed ? onceEach(read.answers).map(({ product }) => product) : []);
}

/** Whether a cell is a sentence without a word of any part, or one that calls off what other lines say: that stays in sight. */
function isProse({ words }: Parts, cell: string, effort: Effort): boolean {
  if (!isSentence(cell) || isCalledOff(cell)) return false;
  const said = sentenceWords(cell);
  const isWord = (written: string) => {
    const word = singular(plainLetters(written));
    return words.has(word) || (written.length >= SHORTEST_LIKE && (effort.isSpent || words.isLike(word)));
  };
  const isOfPart = (from: number) =>
    (!isCommon(said[from]!) && isWord(said[from]!)) ||
    [...Array(MOST_MEANT).keys()].some((n) => meaningsOf(said.slice(from, from + n + 1)).length > 0);
  return !said.some((word, from) => TURNS.has(word) || isOfPart(from));
}

function withNumber({ numbers, findPart }: Parts, text: string): Product[] {
  const key = partNumberKey(text);
  const isNumber = /\p{L}/u.test(key) ? key.length >= SHORTEST_KEY : key.length >= SHORTEST_DIGITS;
  if (!isNumber) return [];
  const part = findPart(text.trim());
  return part ? [part] : numbers.exactly(key, MOST_TOLD);
}

function told(by: FoundCell['by'], products: readonly Product[]): FoundCell {
  const ids = [...new Set(products.map(({ _id }) => _id))];
  return ids.length === 0 ? { by: 'nothing', products: [] } : { by, products: ids.slice(0, MOST_TOLD) };
}
