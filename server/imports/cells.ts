/** What cells of a table say. Pure. */
import type { Attribute } from '#contract/categories/schema.ts';
import type { CellValues } from '#contract/imports/fields.ts';
import { NONE } from '#contract/imports/schema.ts';
import { withoutTurns } from '#contract/kernel/direction.ts';
import { say } from '#contract/kernel/field-message.ts';
import { isStorable } from '#contract/kernel/fields.ts';
import { SHOP_CURRENCY } from '#contract/kernel/money.ts';
import { saysNo, saysYes } from '#contract/kernel/yes-no.ts';
import { isPieceUnit } from '#contract/matching/count-words.ts';
import { MOST_BREAKS } from '#contract/products/price-breaks.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import { MOST_SUBSTITUTES } from '#contract/products/substitutes.ts';
import { convert, factorOf, splitUnit } from './measures.ts';
import { splitCurrency } from './money.ts';

/** A cell as a file or JSON has it; an odd one is a date, an error such as #N/A, several values, attributes of XML, or text that cannot be stored or is too long. */
export type Cell = string | number | boolean | null | { odd: keyof typeof ODD; shown: string };

/** The most characters of a cell, as in spreadsheets. */
const LONGEST = 32_767;

const ODD = {
  date: say('import_date'),
  error: say('import_cell_error'),
  unstorable: say('unstorable'),
  long: say('import_long', { most: LONGEST }),
  several: say('import_several'),
  attributes: say('import_attributes'),
  per: say('import_price_per'),
};

/** Returns a cell that can be stored, without marks that turn the direction of text: what is too long is cut. */
export function toStorable(given: Cell): Cell {
  if (typeof given !== 'string') return given;
  const cell = withoutTurns(given);
  if (cell.length > LONGEST)
    return { odd: 'long', shown: cell.slice(0, LONGEST).replaceAll('\0', '').toWellFormed() };
  if (isStorable(cell)) return cell;
  return { odd: 'unstorable', shown: cell.replaceAll('\0', '').toWellFormed() };
}

/** How the cells of a column are read. */
export interface NumberReading {
  /** The sign before decimals; without it, what can be read in two ways is not read. */
  decimal?: '.' | ',' | undefined;
  /** Whether a point before three digits may separate thousands. */
  doubtPoint?: boolean | undefined;
  /** The unit of numbers without one. */
  unit?: string | undefined;
  /** Whether numbers without a unit are left out: the column is asked about. */
  lacksUnit?: boolean | undefined;
  /** Whether a price without a currency is left out: others in its column, or in that of currencies, have not the shop's currency. */
  lacksCurrency?: boolean | undefined;
  /** Whether a price that does not say of how many pieces it is is left out: others in the column are of several. */
  lacksPieces?: boolean | undefined;
  /** What texts stand for; null for those that are left out. */
  values?: Readonly<Record<string, string | null>> | undefined;
}

/** A value, or the message (see `say`) of why there is none. */
export type Read<T> = { value: T } | { error: string };

export function isEmpty(cell: Cell | undefined): cell is '' | null | undefined {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** Returns what a cell shows, as questions and answers about its value have it. */
export function plainCell(cell: Cell | undefined): string {
  return String((typeof cell === 'object' ? cell?.shown : cell) ?? '')
    .trim()
    .slice(0, 100);
}

/** Returns whether a cell says that there is nothing. */
export function isNone(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && cell.trim().toLowerCase() === NONE;
}

/** Returns a cell as text: identifiers stay as they are. */
export function readText(cell: Cell): Read<string> {
  if (typeof cell === 'object') return odd(cell);
  return { value: String(cell) };
}

const DIGITS = /^\d+$/;
/** 1e-7: as JavaScript writes a number that is far from 1. */
const SCIENTIFIC = /^-?\d(?:\.\d{1,20})?e[+-]?\d{1,3}$/i;

/** Returns a number: text may have a dollar sign, thousands separated by spaces, commas or points, and decimals. */
export function readNumber(cell: Cell, reading: NumberReading): Read<number> {
  if (typeof cell === 'number') return { value: cell };
  if (typeof cell === 'boolean') return notNumber(String(cell));
  if (typeof cell === 'object') return odd(cell);
  let text = cell.trim();
  if (SCIENTIFIC.test(text)) return { value: Number(text) };
  const isNegative = text.startsWith('-');
  text = text.slice(isNegative ? 1 : 0).trimStart();
  if (text.startsWith('$')) text = text.slice(1).trimStart();
  const value = readPositive(text, reading);
  if (value === 'doubt') return { error: say('import_decimal', { value: shown(cell) }) };
  if (value === undefined) return notNumber(cell);
  return { value: isNegative ? -value : value };
}

/** Returns a number of pieces, which may have a word for them behind it: '200 pcs'. */
export function readPieces(cell: Cell, reading: NumberReading): Read<number> {
  if (typeof cell !== 'string') return readNumber(cell, reading);
  const [written, number = '', word = ''] = /^([^\p{L}]{1,40})(\p{L}{1,15}\.?)$/u.exec(cell.trim()) ?? [cell];
  return readNumber(isPieceUnit(word) ? number : written, reading);
}

/** Returns dollars. A price of another currency than the shop's is not read. */
export function readMoney(cell: Cell, reading: NumberReading): Read<number> {
  if (typeof cell !== 'string') return readNumber(cell, reading);
  const { number, currency } = splitCurrency(cell);
  if (currency !== undefined && currency !== SHOP_CURRENCY)
    return { error: say('import_currency', { value: shown(cell.trim()), currency }) };
  return readNumber(number, reading);
}

/** Returns a number in a unit. A cell may have another unit of the same measure behind it; without one it has the column's. */
export function readMeasure(cell: Cell, unit: string, reading: NumberReading): Read<number> {
  const { number, unit: own } =
    typeof cell === 'string' ? splitOwn(cell, unit) : { number: cell, unit: undefined };
  const read = readNumber(number, reading);
  if ('error' in read) return typeof cell === 'string' ? notNumber(cell, read) : read;
  const from = own ?? reading.unit ?? (reading.lacksUnit && read.value !== 0 ? undefined : unit);
  if (from === undefined) return { error: say('import_unit_missing', { value: shown(String(cell)) }) };
  const factor = from === unit ? 1 : factorOf(from, unit);
  if (factor === undefined) return { error: say('import_unit', { value: shown(String(cell)) }) };
  return { value: convert(read.value, factor) };
}

/** The unit itself may be anything, such as '%' or 'MT/s'. */
function splitOwn(text: string, unit: string): { number: Cell; unit?: string } {
  const all = text.trim();
  if (!all.toLowerCase().endsWith(unit.toLowerCase())) return splitUnit(all);
  const number = all.slice(0, all.length - unit.length).trim();
  // 'kg' ends with 'g'.
  return /[\d.,]$/.test(number) ? { number, unit } : splitUnit(all);
}

/** Without a sign that was said, what can be read in one way alone is read so. */
function readPositive(text: string, { decimal, doubtPoint }: NumberReading): number | 'doubt' | undefined {
  if (decimal) return readSigned(text, decimal);
  const commas = text.includes(',');
  if (!commas && text.split('.').length < 3) {
    const [whole = '', fraction] = text.split('.');
    const read = readSigned(text, '.');
    return read !== undefined && doubtPoint && fraction?.length === 3 && mayBeGrouped(whole) ? 'doubt' : read;
  }
  const [point, comma] = [readSigned(text, '.'), readSigned(text, ',')];
  return point !== undefined && comma !== undefined ? 'doubt' : (point ?? comma);
}

function readSigned(text: string, sign: '.' | ','): number | undefined {
  const [whole = '', fraction, ...more] = text.split(sign);
  if (more.length > 0 || (fraction === undefined ? whole === '' : !DIGITS.test(fraction))) return undefined;
  const digits = ungroup(whole, sign === '.' ? ',' : '.');
  return digits === undefined ? undefined : Number(fraction === undefined ? digits : `${digits}.${fraction}`);
}

const mayBeGrouped = (whole: string) => whole.length <= 3 && whole !== '0' && whole !== '';

/** Returns the digits of a whole number whose thousands may be separated by a sign or by spaces. */
function ungroup(whole: string, sign: '.' | ','): string | undefined {
  if (whole === '') return '0';
  if (DIGITS.test(whole)) return whole;
  for (const separator of [sign, ' ', '\u00a0', '\u202f', "'"]) {
    const [first = '', ...groups] = whole.split(separator);
    if (groups.length === 0) continue;
    const isGrouped =
      DIGITS.test(first) && first.length <= 3 && groups.every((group) => /^\d{3}$/.test(group));
    return isGrouped ? first + groups.join('') : undefined;
  }
  return undefined;
}

/** Returns whether a point before three digits may separate thousands in cells: none has a point before its decimals, or one a comma. */
export function doubtsPoint(cells: readonly Cell[]): boolean {
  return !cells.some(hasDecimalPoint) || cells.some((cell) => hasDecimals(cell, ','));
}

/** Returns whether text is a number that a point before its decimals has, without any doubt. */
const hasDecimalPoint = (cell: Cell): boolean => hasDecimals(cell, '.');

function hasDecimals(cell: Cell, sign: '.' | ','): boolean {
  if (typeof cell !== 'string') return false;
  const [whole = '', fraction, ...more] = splitUnit(splitCurrency(cell).number).number.split(sign);
  if (fraction === undefined || more.length > 0 || !DIGITS.test(fraction)) return false;
  return /^-?\$?\d*$/.test(whole) && (fraction.length !== 3 || !mayBeGrouped(whole.replace(/^-?\$?/, '')));
}

/** Returns yes or no, in the words of several languages. */
function readYesNo(cell: Cell): Read<boolean> {
  if (typeof cell === 'object') return odd(cell);
  const word = String(cell).trim();
  if (word === '1' || saysYes(word)) return { value: true };
  if (word === '0' || saysNo(word)) return { value: false };
  return { error: say('import_yesno', { value: shown(word) }) };
}

/** States of other shops in which a part is on sale there, and in which it is not. */
const PUBLISHED = new Set(['active', 'published', 'publish', 'enabled', 'visible']);
const UNPUBLISHED = new Set(
  'draft archived private disabled inactive unpublished deleted discontinued hidden -1 2'.split(' '),
);

/** Returns whether a part is on sale elsewhere. */
export function readPublished(cell: Cell): Read<boolean> {
  const word = typeof cell === 'object' ? '' : String(cell).trim().toLowerCase();
  if (PUBLISHED.has(word)) return { value: true };
  return UNPUBLISHED.has(word) ? { value: false } : readYesNo(cell);
}

/** What says that nothing is known. */
const NOTHING = new Set([
  ...['does not apply', 'n/a', 'n.a.', '-', '--', '–', '—', 'null', 'unknown', 'not applicable'],
  ...['nicht zutreffend', 'keine angabe', 'k.a.', 'k. a.', 'non applicable', 'no aplica', 'non applicabile'],
  'nie dotyczy',
]);
const NOTHING_CHARACTERS = 40;

/** Returns whether a cell says that nothing is known, which changes nothing. */
export function saysNothing(cell: Cell): boolean {
  return (
    typeof cell === 'string' && cell.length <= NOTHING_CHARACTERS && NOTHING.has(cell.trim().toLowerCase())
  );
}

/** Returns the addresses in a cell: separated by spaces, or by signs before the next one. One more than may be is read. */
export function splitAddresses(text: string, most: number): string[] {
  return text
    .split(/\s/)
    .flatMap((part) => part.split(/[,;|](?=https?:\/\/)/i))
    .map((part) => part.replace(/[,;|]$/, ''))
    .filter(Boolean)
    .slice(0, most + 1);
}

/** Returns the value of an attribute of a kind. A number may be followed by its unit. */
export function readAttribute(
  cell: Cell,
  { kind, unit }: Attribute,
  reading: NumberReading,
): Read<AttributeValue> {
  if (kind === 'number')
    return unit === undefined ? readNumber(cell, reading) : readMeasure(cell, unit, reading);
  return kind === 'yesno' ? readYesNo(cell) : readText(cell);
}

/** Returns price breaks from '500:71.90; 1000:69.45'. Of too many it reads one more than may be: schemas refuse them. */
export function readBreaks(cell: Cell, reading: NumberReading): Read<{ from: number; price: number }[]> {
  if (typeof cell !== 'string') return { error: say('import_breaks') };
  const breaks = [];
  for (const part of cell.split(/[;|\n]/)) {
    if (part.trim() === '') continue;
    if (breaks.length > MOST_BREAKS) break;
    const [from, price, ...more] = part.split(':');
    if (price === undefined || more.length > 0) return { error: say('import_breaks') };
    const pieces = readNumber(from!, reading);
    // Our own files and examples have points, whatever sign the numbers of a file have.
    const dollars = readNumber(price, hasDecimalPoint(price) ? { decimal: '.' } : reading);
    if ('error' in pieces) return pieces;
    if ('error' in dollars) return dollars;
    breaks.push({ from: pieces.value, price: dollars.value });
  }
  return { value: breaks };
}

/** Returns price breaks as one cell. */
export function writeBreaks(breaks: readonly { from: number; price: number }[]): string {
  return breaks.map(({ from, price }) => `${from}:${price}`).join('; ');
}

/** Returns parts and how they substitute from 'AF-120:same; AF-140'; without a word they are similar. Schemas know the words, and refuse too many: one more than may be is read. */
export function readParts(cell: Cell): Read<Parts> {
  const read = readText(cell);
  if ('error' in read) return read;
  const parts: Parts = [];
  for (const part of read.value.split(/[;|\n]/)) {
    const [sku = '', kind = 'similar', ...more] = part.split(':').map((text) => text.trim());
    if (sku === '' && part.trim() === '') continue;
    if (parts.length > MOST_SUBSTITUTES) break;
    if (sku === '' || more.length > 0) return { error: say('import_parts') };
    parts.push({ sku, kind: kind.toLowerCase() as Parts[number]['kind'] });
  }
  return { value: parts };
}

/** Returns parts as one cell. */
export function writeParts(parts: Parts): string {
  return parts.map(({ sku, kind }) => `${sku}:${kind}`).join('; ');
}

type Parts = CellValues['parts'];

function odd(cell: Exclude<Cell, string | number | boolean>): { error: string } {
  return { error: ODD[cell?.odd ?? 'error'] };
}

function notNumber(text: string, read?: { error: string }): { error: string } {
  // A number in doubt is one.
  if (read?.error.startsWith('import_decimal ')) return read;
  return { error: say('import_number', { value: shown(text) }) };
}

/** A cell as a message shows it. */
function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}
