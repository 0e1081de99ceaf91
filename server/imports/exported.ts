/** What a row of an export was made from: a short hash of each cell, so that a cell that nobody has edited is known. Pure. */
import type { CellValues } from '#contract/imports/fields.ts';
import { KINDS } from './kinds.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/**
 * Letters of a hash, of six bits each: two values have the same one in a billion times. A cell is looked for among all of its row, in up
 * to four spellings: with 30 columns an edited one is taken for unedited, and not written, once in nine million times.
 */
const LENGTH = 5;

/** Returns what a cell says as a text that does not depend on how spreadsheets write it. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n').trim();
  if (!Array.isArray(value)) return String(value);
  const [first] = value as unknown[];
  if (typeof first === 'object' && first !== null && 'from' in first)
    return KINDS.breaks.write(value as CellValues['breaks']).toString();
  if (typeof first === 'object')
    return KINDS.parts
      .write(value as CellValues['parts'])
      .toString()
      .toUpperCase();
  return value.join(' ');
}

/** Returns the hash of what a column says of a row. */
function hashCell(column: string, value: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const text = `${column}\n${value}`;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  let hash = '';
  for (let place = 0; place < LENGTH; place += 1) hash += DIGITS[(high >>> (place * 6)) & 63];
  return hash;
}

/** At the end of what was made from a row whose SKU is in it, in capitals. */
const HAS_SKU = '.';

/** Returns the cell of a row that says what it was made from. */
export function writeExported(cells: readonly (readonly [column: string, value: unknown])[]): string {
  const hashes = cells.map(([column, value]) =>
    hashCell(column, column === 'sku' ? plainValue(value).toUpperCase() : plainValue(value)),
  );
  return hashes.join('') + HAS_SKU;
}

/** What a row was made from. */
export class Exported {
  readonly #hashes = new Set<string>();

  readonly #hasSku: boolean;

  constructor(cell: string) {
    const text = cell.trim();
    this.#hasSku = text.endsWith(HAS_SKU);
    for (let place = 0; place + LENGTH <= text.length; place += LENGTH)
      this.#hashes.add(text.slice(place, place + LENGTH));
  }

  /** Whether the row had another SKU: a spreadsheet has taken '00123' for a number, or the row was copied. */
  isOfOther(sku: string): boolean {
    return this.#hasSku && !this.had('sku', sku.toUpperCase());
  }

  /** Whether a column had this value. */
  had(column: string, value: unknown): boolean {
    return this.#hashes.has(hashCell(column, plainValue(value)));
  }
}
