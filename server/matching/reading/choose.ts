/** Which of the readings of a line are left where some are better than others, and whether one is taken. Pure. */

import type { Count } from '#contract/matching/counts.ts';
import type { Line } from '#contract/matching/text.ts';
import { textAt } from '#contract/matching/text.ts';
import { isRespelled } from '../../products/part-number.ts';
import { isApart, type Reading } from './readings.ts';
import type { Span } from './spans.ts';

/** Returns the readings that no other one is better than. */
export function bestOf(line: Line, readings: readonly Reading[]): Reading[] {
  if (readings.length < 2) return [...readings];
  const alike = withoutRepeats(readings);
  return alike.filter((one) => !alike.some((other) => other !== one && isBetter(line, other, one)));
}

/** The same part and the same numbers, found twice: the longer number counts. */
function withoutRepeats(readings: readonly Reading[]): Reading[] {
  const kept = new Map<string, Reading>();
  for (const reading of readings) {
    const { product, count, span } = reading;
    const key = JSON.stringify([product._id, count?.from, count?.to, count?.values]);
    const known = kept.get(key);
    const isNamed = reading.isNamed || known?.isNamed === true;
    if (
      !known ||
      rank(reading) > rank(known) ||
      (rank(reading) === rank(known) && lengthOf(span) > lengthOf(known.span))
    )
      kept.set(key, { ...reading, isNamed });
    else kept.set(key, { ...known, isNamed });
  }
  return [...kept.values()];
}

const rank = ({ span, isCut, isWeak }: Reading) => (span ? 2 : 1) - Number(isCut) * 2 - Number(isWeak) * 2;
const lengthOf = (span: Span | undefined) => (span ? span.to - span.from : 0);

const BONDS = { none: 0, times: 1, word: 2 };
const bondOf = (count: Count | undefined) => (count ? BONDS[count.bond] : -1);

function isBetter(line: Line, a: Reading, b: Reading): boolean {
  if (isLiteralIn(a, b)) return true;
  if (a.span && b.span) return isBetterNumber(line, a, b);
  // A whole name with its quantity is better than numbers without their units.
  if (!a.span && !b.span) return a.isNamed && a.count !== undefined && !a.isWeak && b.isWeak;
  if (a.span && !b.span) {
    const isSamePart = a.product._id === b.product._id;
    if (b.isWeak && !a.isCut && (a.count !== undefined || b.count === undefined)) return true;
    if (isSamePart) return !a.isCut && (a.count !== undefined || b.count === undefined) && !isUnlike(a, b);
    // Words beside a number may belong to another part that has the number in its name, where they are in that name, too.
    const isOfName = [...a.explained.own].some((word) => b.names.has(word));
    return !a.isCut && !b.isNamed && !isOfName && (a.count !== undefined || b.count === undefined);
  }
  return a.isNamed && !a.isWeak && b.isCut;
}

/** Whether two readings of one part have different quantities. */
const isUnlike = ({ count: a }: Reading, { count: b }: Reading) =>
  a !== undefined && b !== undefined && !(a.from <= b.number.from && b.number.to <= a.to);

function isBetterNumber(line: Line, a: Reading, b: Reading): boolean {
  const [one, other] = [a.span!, b.span!];
  const isSame = one.from === other.from && one.to === other.to;
  if (isSame && a.product._id !== b.product._id) return false;
  if (a.isCut !== b.isCut)
    return !a.isCut && !isApart(one, other) && (a.count !== undefined || b.count === undefined);
  if (isTimesBehind(line, b, a)) return false;
  if (isTimesBehind(line, a, b)) return true;
  const isInside = one.from <= other.from && other.to <= one.to;
  if (a.count && b.count?.isGroup && !a.count.isGroup && !one.isMixed && !a.isCut && (isInside || isSame))
    return true;
  if (!isInside || isSame) return false;
  return (
    (!one.isMixed || other.isMixed) &&
    (a.count !== undefined || b.count === undefined) &&
    bondOf(a.count) >= bondOf(b.count)
  );
}

/** Whether A ends before a lone x in lower case that B has in its number: 'CAS-R2U-12 x 200'. */
function isTimesBehind({ atoms, text }: Line, a: Reading, b: Reading): boolean {
  const sign = atoms[a.span!.to];
  if (
    a.span!.from !== b.span!.from ||
    a.span!.to + 1 !== b.span!.to ||
    sign?.text !== 'x' ||
    sign.gap === 'none'
  )
    return false;
  const number = text.slice(atoms[a.span!.from]!.start, atoms[a.span!.to - 1]!.end);
  return a.count?.bond === 'times' && number.includes('-') && number === number.toUpperCase();
}

/** Whether what B takes as its quantity stands so in the name of A's part: 'PCIe 3.0 x8'. */
function isLiteralIn(a: Reading, b: Reading): boolean {
  if (!b.count) return false;
  const { number, bond, isGroup, packages } = b.count;
  if (packages !== undefined && a.count && a.count.packages === undefined)
    return a.explained.literal.some((word) => !isApart(word, b.count!) && isApart(word, number));
  if (isGroup && a.count && !a.count.isGroup)
    return a.explained.literal.some((word) => !isApart(word, number));
  return (
    bond !== 'word' && a.explained.literal.some(({ from, to }) => from <= number.from && number.to <= to)
  );
}

/** Whether a reading may be taken without a question, if it is the only one. */
export function isSure(
  line: Line,
  { product, count, span, isCut, isWeak, isNamed }: Reading,
  spans: readonly Span[],
): boolean {
  if (isCut || isWeak || count?.isDoubtful) return false;
  if (!span) return isNamed;
  if (isRespelled(textAt(line, span), product)) return false;
  return (
    !span.isMixed || !spans.some((other) => other !== span && span.from <= other.from && other.to <= span.to)
  );
}

/** How a line was read: the texts of the part and of the quantity. */
export function howRead(
  line: Line,
  { span, count, explained }: Pick<Reading, 'span' | 'count' | 'explained'>,
): { part?: string; quantity?: string } {
  const words = line.words.filter(({ text }) => explained.own.has(text));
  const part = span
    ? textAt(line, span)
    : words.length > 0
      ? words.map((word) => textAt(line, word)).join(' ')
      : undefined;
  return { ...(part && { part }), ...(count && { quantity: textAt(line, count) }) };
}
