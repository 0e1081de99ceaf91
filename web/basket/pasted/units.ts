/** What quantities count, by columns of units and by headers such as 'Menge (Kartons)'. Pure. */
import { isDozen, isPackageWord, isPieceUnit } from '#contract/matching/count-words.ts';
import { headerWords } from './header-words.ts';

/** Codes and words of units as programs write them in a column of their own, by the word that a quantity is read with. */
const CODES: Record<string, string> = {
  dozen: 'dz dzn',
  k: 'k thousand thousands tausend tsd mil mille miles',
  carton: 'kar krt ct crt',
  box: 'bx',
  pack: 'pk pak',
  pallet: 'pal plt',
  boîte: 'bte btes',
  caja: 'cj',
};

const WORD_OF = new Map(
  Object.entries(CODES).flatMap(([word, codes]) => codes.split(' ').map((code) => [code, word] as const)),
);

const plain = (unit: string) => unit.trim().toLowerCase().replace(/\.$/, '');
const wordOf = (unit: string) => WORD_OF.get(plain(unit)) ?? unit.trim();

/** Returns whether a cell is a unit of pieces, packages, dozens or thousands, and nothing else. */
export const isUnit = (cell: string) => isPieceUnit(wordOf(cell)) || isSeveral(cell);

const isSeveral = (unit: string) => {
  const word = wordOf(unit);
  return word === 'k' || isDozen(word) || isPackageWord(word);
};

/** Returns the words of a header that say that its numbers count several pieces each: 'Kartons', 'dozens'. */
export const unitsOfHeader = (header: string): string[] => headerWords(header).filter(isSeveral);

/** Returns a number of pieces with what it counts, as it is read: '8 boxes', '2k'. Single pieces are not said. */
export function withUnits(written: string, units: readonly string[]): string {
  const words = [...new Set(units.map(wordOf))].filter((word) => word !== '' && !isPieceUnit(word));
  return words.reduce((text, word) => (word === 'k' ? `${text}k` : `${text} ${word}`), written);
}
