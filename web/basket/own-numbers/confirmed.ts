/** Numbers by which lines were given, once somebody has said which parts they mean: a company may keep them as its own. */
import type { ListLine } from '#contract/lists/schema.ts';
import { LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { openList } from '../../stored-list.ts';
import { columnsOf } from '../matching/asked.ts';

/** The ids of a line and of the part that it means, and the number. */
const FORM = /^([\w-]{1,64}):([\w-]{1,64}):(\S+)$/;

const confirmed = openList({ key: 'confirmed-numbers', most: 100, isEntry: (text) => FORM.test(text) });

const SHORTEST = 4;

/** Returns the part number in what a line says; undefined where that is words, or too short to be a number without doubt. */
export function numberIn(line: ListLine): string | undefined {
  const { sku, mpn, text } = columnsOf(line)?.part ?? {};
  const number = sku || mpn || sketchLine(text || (line.raw ?? '')).text;
  const isNumber = number.length >= SHORTEST && number.length <= LONGEST_OF_LINE.customerRef;
  return isNumber && /\d/.test(number) && !/\s/.test(number) ? number : undefined;
}

/** Notes that somebody has said which part a line means. */
export function noteConfirmed(line: ListLine, productId: string): void {
  const number = numberIn(line);
  if (number === undefined) return;
  const others = confirmed.get().filter((one) => !one.startsWith(`${line._id}:`));
  confirmed.set([`${line._id}:${productId}:${number}`, ...others]);
}

/** Forgets a number: it is kept, or nobody wants to keep it. */
export const forgetConfirmed = (number: string) =>
  confirmed.set(confirmed.get().filter((one) => FORM.exec(one)?.[3] !== number));

/** Returns the number by which a line was given that means this part now, where somebody has said so. */
export function useConfirmed(lineId: string, productId: string | undefined): string | undefined {
  for (const one of confirmed.use()) {
    const [, line, product, number] = FORM.exec(one)!;
    if (line === lineId && product === productId) return number;
  }
  return undefined;
}
