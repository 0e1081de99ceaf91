/** Numbers by which lines were given, once somebody has said which parts they mean: a company may keep them as its own. */
import type { ListLine } from '#contract/lists/schema.ts';
import { LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { openShelf, useKept } from '../../kept.ts';
import { columnsOf } from '../matching/asked.ts';

interface Confirmed {
  lineId: string;
  productId: string;
  /** By which the line was given. */
  number: string;
}

const isConfirmed = (value: unknown): value is Confirmed[] =>
  Array.isArray(value) && value.every((one) => typeof one?.number === 'string');

/** The newest are kept, in one entry. */
const MOST = 100;
const ALL = 'all';
const confirmed = openShelf('localStorage', 'confirmed-numbers', isConfirmed, 40_000);

const SHORTEST = 4;

/** Returns the part number in what a line says; undefined where that is words, or too short to be a number without doubt. */
export function numberIn(line: ListLine): string | undefined {
  const { sku, mpn, text } = columnsOf(line)?.part ?? {};
  const number = sku || mpn || sketchLine(text || (line.raw ?? '')).text;
  const isNumber = number.length >= SHORTEST && number.length <= LONGEST_OF_LINE.customerRef;
  return isNumber && /\d/.test(number) && !/\s/.test(number) ? number : undefined;
}

const all = () => confirmed.get(ALL) ?? [];

/** Notes that somebody has said which part a line means. */
export function noteConfirmed(line: ListLine, productId: string): void {
  const number = numberIn(line);
  if (number === undefined) return;
  const others = all().filter(({ lineId }) => lineId !== line._id);
  confirmed.set(ALL, [{ lineId: line._id, productId, number }, ...others].slice(0, MOST));
}

/** Forgets a number: it is kept, or nobody wants to keep it. */
export const forgetConfirmed = (number: string) =>
  confirmed.set(
    ALL,
    all().filter((one) => one.number !== number),
  );

/** Returns the number by which a line was given that means this part now, where somebody has said so. */
export const useConfirmed = (lineId: string, productId: string | undefined): string | undefined =>
  useKept(confirmed, ALL)?.find((one) => one.lineId === lineId && one.productId === productId)?.number;
