/** Reads what buyers paste into the order pad or drop on it: cells, mails, CSV and workbooks. Pure; runs in a worker. */
import { readCount } from '#contract/count-text.ts';
import { LONGEST_LINE } from '#contract/line-limits.ts';
import { sketchLine } from '#contract/line-text.ts';
import { MOST_LIST_LINES } from '#contract/list-limits.ts';
import { saysNotBought } from '#contract/not-bought.ts';
import { readPieceCell } from '#contract/piece-cell.ts';
import { decodeText, kindOfFile } from '#contract/tables/decode.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { isFilled, type Row, readTextLines, readTextTable } from './cells.ts';
import { fieldsOfCells, fieldsOfHeaders, findHeaders, type LineField } from './columns.ts';
import { MOST_COLUMNS, MOST_ROWS, PASTED_MAX_BYTES, UNPACKED_MAX_BYTES } from './limits.ts';
import { isProse } from './prose.ts';
import { linesSharing } from './shared-quantity.ts';
import { findSignatures } from './signature.ts';

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

/** A table with what its columns stand for, and why rows of it are no lines. */
export interface PastedTable {
  rows: Row[];
  /** The place of the headers among the rows. */
  headers: number | undefined;
  fields: (LineField | undefined)[];
}

/** A row that is no line, and what it was taken for; `unplaced`: a part that is not placed on the board, so not bought. */
export interface LeftRow {
  row: number;
  raw: string;
  why: 'title' | 'header' | 'unplaced' | 'total' | 'signature' | 'text';
}

export interface Pasted {
  lines: PastedLine[];
  /** What was taken for no line. */
  left: LeftRow[];
  /** How many lines beyond the most there are. */
  more: number;
  /** Given where it is a table, whose mapping can be changed: see `linesOfTable`. */
  table?: PastedTable;
}

const LIMITS = { rows: MOST_ROWS, columns: MOST_COLUMNS, unpackedBytes: UNPACKED_MAX_BYTES };

/** Returns the lines of a pasted text or of a file. Throws a TableFault for a file that is neither text nor a workbook. */
export async function readPasted(pasted: string | Uint8Array): Promise<Pasted> {
  if (pasted.length > PASTED_MAX_BYTES) throw new TableFault('too_large');
  if (typeof pasted === 'string') return readText(pasted);
  if (pasted.length === 0) throw new TableFault('empty');
  switch (kindOfFile(pasted)) {
    case 'old workbook':
      throw new TableFault('old_excel');
    case 'workbook': {
      // Loaded for workbooks alone.
      const { readCells } = await import('#contract/tables/workbook.ts');
      const rows = (await readCells(pasted, LIMITS)).map(toRow);
      return linesOfTable(toTable(rows.filter(isFilled)));
    }
    default:
      return readText(decodeText(pasted));
  }
}

function readText(text: string): Pasted {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const rows = readTextTable(body);
  return rows
    ? linesOfTable(toTable(rows.filter(isFilled)))
    : linesOfText(readTextLines(body).filter(isFilled));
}

function toRow(cells: unknown[], n: number): Row {
  const texts = cells.map((cell) =>
    cell === null || cell === undefined
      ? ''
      : cell instanceof Date
        ? cell.toISOString().slice(0, 10)
        : String(cell),
  );
  return { row: n + 1, raw: texts.filter((text) => text !== '').join('\t'), cells: texts };
}

function toTable(rows: Row[]): PastedTable {
  const cells = rows.map((row) => row.cells);
  const headers = findHeaders(cells);
  const body = headers === undefined ? cells : cells.slice(headers + 1);
  const fields = headers === undefined ? fieldsOfCells(body) : fieldsOfHeaders(cells[headers]!, body);
  return { rows, headers, fields };
}

/** Begins a row that sums others. */
const SUM = /^(?:(?:sub|grand )?total|summe|gesamt|zwischensumme)/i;

/** Returns the lines of a table by what its columns stand for. */
export function linesOfTable(table: PastedTable): Pasted {
  const { rows, headers, fields } = table;
  const above = headers === undefined ? [] : rows.slice(0, headers);
  const header = headers === undefined ? undefined : rows[headers]!.raw;
  const lines: PastedLine[] = [];
  const left = above.map(({ row, raw }): LeftRow => ({ row, raw, why: 'title' }));
  const body = rows.slice((headers ?? -1) + 1);
  const decimal = decimalOf(body);
  const isMapped = fields.some((field) => field === 'sku' || field === 'mpn' || field === 'description');
  for (const { row, raw, cells } of body) {
    const first = cells.find((cell) => cell.trim() !== '') ?? '';
    const isUnplaced = fields.some((field, place) => field === 'unplaced' && isYes(cells[place] ?? ''));
    if (raw === header) left.push({ row, raw, why: 'header' });
    else if (isUnplaced) left.push({ row, raw, why: 'unplaced' });
    else if (SUM.test(first.trim())) left.push({ row, raw, why: 'total' });
    else if (isMapped) lines.push({ row, raw, ...lineOf(cells, fields, decimal) });
    else lines.push({ row, raw });
  }
  return { ...bounded(lines), left, table };
}

function lineOf(
  cells: readonly string[],
  fields: readonly (LineField | undefined)[],
  decimal: '.' | ',' | undefined,
): Omit<PastedLine, 'row' | 'raw'> {
  const said = (field: LineField) =>
    fields
      .flatMap((one, place) => (one === field ? [(cells[place] ?? '').replace(/\s+/g, ' ').trim()] : []))
      .filter((text) => text !== '')
      .join(' ')
      .slice(0, LONGEST_LINE);
  const texts = {
    ...{ sku: said('sku'), mpn: said('mpn'), maker: said('maker'), text: said('description') },
    ...{ customerRef: said('customerRef'), designators: said('designators') },
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...quantityOf(said('quantity'), decimal),
  };
}

/** Reads a cell of quantities. */
function quantityOf(
  text: string,
  decimal: '.' | ',' | undefined,
): Pick<PastedLine, 'quantity' | 'readings' | 'quantityText'> {
  const cell = readPieceCell(text, decimal);
  if ('pieces' in cell) return cell.pieces > 0 ? { quantity: cell.pieces } : {};
  if (!('question' in cell)) return {};
  const readings = cell.packages === undefined ? cell.question : [];
  return { quantityText: text, ...(readings.length > 0 && { readings }) };
}

const isYes = (cell: string) => /^(?:x|1|y|yes|ja|true|dnp|dnf|dni)$/i.test(cell.trim());

/** The sign before decimals, where the numbers of a table leave no doubt: of prices, too. */
function decimalOf(rows: readonly Row[]): '.' | ',' | undefined {
  const signs = new Set<string>();
  for (const { cells } of rows)
    for (const cell of cells) {
      const number = cell.replace(/[$€£¥\s]/g, '');
      const isBoth = number.includes('.') && number.includes(',');
      const sign = (isBoth ? /([.,])\d{1,9}$/ : /([.,])\d{1,2}$/).exec(number)?.[1];
      if (sign && readCount(number).length === 1) signs.add(sign);
    }
  return signs.size === 1 ? ([...signs][0] as '.' | ',') : undefined;
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

function bounded(lines: PastedLine[]): { lines: PastedLine[]; more: number } {
  return { lines: lines.slice(0, MOST_LIST_LINES), more: Math.max(0, lines.length - MOST_LIST_LINES) };
}
