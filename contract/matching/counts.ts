/** Numbers of a line that may be its quantity. Which of them is, only who knows the catalogue can say. Pure. */
import { readCount } from '../kernel/count-text.ts';
import { type Atom, isFreeBefore, isTimes, numberEnd, textOf, type Word } from './atoms.ts';
import { DOZEN, isCountLabel, isDozen, isPackageWord, isPiecesWord } from './count-words.ts';
import type { Noise } from './noise.ts';

/** A number that may be the quantity, of atoms from `from` up to before `to` with what is bound to it. */
export interface Count {
  from: number;
  to: number;
  /** The digits alone. */
  number: { from: number; to: number };
  /** Pieces, or packages: two where points and commas can be read in two ways; a fraction stays one. */
  values: number[];
  /** Bound to a word for pieces or for quantities, to a sign of multiplication, or to nothing. */
  bond: 'word' | 'times' | 'none';
  /** Digits that a space parts. */
  isGroup: boolean;
  /** Never taken without a question: about, over, of a package, cut out of a word. */
  isDoubtful: boolean;
  /** What so many packages are called. */
  packages?: string;
  /** Of '4 x 50' and '1 600' the last number: it may be all of the quantity, where the first one is of the part. */
  last?: { from: number; value: number };
}

/** More numbers than a line of an order has. */
export const MOST_COUNTS = 12;

/** The most digits of a quantity that nothing but its place tells: longer ones are EANs. */
const MOST_DIGITS = 7;

/** So many pieces are an order by themselves: a product of two such numbers is not taken without a question. */
const PIECES_ALONE = 100;

/** As many of a size, such as 2 x 16 GB, may be a kit. */
const MOST_OF_KIT = 16;

const ABOUT = new Set('~ ≈ ± < > ≥ ≤ % ? + #'.split(' '));
const ABOUT_WORDS = new Set(
  'about around approx approximately ca circa etwa ungefähr max min up minimum maximum over under'.split(' '),
);
const ONES = new Set(['a', 'one', 'ein', 'eine', 'un', 'une']);

/**
 * Returns the numbers of a line that may be its quantity, in their order; none in noise, and in doubt what may be of a price.
 * @param start where a number begins that stands by itself, and alone is read; undefined for all
 */
export function countsOf(
  atoms: readonly Atom[],
  words: readonly Word[],
  { noise, mayBePriced }: Pick<Noise, 'noise'> & Partial<Noise> = { noise: [] },
  start?: number,
): Count[] {
  const measures = words.filter(({ kind }) => kind === 'measure');
  const counts: Count[] = [];
  for (let at = start ?? 0; at <= (start ?? atoms.length - 1) && counts.length <= MOST_COUNTS; at += 1) {
    if (noise[at]) continue;
    if (ONES.has(lower(atoms[at])) && isDozen(atoms[at + 1]?.text ?? '') && atoms[at + 1]!.gap === 'space')
      counts.push({
        from: at,
        to: at + 2,
        number: { from: at, to: at + 2 },
        values: [DOZEN],
        bond: 'word',
        isGroup: false,
        isDoubtful: false,
      });
    if (atoms[at]!.kind !== 'digits' || !(at === start || isFree(atoms, at))) continue;
    const to = numberEnd(atoms, at);
    const isMeasured = measures.some(({ from, to: end }) => from <= at && at < end);
    for (const count of numbersAt(atoms, at, to, isMeasured)) {
      const isOfPrice = noise.slice(count.from, count.to).includes(true);
      const isOpen = mayBePriced?.[count.to - 1] === true;
      if (!isOfPrice) counts.push(isOpen ? { ...count, bond: 'none', isDoubtful: true } : count);
    }
    at = to - 1;
  }
  return counts;
}

const lower = (atom: Atom | undefined) => atom?.text.toLowerCase() ?? '';
const isGlued = (atom: Atom | undefined) => atom?.gap === 'none';

/** Whether a number stands by itself, or behind a sign of multiplication. */
function isFree(atoms: readonly Atom[], at: number): boolean {
  if (isFreeBefore(atoms, at)) return true;
  const before = atoms[at - 1]!;
  // ' -5' is no part number, and no quantity that is taken.
  if (/^[-–—+]$/.test(before.text)) return before.gap !== 'none';
  return isTimes(before) && (before.gap !== 'none' || atoms[at - 2]?.kind !== 'letters');
}

function numbersAt(atoms: readonly Atom[], from: number, to: number, isMeasured: boolean): Count[] {
  const next = atoms[to];
  const isThousands = isGlued(next) && lower(next) === 'k' && !isWordGoingOn(atoms, to + 1);
  // 64GB, and 2 m; but 2k is a number, too.
  if (isMeasured && !isThousands) return [];
  const end = isThousands ? to + 1 : to;
  const text = textOf(atoms, from, to);
  const values = readCount(text).map((value) => (isThousands ? Math.round(value * 1e6) / 1e3 : value));
  const counts = [...bound(atoms, { from, to: end }, values, text, false)];
  const group = isThousands || values.length === 0 ? undefined : groupAt(atoms, from, to);
  if (group) counts.push(...bound(atoms, { from, to: group.to }, group.values, text, true));
  const product = isThousands ? undefined : productAt(atoms, from, to, values);
  if (product) counts.push(product);
  return counts;
}

/** Whether letters or digits follow directly. */
const isWordGoingOn = (atoms: readonly Atom[], at: number) => {
  const [next, after] = [atoms[at], atoms[at + 1]];
  if (!isGlued(next)) return false;
  return next!.kind !== 'sign' || (/[-–/_+#.]/.test(next!.text) && isGlued(after) && after!.kind !== 'sign');
};

/** '1 000', '1 000 000' and '1 000,00'. */
function groupAt(
  atoms: readonly Atom[],
  from: number,
  to: number,
): { to: number; values: number[] } | undefined {
  if (to !== from + 1 || !/^[1-9]\d{0,2}$/.test(atoms[from]!.text)) return undefined;
  let end = to;
  let digits = atoms[from]!.text;
  let isWhole = true;
  while (isWhole && atoms[end]?.gap === 'space' && digits.length < 7) {
    const next = numberEnd(atoms, end);
    if (!/^\d{3}(?:[.,]00?)?$/.test(textOf(atoms, end, next))) break;
    digits += atoms[end]!.text;
    isWhole = next === end + 1;
    end = next;
  }
  if (end === to) return undefined;
  // They may be several numbers: the first of a line may count the lines.
  return {
    to: end,
    values: [Number(digits), ...atoms.slice(from, end).map(({ text }) => Number(text))].filter(
      (value) => value > 0,
    ),
  };
}

/** '100 x 2', of plain numbers. */
function productAt(
  atoms: readonly Atom[],
  from: number,
  to: number,
  values: readonly number[],
): Count | undefined {
  const sign = atoms[to];
  const second = atoms[to + 1];
  if (!sign || !isTimes(sign) || second?.kind !== 'digits' || sign.gap === 'cell' || second.gap === 'cell')
    return undefined;
  const end = numberEnd(atoms, to + 1);
  const [one, other] = [values, readCount(textOf(atoms, to + 1, end))];
  const isSize = atoms[end] !== undefined && isTimes(atoms[end]!);
  const isPlain = to === from + 1 && end === to + 2;
  if (!isPlain || one.length !== 1 || other.length !== 1 || isSize || isWordGoingOn(atoms, end))
    return undefined;
  const number = { from, to: end };
  const { to: last, bond, from: first } = bindings(atoms, number);
  // '398x100': one may be a price, or of the part, and the other the pieces.
  const isEither = one[0]! >= PIECES_ALONE && other[0]! >= PIECES_ALONE;
  const isDoubtful =
    isEither ||
    isAbout(atoms, first, last) ||
    (atoms[last]?.kind === 'letters' && atoms[last]!.gap !== 'cell' && bond === 'none');
  return {
    from: first,
    to: last,
    number,
    values: [one[0]! * other[0]!, ...(isEither ? [one[0]!, other[0]!] : [])],
    bond: bond === 'word' ? 'word' : 'times',
    isGroup: false,
    isDoubtful,
    last: { from: to, value: other[0]! },
  };
}

/** Returns a number with what is bound to it; none where it is within a word. */
function* bound(
  atoms: readonly Atom[],
  number: { from: number; to: number },
  values: readonly number[],
  text: string,
  isGroup: boolean,
): Generator<Count> {
  const { from, to, bond, packages, factor, isCut } = bindings(atoms, number);
  if (values.length === 0 || (to === number.to && isWordGoingOn(atoms, number.to))) return;
  if (values.every((value) => value === 0) || /^0\d/.test(text)) return;
  const isFraction = values.every((value) => !Number.isInteger(value * factor));
  const digits = text.replace(/\D/g, '').length;
  if (bond === 'none' && digits > MOST_DIGITS) return;
  const before = atoms[number.from - 1];
  const isSigned = isGlued(atoms[number.from]) && before !== undefined && /^[-–—+]$/.test(before.text);
  // '150-' of a program is negative, and '150*' has a footnote.
  const isMarked = /^[-–—*]$/.test(atoms[number.to]?.text ?? '') && isLoose(atoms, number.to);
  const isNegative = isSigned || isMarked;
  const isKit = bond === 'times' && values[0]! <= MOST_OF_KIT && atoms[to]?.kind === 'digits';
  const isDoubtful =
    [isAbout(atoms, from, to), isNegative, isCut, isKit, packages !== undefined].some(Boolean) ||
    (isFraction && bond !== 'word') ||
    // '290.00' may be a price.
    (bond === 'none' && /[.,]00$/.test(text)) ||
    (isGroup && (bond === 'none' || number.from === 0 || isSplit(atoms, from, number)));
  const sure = isGroup ? groupValues(values, isDoubtful, atoms[number.from + 1]!) : values;
  const count: Count = {
    from,
    to,
    number,
    values: sure.map((value) => round(value * factor)),
    bond,
    isGroup,
    isDoubtful,
    ...(packages !== undefined && { packages }),
    ...(isGroup && lastOf(atoms, number, factor)),
  };
  yield count;
  // 'Case' may be of the part: '500 Case Fan'.
  if (packages !== undefined && !isAbout(atoms, from, to - 1)) {
    const { packages: _, ...plain } = count;
    yield { ...plain, to: to - 1, isDoubtful: isNegative || isCut || isFraction || isGroup };
  }
  // The x may be of the part in front of it: 'CAS-R2U-12X 250'.
  const sign = atoms[number.from - 1];
  if (from < number.from && sign && isTimes(sign) && sign.kind === 'letters')
    yield {
      ...count,
      from: number.from,
      bond: bond === 'word' ? 'word' : 'none',
      isDoubtful: isAbout(atoms, number.from, to) || isGroup,
    };
}

/** 'x2 500' may be two of something and 500 more; the zeros of 'x2 000' are no number. */
const isSplit = (atoms: readonly Atom[], from: number, number: { from: number }) =>
  from < number.from && isTimes(atoms[number.from - 1]!) && !atoms[number.from + 1]!.text.startsWith('0');

/** Returns the last number of a group; none where a zero begins it, as it is no number by itself. */
function lastOf(
  atoms: readonly Atom[],
  { to }: { to: number },
  factor: number,
): Pick<Count, 'last'> | undefined {
  // Its decimals are no number: '1 200,00'.
  const from = atoms[to - 2]!.kind === 'sign' ? to - 3 : to - 1;
  const { text } = atoms[from]!;
  return text.startsWith('0') ? undefined : { last: { from, value: Number(text) * factor } };
}

/** Whether a sign stands behind a number and before nothing: '150-', but not '600 - 4-pin' or '150*NB-C8'. */
const isLoose = (atoms: readonly Atom[], at: number) =>
  isGlued(atoms[at]) && (atoms[at + 1] === undefined || atoms[at + 1]!.gap !== 'none');

/** The group alone, or in doubt with the numbers in it: these first, where all are numbers by themselves. */
function groupValues([group, ...apart]: readonly number[], isDoubtful: boolean, second: Atom): number[] {
  if (!isDoubtful) return [group!];
  return second.text.startsWith('0') ? [group!, ...apart] : [...apart, group!];
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

function isAbout(atoms: readonly Atom[], from: number, to: number): boolean {
  const [before, after] = [atoms[from - 1], atoms[to]];
  const isOf = (atom: Atom | undefined) => atom !== undefined && atom.gap !== 'cell' && ABOUT.has(atom.text);
  const isBefore = before !== undefined && (ABOUT.has(before.text) || ABOUT_WORDS.has(lower(before)));
  return isBefore || isOf(after);
}

/** What is bound to a number on both sides. */
function bindings(atoms: readonly Atom[], number: { from: number; to: number }) {
  let { from, to } = number;
  let bond: Count['bond'] = 'none';
  let packages: string | undefined;
  let factor = 1;
  let isCut = false;
  const isNear = (atom: Atom | undefined) => atom !== undefined && atom.gap !== 'cell';
  const next = atoms[to];
  if (isNear(next) && isTimes(next!)) {
    // Behind the x stands what is counted, or nothing; a second factor makes it a product or a size.
    bond = 'times';
    to += 1;
  }
  const counted = atoms[to];
  if (isNear(counted) && isDozen(counted!.text)) {
    factor = DOZEN;
    bond = 'word';
    to += 1;
  }
  const unit = atoms[to];
  const isWhole = !isWordGoingOn(atoms, to + 1);
  if (isNear(unit) && isWhole && unit!.kind === 'letters') {
    if (isPiecesWord(unit!.text) || isCountLabel(unit!.text)) {
      bond = 'word';
      to += 1;
      if (atoms[to]?.text === '.' && isGlued(atoms[to])) to += 1;
    } else if (isPackageWord(unit!.text)) {
      packages = lower(unit);
      to += 1;
    }
  }
  const sign = atoms[from - 1];
  if (bond !== 'times' && sign !== undefined && isTimes(sign) && atoms[from]!.gap !== 'cell') {
    isCut = isGlued(sign) && atoms[from - 2] !== undefined && atoms[from - 2]!.kind !== 'sign';
    bond = bond === 'word' ? 'word' : 'times';
    from -= 1;
  }
  const label = labelBefore(atoms, from);
  if (label !== undefined) {
    bond = 'word';
    from = label;
  }
  return { from, to, bond, packages, factor, isCut };
}

/** 'Qty: 200', 'Menge = 200', 'Stk.: 200'. */
function labelBefore(atoms: readonly Atom[], from: number): number | undefined {
  let at = from - 1;
  let signs = 0;
  while (signs < 2 && atoms[at] && /^[:=.#]$/.test(atoms[at]!.text)) {
    at -= 1;
    signs += 1;
  }
  const label = atoms[at];
  if (label === undefined || (atoms[at - 1] && label.gap === 'none' && atoms[at - 1]!.kind !== 'sign'))
    return undefined;
  if (isCountLabel(label.text)) return at;
  const isColon = signs > 0 && /^[:=]$/.test(atoms[from - 1]!.text);
  return isPiecesWord(label.text) && (isColon || at === 0) && atoms[at - 1]?.kind !== 'digits'
    ? at
    : undefined;
}
