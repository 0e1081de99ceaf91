import { comparisons } from '#content/search.ts';

/** A number with the unit that stands after it, as they are written. */
export interface Quantity {
  number: number;
  unit?: string;
}

/** What a query says of a number from `start` up to before `end`. */
export interface Reading {
  start: number;
  end: number;
  min?: Quantity;
  max?: Quantity;
  /** The end itself does not count. */
  isAbove: boolean;
  isBelow: boolean;
  isPrice: boolean;
  /** It has to be what an attribute is called by, the word before: `cas = 46`. */
  needsName: boolean;
}

type Sign = '<' | '<=' | '>' | '>=' | '=';

const SIGNS: [written: string, sign: Sign][] = [
  ...(['<=', '>='] as const).map((sign): [string, Sign] => [sign, sign]),
  ...(
    [
      ['≤', '<='],
      ['≥', '>='],
      ['=', '='],
      [':', '='],
    ] as const
  ).map(([a, b]): [string, Sign] => [a, b]),
  ['<', '<'],
  ['>', '>'],
];

const CURRENCIES = new Set(['usd', 'dollar', 'dollars']);

/** Between the ends of a range. */
const JOINTS = ['..', '-', '–', '—', 'to ', 'and '];

/** Letters that stand in place of the decimal point, as in 4k7. */
const POINT_LETTERS = 'RrkKMVnpuµμ';

/** The most digits of a number. */
const MOST_DIGITS = 15;

const isSpace = (letter: string | undefined) => letter !== undefined && letter.trim() === '';
const isDigit = (letter: string | undefined) => letter !== undefined && letter >= '0' && letter <= '9';
/** Whether a number or a unit may end before this. */
const isEnd = (letter: string | undefined) =>
  letter === undefined || isSpace(letter) || [',', ';', ')'].includes(letter);
const isUnitLetter = (letter: string) => /[\p{L}\p{Mn}°"%/²³₂]/u.test(letter);

/**
 * Returns what may be said of a number at this place of a query, what is more likely first. A number by itself is a word:
 * it has a unit, or a comparison before it.
 */
export function readingsAt(q: string, start: number): Reading[] {
  const before = q[start - 1];
  const compared = comparisonAt(q, start);
  if (start > 0 && !isSpace(before) && ![',', ';', '('].includes(before!) && !compared?.isSign) return [];
  const from = compared ? afterSpaces(q, compared.end) : start;
  return quantitiesAt(q, from).flatMap((first): Reading[] => {
    const readings: Reading[] = [];
    const range = rangeFrom(q, start, first);
    if (range && (!compared || compared.takesRange)) readings.push(range);
    const next = q[first.end];
    if (next === '+' && isEnd(q[first.end + 1]) && !compared)
      readings.push(reading(start, first.end + 1, first, { min: first.quantity }));
    if (!isEnd(next)) return readings;
    if (compared?.sign) readings.push(...comparedTo(start, first, compared));
    else if (!compared && first.isPrice) readings.push(priceOf(start, first));
    else if (!compared && first.quantity.unit !== undefined)
      readings.push(reading(start, first.end, first, { min: first.quantity, max: first.quantity }));
    return readings;
  });
}

interface Read {
  quantity: Quantity;
  end: number;
  isPrice: boolean;
}

interface Compared {
  sign: Sign | undefined;
  end: number;
  isSign: boolean;
  takesRange: boolean;
}

function reading(start: number, end: number, { isPrice }: Read, ends: Partial<Reading>): Reading {
  return { start, end, isPrice, isAbove: false, isBelow: false, needsName: false, ...ends };
}

function comparedTo(start: number, first: Read, { sign, isSign }: Compared): Reading[] {
  const { quantity, end } = first;
  // 'max 5' may be a name.
  if (!isSign && quantity.unit === undefined && !first.isPrice) return [];
  if (sign === '=') return [reading(start, end, first, { min: quantity, max: quantity, needsName: true })];
  if (sign === '<' || sign === '<=')
    return [reading(start, end, first, { max: quantity, isBelow: sign === '<' })];
  return [reading(start, end, first, { min: quantity, isAbove: sign === '>' })];
}

/** Whole dollars are all prices that begin with them. */
function priceOf(start: number, first: Read): Reading {
  const { number } = first.quantity;
  const max = { number: Number.isInteger(number) ? number + 0.999_999 : number };
  return reading(start, first.end, first, { min: first.quantity, max });
}

/** Returns the range that begins with a quantity. A unit at its end is of both ends. */
function rangeFrom(q: string, start: number, first: Read): Reading | undefined {
  const at = afterSpaces(q, first.end);
  const joint = JOINTS.find((one) => q.startsWith(one, at) && (at > first.end || !/[a-z]/.test(one)));
  if (joint === undefined) return undefined;
  for (const { quantity, end, isPrice } of quantitiesAt(q, afterSpaces(q, at + joint.length))) {
    const unit = first.quantity.unit ?? quantity.unit;
    const min = { ...first.quantity, ...(unit !== undefined && { unit }) };
    const priced = isPrice || first.isPrice;
    if ((priced || quantity.unit !== undefined) && isEnd(q[end]))
      return reading(start, end, { ...first, isPrice: priced }, { min, max: quantity });
  }
  return undefined;
}

/** Returns the sign or the word of a comparison. */
function comparisonAt(q: string, start: number): Compared | undefined {
  const sign = SIGNS.find(([written]) => q.startsWith(written, start));
  if (sign) return { sign: sign[1], end: start + sign[0].length, isSign: true, takesRange: false };
  const rest = q.slice(start, start + LONGEST_COMPARISON + 1).toLowerCase();
  const word = Object.keys(comparisons).find((one) => rest.startsWith(`${one} `));
  if (word === undefined) return undefined;
  const meant = comparisons[word];
  const isRange = meant === 'range';
  const takesRange = isRange || meant === '>=';
  return { sign: isRange ? undefined : meant, end: start + word.length, isSign: false, takesRange };
}

const LONGEST_COMPARISON = Math.max(...Object.keys(comparisons).map((word) => word.length));

/** Returns the number at this place: with its unit, and without, where a word after it may be none. */
function quantitiesAt(q: string, start: number): Read[] {
  const isPrice = q[start] === '$';
  const from = isPrice ? afterSpaces(q, start + 1) : start;
  const whole = numberAt(q, from);
  if (!whole) return [];
  if (isPrice) return [{ quantity: { number: whole.number }, end: whole.end, isPrice }];
  const pointed = pointLetterAt(q, from, whole.end);
  if (pointed) return [pointed];
  if (q[whole.end] === '$')
    return [{ quantity: { number: whole.number }, end: whole.end + 1, isPrice: true }];
  const all: Read[] = [];
  const unit = unitAt(q, whole.end);
  if (unit) {
    const isDollars = CURRENCIES.has(unit.text.toLowerCase());
    const quantity = { number: whole.number, ...(!isDollars && { unit: unit.text }) };
    all.push({ quantity, end: unit.end, isPrice: isDollars });
  }
  // '5000' of '5000x' is no number.
  if (!unit || unit.isApart) {
    const next = q[whole.end];
    if (isEnd(next) || next === '+' || JOINTS.some((joint) => joint[0] === next))
      all.push({ quantity: { number: whole.number }, end: whole.end, isPrice: false });
  }
  return all;
}

/** Reads 4k7 as 4.7 k. */
function pointLetterAt(q: string, start: number, at: number): Read | undefined {
  const letter = q[at];
  if (letter === undefined || !POINT_LETTERS.includes(letter) || !isDigit(q[at + 1])) return undefined;
  let end = at + 1;
  while (isDigit(q[end])) end += 1;
  const digits = `${q.slice(start, at)}.${q.slice(at + 1, end)}`;
  if (digits.length > MOST_DIGITS || digits.includes(',') || !isEnd(q[end])) return undefined;
  return { quantity: { number: Number(digits), unit: letter }, end, isPrice: false };
}

/** Reads a number: digits, in groups of three behind commas, and a decimal point. */
function numberAt(q: string, start: number): { number: number; end: number } | undefined {
  let end = start;
  let digits = '';
  for (;;) {
    const letter = q[end];
    if (isDigit(letter) || (letter === '.' && isDigit(q[end + 1]) && !digits.includes('.'))) digits += letter;
    else if (letter !== ',' || digits === '' || ![1, 2, 3].every((n) => isDigit(q[end + n]))) break;
    end += 1;
  }
  if (digits === '' || digits.length > MOST_DIGITS) return undefined;
  return { number: Number(digits), end };
}

/** Reads a unit behind a number, a space or a hyphen: a word of letters and signs such as Gb/s. */
function unitAt(q: string, start: number): { text: string; end: number; isApart: boolean } | undefined {
  const isApart = isSpace(q[start]);
  const from = isApart ? afterSpaces(q, start) : q[start] === '-' ? start + 1 : start;
  let end = from;
  while (end < q.length && isUnitLetter(q[end]!)) end += 1;
  const next = q[end];
  const ends =
    isEnd(next) || next === '+' || (JOINTS.some((joint) => joint[0] === next) && isNumberAfter(q, end));
  return end > from && ends ? { text: q.slice(from, end), end, isApart } : undefined;
}

/** Whether a range goes on after its joint. */
function isNumberAfter(q: string, joint: number): boolean {
  const next = q[joint + 1] === '.' ? joint + 2 : joint + 1;
  return isDigit(q[next]) || q[next] === '$';
}

function afterSpaces(q: string, start: number): number {
  let at = start;
  while (isSpace(q[at])) at += 1;
  return at;
}
