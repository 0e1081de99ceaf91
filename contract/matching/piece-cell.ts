/** Reads a cell of a column of quantities as people and programs write it: '120 pcs', '2k', '150 dozen', '8 boxes', '1.000'. Pure. */
import { readCount } from '../kernel/count-text.ts';
import { plainDigits } from '../kernel/digits.ts';
import { atomsOf, wordsOf } from './atoms.ts';
import { countsOf } from './counts.ts';
import { isNotBought } from './not-bought.ts';

/**
 * What a cell says: so many pieces; a question, with what they may be, none where only the buyer can tell; that the part is not
 * to be bought; or nothing. `packages`: the numbers count packages that are called so. `several`: they are no readings of one number, so
 * that nothing settles which is meant.
 */
export type PieceCell =
  | { pieces: number }
  | { question: number[]; packages?: string; several?: true }
  | { notBought: true }
  | Record<string, never>;

/** The longest cell that is read. */
const LONGEST = 60;

/**
 * Returns what a cell of quantities says. A fraction of a piece is a question. `decimal` is the sign before decimals, where other cells of
 * the column leave no doubt about it.
 */
export function readPieceCell(written: string, decimal?: '.' | ','): PieceCell {
  const cell = plainDigits(written).trim();
  if (!/[\p{L}\p{N}]/u.test(cell)) return {};
  if (isNotBought(cell)) return { notBought: true };
  if (cell.length > LONGEST) return { question: [] };
  // Accountants write what is taken off in brackets.
  const bracketed = /^[([]([^()[\]]{1,40})[)\]]$/.exec(cell);
  const plain = readCount(exponentless(bracketed?.[1] ?? cell), decimal);
  // Each of '200 300' may be a quantity; '1 000' is one number.
  const parts = cell.split(' ').map(Number);
  if (/^[1-9]\d{2}(?: [1-9]\d{2})+$/.test(cell)) return several([...parts, ...plain]);
  if (plain.length > 0) return bracketed ? { question: plain } : settled(plain);
  const atoms = atomsOf(cell);
  const counts = countsOf(atoms, wordsOf(atoms));
  const rest = (from: number, to: number) => atoms.filter((_, at) => at < from || at >= to);
  const whole = counts.filter(({ from, to }) =>
    rest(from, to).every(({ kind, text }) => kind === 'sign' && /^[.,:;()"']$/.test(text)),
  );
  const [count] = whole.sort((a, b) => b.to - b.from - (a.to - a.from));
  if (!count)
    return several(
      counts
        .flatMap(({ values, packages }) => (packages === undefined ? values : []))
        .filter(Number.isInteger),
    );
  const values =
    decimal === undefined || count.values.length < 2
      ? count.values
      : readCount(cell.replace(/[^\d.,]/g, ''), decimal);
  if (count.packages !== undefined) return { question: values, packages: count.packages };
  return count.isDoubtful ? several(values) : settled(values);
}

/** A question between numbers, each once. */
function several(values: readonly number[]): PieceCell {
  const question = [...new Set(values)];
  return question.length > 1 ? { question, several: true } : { question };
}

function settled(values: readonly number[]): PieceCell {
  const whole = values.filter((value) => Number.isInteger(value) && value >= 0);
  if (values.length === 1 && whole.length === 1) return { pieces: whole[0]! };
  return { question: [...new Set(values)] };
}

/** Returns '2E+2', as programs write 200, in digits. */
function exponentless(cell: string): string {
  const exponent = /^\d{1,9}(?:[.,]\d{1,9})?e\+?\d{1,2}$/i.test(cell)
    ? Number(cell.replace(',', '.'))
    : Number.NaN;
  return Number.isSafeInteger(exponent) ? String(exponent) : cell;
}
