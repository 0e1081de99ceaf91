/**
 * Reads what buyers paste into the order pad or drop on it: cells, mails, CSV and workbooks. It runs in a worker, and asks the
 * catalogue which cells name parts: so that decides which column has the part numbers, not a header.
 */
import { sketchLine } from '#contract/line-text.ts';
import type { FoundCell } from '#contract/lines.ts';
import { saysNotBought } from '#contract/not-bought.ts';
import { kindOfFile } from '#contract/tables/decode.ts';
import { type Decoded, decodeAs, decodings } from '#contract/tables/encodings.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { otherOrder } from '#contract/tables/other-orders.ts';
import type { Sheet } from '#contract/tables/sheets.ts';
import { isFilled, type Row, readTextLines } from './cells.ts';
import { fieldOf, type LineField } from './columns.ts';
import { headerWords, kindsOf } from './header-words.ts';
import { MOST_COLUMNS, MOST_ROWS, PASTED_MAX_BYTES, UNPACKED_MAX_BYTES } from './limits.ts';
import type { Found } from './part-column.ts';
import { isProse } from './prose.ts';
import { linesSharing } from './shared-quantity.ts';
import { findSignatures } from './signature.ts';
import { cellsOfRows, cellsToLookUp, tableOf } from './sources.ts';
import { toTable, withoutProse } from './table.ts';
import { bounded, linesOfTable } from './table-lines.ts';

/** A line of an order, as far as its columns say what it means. Without columns `raw` is what the shop reads. */
export interface PastedLine {
  /** Its line in the text, or its row in the file, from 1. */
  row: number;
  /** As it stands there; of a row that is several lines, the quantity with one part of it. */
  raw: string;
  text?: string;
  sku?: string;
  mpn?: string;
  maker?: string;
  customerRef?: string;
  designators?: string;
  quantity?: number;
  /** What the quantity may be, where there is doubt. */
  readings?: number[];
  /** The cell of the quantity, where it is more than a number: the shop reads it by the part. */
  quantityText?: string;
}

/** What only the buyer can tell of a table: which of some columns it is. None for a quantity: no column can be it. */
export interface TableQuestion {
  is: 'quantity' | 'part';
  places: number[];
}

/** A table with what its columns stand for, and why rows of it are no lines. */
export interface PastedTable {
  rows: Row[];
  /** The place of the headers among the rows. */
  headers: number | undefined;
  /** The place of the first row that is no title, where there are no headers. */
  start?: number;
  fields: (LineField | undefined)[];
  /** What is asked about it, once for all lines. */
  questions: TableQuestion[];
  /** Pieces of each line, where the buyer has said that no column tells them. */
  each?: number;
  /** Whether hidden rows are lines, too. */
  takesHidden?: boolean;
}

/** A row that is no line, and what it was taken for; `unplaced`: a part that is not placed on the board, so not bought. */
export interface LeftRow {
  row: number;
  raw: string;
  why:
    | 'title'
    | 'header'
    | 'unplaced'
    | 'total'
    | 'signature'
    | 'text'
    | 'hidden'
    | 'again'
    | 'zero'
    | 'rule';
}

export interface Pasted {
  lines: PastedLine[];
  /** What was taken for no line. */
  left: LeftRow[];
  /** How many lines beyond the most there are. */
  more: number;
  /** Given where it is a table, whose mapping can be changed: see `linesOfTable`. */
  table?: PastedTable;
  /** The sheets of a workbook, and the place of the one that was read. */
  sheets?: { names: string[]; place: number };
  /** The encoding by which a file was read, where others may be meant. */
  encoding?: { used: string; others: string[] };
}

/** Returns what the catalogue finds for cells, in their order; undefined where it cannot be asked. */
export type LookUp = (cells: string[]) => Promise<readonly FoundCell[] | undefined>;

/** How to read it, where somebody has said so: the place of a sheet, an encoding. */
export interface PastedOptions {
  sheet?: number;
  encoding?: string;
}

const LIMITS = { rows: MOST_ROWS, columns: MOST_COLUMNS, unpackedBytes: UNPACKED_MAX_BYTES };

/** Sheets that are looked through for a table. */
const MOST_SHEETS = 10;

const nothing: LookUp = async () => undefined;

/** Returns the lines of a pasted text or of a file. Throws a TableFault for a file that is neither text nor a workbook. */
export async function readPasted(
  pasted: string | Uint8Array,
  lookUp: LookUp = nothing,
  { sheet, encoding }: PastedOptions = {},
): Promise<Pasted> {
  if (pasted.length > PASTED_MAX_BYTES) throw new TableFault('too_large');
  if (typeof pasted === 'string') return readText(pasted, lookUp);
  if (pasted.length === 0) throw new TableFault('empty');
  switch (kindOfFile(pasted)) {
    case 'old workbook':
      throw new TableFault('old_excel');
    case 'workbook': {
      // Loaded for workbooks alone.
      const { openSheets } = await import('#contract/tables/sheets.ts');
      return readWorkbook(openSheets(pasted, LIMITS), lookUp, sheet);
    }
    default: {
      const known = decodings(pasted);
      const others = known.map((one) => one.encoding);
      const used = encoding !== undefined && others.includes(encoding) ? encoding : bestOf(known);
      const read = await readText(decodeAs(pasted, used), lookUp);
      return others.length > 1 ? { ...read, encoding: { used, others } } : read;
    }
  }
}

/** Returns the encoding in which most headers are known; of several the first. */
function bestOf(texts: readonly Decoded[]): string {
  const known = ({ text }: Decoded) =>
    text
      .slice(0, 4_000)
      .split(/[\t;,|\r\n]/)
      .filter((cell) => headerWords(cell).length > 0 && (kindsOf(cell).size > 0 || fieldOf(cell))).length;
  return [...texts].sort((a, b) => known(b) - known(a))[0]!.encoding;
}

/** Asks the catalogue for cells that are not known yet. */
async function lookedUp(cells: string[], lookUp: LookUp, found: Map<string, FoundCell>): Promise<boolean> {
  const asked = cells.filter((cell) => !found.has(cell));
  const answers = asked.length > 0 ? await lookUp(asked) : [];
  for (const [n, answer] of (answers ?? []).entries()) found.set(asked[n]!, answer);
  return answers !== undefined;
}

const hasAny = (found: Found) => [...found.values()].some(({ by }) => by !== 'nothing');

async function readText(text: string, lookUp: LookUp): Promise<Pasted> {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const other = otherOrder(body);
  if (other) throw new TableFault(other);
  const found = new Map<string, FoundCell>();
  const isAsked = await lookedUp(cellsToLookUp(body), lookUp, found);
  if (isAsked && !hasAny(found)) await lookedUp(cellsToLookUp(body, true), lookUp, found);
  const rows = tableOf(body, found);
  return rows
    ? linesOfTable(toTable(withoutProse(rows.filter(isFilled)), found))
    : linesOfText(readTextLines(body).filter(isFilled));
}

/** Reads the sheet that somebody has chosen, or the first visible one in which a part is found, or else that has a table. */
async function readWorkbook(
  sheets: readonly Sheet[],
  lookUp: LookUp,
  chosen: number | undefined,
): Promise<Pasted> {
  const visible = sheets.flatMap((sheet, place) => (sheet.isHidden ? [] : [place]));
  const names = sheets.map(({ name }) => name);
  const places = chosen === undefined ? visible.slice(0, MOST_SHEETS) : [chosen];
  let best: { place: number; rows: Row[]; found: Found } | undefined;
  for (const place of places.length > 0 ? places : [0]) {
    const rows = (sheets[place]?.read() ?? []).map((row) => ({
      ...row,
      raw: row.cells.filter((text) => text !== '').join('\t'),
    }));
    const found = new Map<string, FoundCell>();
    const isAsked = await lookedUp(cellsOfRows(rows), lookUp, found);
    if (isAsked && !hasAny(found)) await lookedUp(cellsOfRows(rows, true), lookUp, found);
    const one = { place, rows: rows.filter(isFilled), found };
    // A sheet with a single row is a title or a note.
    if (!best || (!hasAny(best.found) && best.rows.length < 2)) best = one;
    if (!hasAny(found)) continue;
    best = one;
    break;
  }
  const { place, rows, found } = best!;
  return { ...linesOfTable(toTable(rows, found)), sheets: { names, place } };
}

/** Returns the lines of a mail or a note, without what stands around them. */
function linesOfText(rows: Row[]): Pasted {
  const lines: PastedLine[] = [];
  const left: Pasted['left'] = [];
  const all = rows.map(({ row, raw }) => ({ row, raw, read: sketchLine(raw) }));
  const signed = findSignatures(all);
  for (const [place, { row, raw, read }] of all.entries()) {
    const isSigned = signed.has(place);
    if (isSigned || isProse(raw, read)) left.push({ row, raw, why: isSigned ? 'signature' : 'text' });
    else if (saysNotBought(raw)) left.push({ row, raw, why: 'unplaced' });
    else for (const one of linesSharing(raw)) lines.push({ row, raw: one });
  }
  return { ...bounded(lines), left };
}
