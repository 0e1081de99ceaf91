/** Of how many pieces a price is, as columns of prices' units say it. Pure. */
import { isPieceUnit } from '#contract/matching/count-words.ts';
import type { Cell } from './cells.ts';

/** Short for pieces in a column of prices' units alone: elsewhere they are a no, and units of racks. */
const SHORT = new Set(['no', 'u']);
const isPiece = (word: string) => isPieceUnit(word) || SHORT.has(word);

/** Words before the number. */
export const PER = new Set(['per', 'je', 'pro', 'par', 'por', 'za']);

/** The numbers of pieces that are offered for a word. */
export const PRICE_PIECES = ['1', '2', '5', '10', '12', '20', '25', '50', '100', '250', '500', '1000'];

/** Returns the pieces of a price: 1 of 'EA', 100 of '100', '100 pcs' and 'per 100'. Undefined for what is no number of pieces, such as 'BOX'. */
export function pricePieces(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return undefined;
  const words = cell.slice(0, 100).toLowerCase().replace('/', ' ').split(/\s/).filter(Boolean);
  if (words.length > 1 && PER.has(words[0]!)) words.shift();
  const [first = '', ...rest] = words.map((word) => word.replace(/\.$/, ''));
  if (!rest.every(isPiece)) return undefined;
  if (isPiece(first)) return rest.length === 0 ? 1 : undefined;
  return /^\d{1,7}$/.test(first) ? Number(first) : undefined;
}
