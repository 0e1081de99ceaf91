/** What in a line holds numbers that are never its quantity nor of its part: prices, dates, and the buyer's own numbers. Pure. */

import { type Atom, isFreeBefore, isTimes, numberEnd, textOf } from './atoms.ts';
import { isCountLabel, isCurrency, isDozen, isPiecesWord, isPriceLabel } from './count-words.ts';

const MONTHS = new Set(
  `jan january januar feb february februar mar march märz apr april may mai jun june juni jul july juli aug august sep sept
    september oct october okt oktober nov november dec december dez dezember`.split(/\s+/),
);

const WEEKS = new Set(['kw', 'cw', 'wk', 'week', 'woche']);

/** Begins a number of the buyer: 'our no. 4711', 'Ihre Nr. 4711', 'PO 4500012345', 'ref: A-77'. */
const OWNERS = new Set('our your ihre unsere eure my meine customer kunden'.split(' '));
const NUMBERS = new Set('no nr number nummer ref reference referenz part art item'.split(' '));
const REFERENCES = new Set('po ref reference referenz bestellung auftrag'.split(' '));

const lower = (atom: Atom | undefined) => atom?.text.toLowerCase() ?? '';

/**
 * For each atom whether it belongs to one of these, and whether it may: '100' of 'EUR 119 100' is hundreds of a price, or pieces, and
 * '200.00 EA' a price for each, or pieces.
 */
export interface Noise {
  noise: readonly boolean[];
  mayBePriced: readonly boolean[];
}

/** Returns what of a line is one of these. */
export function noiseOf(atoms: readonly Atom[]): Noise {
  const noise: boolean[] = Array(atoms.length).fill(false);
  const mayBePriced: boolean[] = Array(atoms.length).fill(false);
  const mark = (from: number, to: number) => noise.fill(true, from, to);
  for (let at = 0; at < atoms.length; at += 1) {
    if (noise[at]) continue;
    const end = dateEnd(atoms, at) ?? referenceEnd(atoms, at);
    if (end !== undefined) mark(at, end);
  }
  for (let at = 0; at < atoms.length; at += 1) {
    const price = noise[at] ? undefined : priceAt(atoms, at, noise);
    if (!price) continue;
    if (mayBePieces(atoms, at, price)) mayBePriced.fill(true, price.from, price.to);
    else mark(price.from, price.to);
    for (const group of groupsBeside(atoms, at, price))
      (group.isOfPrice ? noise : mayBePriced).fill(true, group.from, group.to);
  }
  const cents = centsAtEdge(atoms, noise);
  for (const { from, to } of cents) mark(from, to);
  return { noise, mayBePriced };
}

/**
 * Returns the groups of digits beside the number of a price that a space may part from it: 'EUR 119 400', '119 400 EUR'. They are of the
 * price where they are no number by themselves, as '000' and '400,00' of 'EUR 119 400,00'.
 */
function groupsBeside(
  atoms: readonly Atom[],
  at: number,
  { from, to }: { from: number; to: number },
): { from: number; to: number; isOfPrice: boolean }[] {
  const isGroup = (place: number) => atoms[place]?.gap === 'space' && /^\d{3}$/.test(atoms[place]!.text);
  const isFirst = (place: number) =>
    /^[1-9]\d{0,2}$/.test(atoms[place]?.text ?? '') && isFreeBefore(atoms, place);
  let end = at + 1;
  while (from < at && to === at + 1 && isFirst(at) && isGroup(end)) end += 1;
  if (end > at + 1) {
    const hasCents = numberEnd(atoms, end - 1) > end;
    const isOfPrice = hasCents || atoms.slice(at + 1, end).some(({ text }) => text.startsWith('0'));
    return [{ from: at + 1, to: hasCents ? numberEnd(atoms, end - 1) : end, isOfPrice }];
  }
  let start = at;
  while (from === at && isGroup(start) && isNumber(atoms[start - 1]) && isFreeBefore(atoms, start - 1))
    start -= 1;
  if (start === at || !isFirst(start)) return [];
  return [{ from: start, to: at, isOfPrice: atoms[at]!.text.startsWith('0') }];
}

/** Whether an amount is whole and nothing but 'EA' says that it is a price, in a line in which no other number is said to be of pieces. */
function mayBePieces(
  atoms: readonly Atom[],
  at: number,
  { from, to }: { from: number; to: number },
): boolean {
  const end = numberEnd(atoms, at);
  const isOfEach = from === at && to === end + 1 && lower(atoms[end]) === 'ea';
  if (!isOfEach || !/[.,]00$/.test(textOf(atoms, at, end))) return false;
  const isSaid = ({ kind, text }: Atom, place: number) =>
    (place < from || place >= to) &&
    (isCountLabel(text) ||
      (kind === 'letters' ? isPiecesWord(text) && isNumber(atoms[place - 1]) : isTimes(atoms[place]!)));
  return !atoms.some(isSaid);
}

/** Amounts with cents that are a cell or end the line, beside another number: '150;4.50'. No pieces are counted so. */
function centsAtEdge(atoms: readonly Atom[], noise: readonly boolean[]): { from: number; to: number }[] {
  const numbers: { from: number; to: number; isAmount: boolean }[] = [];
  for (let at = 0; at < atoms.length; at += 1) {
    if (!isNumber(atoms[at]) || noise[at] || !isFreeBefore(atoms, at)) continue;
    const to = numberEnd(atoms, at);
    const isLast = atoms.slice(to).every(({ kind }) => kind === 'sign');
    const isCell =
      atoms[at]!.gap === 'cell' &&
      (isLast || atoms[to]?.gap === 'cell' || /^[;|]$/.test(atoms[to]?.text ?? ''));
    const isAmount = hasCents(atoms, at) && !/[.,]00$/.test(textOf(atoms, at, to)) && (isLast || isCell);
    numbers.push({ from: at, to, isAmount });
    at = to - 1;
  }
  return numbers.some(({ isAmount }) => !isAmount) ? numbers.filter(({ isAmount }) => isAmount) : [];
}

const isNumber = (atom: Atom | undefined) => atom?.kind === 'digits';
const isApart = (atom: Atom | undefined) => atom === undefined || atom.gap !== 'none' || atom.kind === 'sign';

/** '12.03.2026', '2026-03-12', '3/12/2026', '12 March', 'March 12', 'KW 12'. */
function dateEnd(atoms: readonly Atom[], at: number): number | undefined {
  const isStart = atoms[at]!.gap !== 'none' || atoms[at - 1]?.kind === 'sign';
  if (!isStart) return undefined;
  if (WEEKS.has(lower(atoms[at])) && /^\d{1,2}$/.test(atoms[at + 1]?.text ?? '') && isApart(atoms[at + 2]))
    return at + 2;
  const beside = [at + 1, at + 2].find((one) => MONTHS.has(lower(atoms[one])));
  if (isNumber(atoms[at]) && /^\d{1,2}$/.test(atoms[at]!.text) && beside !== undefined) {
    const isOrdinal = beside === at + 1 || /^(?:\.|st|nd|rd|th|of)$/.test(lower(atoms[at + 1]));
    if (isOrdinal) return /^20\d\d$/.test(atoms[beside + 1]?.text ?? '') ? beside + 2 : beside + 1;
  }
  if (
    MONTHS.has(lower(atoms[at])) &&
    /^\d{1,2}$/.test(atoms[at + 1]?.text ?? '') &&
    atoms[at + 1]!.gap === 'space'
  )
    return /^(?:st|nd|rd|th)$/.test(lower(atoms[at + 2])) ? at + 3 : at + 2;
  if (!isNumber(atoms[at]) || !/^[./-]$/.test(atoms[at + 1]?.text ?? '')) return undefined;
  const five = textOf(atoms, at, Math.min(at + 5, atoms.length));
  const isDate = /^(?:\d{1,2}([./-])\d{1,2}\1(?:20)?\d\d|20\d\d([./-])\d\d\2\d\d)$/.test(five);
  return isDate && isApart(atoms[at + 5]) ? at + 5 : undefined;
}

/** A reference goes on until a space: it has to have a digit. */
function referenceEnd(atoms: readonly Atom[], at: number): number | undefined {
  if (atoms[at]!.gap === 'none' && atoms[at - 1]?.kind === 'letters') return undefined;
  let next: number;
  if (OWNERS.has(lower(atoms[at])) && NUMBERS.has(lower(atoms[at + 1]))) {
    next = at + 2;
    if (NUMBERS.has(lower(atoms[next]))) next += 1;
  } else if (
    REFERENCES.has(lower(atoms[at])) &&
    atoms[at + 1]?.gap !== 'cell' &&
    !(atoms[at + 1]?.gap === 'none' && atoms[at + 1]!.kind !== 'sign')
  ) {
    next = NUMBERS.has(lower(atoms[at + 1])) ? at + 2 : at + 1;
  } else return undefined;
  while (/^[.:#=]$/.test(atoms[next]?.text ?? '')) next += 1;
  let end = next;
  let hasDigit = false;
  while (atoms[end] && (end === next || atoms[end]!.gap === 'none') && !/[,;|)]/.test(atoms[end]!.text)) {
    hasDigit ||= isNumber(atoms[end]);
    end += 1;
  }
  return hasDigit ? end : undefined;
}

/** Returns an amount of money that begins here, with its currency, what it is for and what stands before it. */
function priceAt(
  atoms: readonly Atom[],
  at: number,
  noise: readonly boolean[],
): { from: number; to: number } | undefined {
  const isNear = (place: number) =>
    atoms[place] !== undefined && atoms[place]!.gap !== 'cell' && !noise[place];
  if (
    !isNumber(atoms[at]) ||
    (atoms[at]!.gap === 'none' && atoms[at - 1]?.kind === 'letters' && !isCurrencyAt(atoms, at - 1))
  )
    return undefined;
  const end = numberEnd(atoms, at);
  const isNet = isNear(end) && /^(?:net|netto|brutto)$/.test(lower(atoms[end]));
  let to = isNet ? end + 1 : priceSignEnd(atoms, end);
  const isSigned = to > end;
  let from = at;
  // 'Fr. 250'
  const sign = atoms[at - 1]?.text === '.' && atoms[at - 1]!.gap === 'none' ? at - 2 : at - 1;
  const isBefore = atoms[at]!.gap !== 'cell' && isCurrencyAt(atoms, sign);
  const isBehind = isNear(to) && isCurrencyAt(atoms, to);
  const isCounted = isPiecesWord(atoms[to]?.text ?? '') && atoms[to]!.gap !== 'cell';
  // Between two numbers it belongs to the one that it stands directly beside. Beside both, or beside none, it is not known.
  const next = atoms[to + 1]?.text === '.' && atoms[to + 1]!.gap === 'none' ? to + 2 : to + 1;
  const isShared = isBehind && isNumber(atoms[next]) && isNear(next);
  const isOfFirst = isShared && atoms[to]!.gap === 'none' && atoms[to + 1]!.gap !== 'none';
  if (isBehind && (!isShared || isOfFirst)) to += 1;
  else if (!isBefore && !isSigned && !isPricedAt(atoms, at, isCounted)) return undefined;
  const isOpen = isBefore && isNumberBefore(atoms, sign) && atoms[at]!.gap !== 'none';
  if (isOpen) return undefined;
  if (isBefore) from = sign;
  if (from > 0 && lower(atoms[from - 1]) === 'us' && atoms[from]!.gap === 'none') from -= 1;
  while (
    from > 0 &&
    atoms[from]!.gap !== 'cell' &&
    (isLabelAt(atoms, from - 1) ||
      (isEach(atoms[from - 1]!.text) && !isNumberBefore(atoms, from - 1)) ||
      /^[=:@]$/.test(atoms[from - 1]!.text) ||
      (atoms[from - 1]!.text === '.' && isLabelAt(atoms, from - 2)))
  )
    from -= 1;
  return { from, to: behindPrice(atoms, to) };
}

/** Returns the place behind the sign that stands for no cents: '600,-', '200.--', '500:-'. */
function priceSignEnd(atoms: readonly Atom[], at: number): number {
  const isGluedTo = (place: number, sign: RegExp) =>
    atoms[place]?.gap === 'none' && sign.test(atoms[place]!.text);
  if (!isGluedTo(at, /^[.,:]$/) || !isGluedTo(at + 1, /^[-–—]$/)) return at;
  const to = isGluedTo(at + 2, /^[-–—]$/) ? at + 3 : at + 2;
  return isGluedTo(to, /^[\p{L}\d]/u) ? at : to;
}

/** Whether a number stands before a currency, in its cell: digits of a part number are none. */
function isNumberBefore(atoms: readonly Atom[], currency: number): boolean {
  let at = currency - 1;
  if (!isNumber(atoms[at]) || atoms[currency]!.gap === 'cell') return false;
  while (/^[.,]$/.test(atoms[at - 1]?.text ?? '') && atoms[at]!.gap === 'none' && isNumber(atoms[at - 2]))
    at -= 2;
  return isFreeBefore(atoms, at);
}

const isEach = (text: string) => /^(?:je|each|per|ea)$/i.test(text);

/** Whether an amount has this currency. 'kr' and 'fr' stand apart: 'FR4' and '0402FR' are of part numbers. */
function isCurrencyAt(atoms: readonly Atom[], at: number): boolean {
  const atom = atoms[at];
  if (atom === undefined || !isCurrency(atom.text)) return false;
  const isGluedTo = (place: number) =>
    atoms[Math.max(at, place)]?.gap === 'none' && atoms[place] !== undefined && atoms[place]!.kind !== 'sign';
  return !isPriceLabel(atom.text) || !(isGluedTo(at - 1) || isGluedTo(at + 1));
}

/** Whether a word says that a price follows: the 'FR' of a part number such as 'RB0402FR 0716R9L' does not. */
function isLabelAt(atoms: readonly Atom[], at: number): boolean {
  const atom = atoms[at];
  return (
    atom !== undefined &&
    isPriceLabel(atom.text) &&
    !(atom.kind === 'letters' && atom.gap === 'none' && isNumber(atoms[at - 1]))
  );
}

/** Whether '@', 'à' or 'total:' stands before a number, or 'each' behind one with cents. */
function isPricedAt(atoms: readonly Atom[], at: number, isCounted: boolean): boolean {
  let before = at - 1;
  if (atoms[at]!.gap === 'cell') return false;
  while (/^[=:.]$/.test(atoms[before]?.text ?? '')) before -= 1;
  const label = atoms[before]?.text ?? '';
  // 'je 300 Stück' is a quantity, for each part.
  if (label.toLowerCase() === 'je') return !isCounted;
  if (/^[@à]$/.test(label)) return true;
  // Between two whole numbers it may be of either: '398 VK 120'.
  if (before === at - 1 && isNumberBefore(atoms, before) && !hasCents(atoms, at)) return false;
  const isLabel = isLabelAt(atoms, before);
  const isSaid = isLabel && !/^(?:total|gesamt|amount)$/i.test(label);
  if (isSaid || (isLabel && !isCounted && hasCents(atoms, at))) return true;
  const end = numberEnd(atoms, at);
  return hasCents(atoms, at) && (isEach(atoms[end]?.text ?? '') || atoms[end]?.text === '/');
}

/** Whether a number has two decimals. */
const hasCents = (atoms: readonly Atom[], at: number) =>
  /[.,]\d\d$/.test(textOf(atoms, at, numberEnd(atoms, at)));

/** 'each', '/pc', 'per piece', 'a dozen', 'per 1000' behind a price. */
function behindPrice(atoms: readonly Atom[], at: number): number {
  let to = at;
  const text = (place: number) => (atoms[place]?.gap === 'cell' ? '' : lower(atoms[place]));
  if (isCurrency(text(to))) to += 1;
  if (/^(?:\/|per|je|pro|a|the)$/.test(text(to))) {
    if (isPiecesWord(text(to + 1)) || isDozen(text(to + 1)) || /^(?:100|1000|k)$/.test(text(to + 1)))
      return to + 2;
    return text(to) === '/' || text(to) === 'per' ? to + 1 : to;
  }
  return isPiecesWord(text(to)) || isEach(text(to)) ? to + 1 : to;
}
