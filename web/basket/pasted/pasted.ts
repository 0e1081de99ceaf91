/**
 * Reads what buyers paste into the order pad or drop on it: cells, mails, CSV and workbooks. It runs in a worker, and asks the
 * catalogue which cells name parts: so that decides which column has the part numbers, not a header.
 */
import { saysNotBought } from '#contract/matching/not-bought.ts';
import type { FoundCell } from '#contract/matching/schema.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { kindOfFile } from '#contract/tables/decode.ts';
import { type Decoded, decodeAs, decodings } from '#contract/tables/encodings.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { shownWithUnit } from '#contract/tables/number-format.ts';
import { otherOrder } from '#contract/tables/other-orders.ts';
import type { Sheet } from '#contract/tables/sheets.ts';
import { isFilled, type Row, readTextLines } from './cells.ts';
import { fieldOf } from './columns.ts';
import { withDittoLines } from './dittos.ts';
import { headerWords, kindsOf } from './header-words.ts';
import { MOST_COLUMNS, MOST_ROWS, PASTED_MAX_BYTES, UNPACKED_MAX_BYTES } from './limits.ts';
import { withNumbersApart } from './numbering.ts';
import { type Found, foundIn } from './part-column.ts';
import type { LeftRow, LookUp, Pasted, PastedLine, PastedOptions } from './paste.ts';
import { isProse, isToldProse, withoutQuotes } from './prose.ts';
import { linesSharing } from './shared-quantity.ts';
import { findSignatures } from './signature.ts';
import { cellsOfRows, cellsToLookUp, linesOfCartToLookUp, sentencesToLookUp, tableOf } from './sources.ts';
import { toTable, withoutProse } from './table.ts';
import { bounded, isStruckText, isSum, linesOfTable } from './table-lines.ts';

const LIMITS = { rows: MOST_ROWS, columns: MOST_COLUMNS, unpackedBytes: UNPACKED_MAX_BYTES };

/** Sheets that are looked through for a table. */
const MOST_SHEETS = 10;

const nothing: LookUp = async () => undefined;

/** Returns the lines of a pasted text or of a file. Throws a TableFault for a file that is neither text nor a workbook. */
export async function readPasted(
  pasted: string | Uint8Array,
  lookUp: LookUp = nothing,
  { sheet, encoding, withUnits, isTable }: PastedOptions = {},
): Promise<Pasted> {
  if (pasted.length > PASTED_MAX_BYTES) throw new TableFault('too_large');
  if (typeof pasted === 'string') return readText(pasted, lookUp, isTable);
  if (pasted.length === 0) throw new TableFault('empty');
  switch (kindOfFile(pasted)) {
    case 'old workbook':
      throw new TableFault('old_excel');
    case 'workbook': {
      // Loaded for workbooks alone.
      const { openSheets } = await import('#contract/tables/sheets.ts');
      const show = withUnits ? shownWithUnit : undefined;
      return readWorkbook(openSheets(pasted, LIMITS, show), lookUp, { sheet, isTable });
    }
    default: {
      const known = decodings(pasted);
      const others = known.map((one) => one.encoding);
      const used = encoding !== undefined && others.includes(encoding) ? encoding : bestOf(known);
      const read = await readText(decodeAs(pasted, used), lookUp, isTable);
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

async function readText(text: string, lookUp: LookUp, isTable?: boolean): Promise<Pasted> {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const other = otherOrder(body);
  if (other) throw new TableFault(other);
  const found = new Map<string, FoundCell>();
  const isAsked = await lookedUp(cellsToLookUp(body), lookUp, found);
  if (isAsked && !hasAny(found)) await lookedUp(cellsToLookUp(body, true), lookUp, found);
  if (isAsked)
    for (const cells of [sentencesToLookUp(body), linesOfCartToLookUp(body)])
      await lookedUp(cells, lookUp, found);
  const rows = tableOf(body, found, isTable)?.filter(isFilled);
  if (!rows) return linesOfText(readTextLines(body).filter(isFilled), found);
  // A column may begin below the rows by which the table was found.
  if (isAsked) await lookedUp(cellsOfRows(rows), lookUp, found);
  return linesOfRows(withoutProse(rows, found), found, isTable);
}

/** Reads the sheet that somebody has chosen, or the first visible one in which a part is found, or else that has a table. */
async function readWorkbook(
  sheets: readonly Sheet[],
  lookUp: LookUp,
  { sheet: chosen, isTable }: PastedOptions,
): Promise<Pasted> {
  const visible = sheets.flatMap((sheet, place) => (sheet.isHidden ? [] : [place]));
  const names = sheets.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name));
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
  return { ...linesOfRows(rows, found, isTable), sheets: { names, place } };
}

/** Returns the lines of a table. A single row without headers is a line of text: no other one says what its columns are. */
function linesOfRows(rows: Row[], found: Found, isTable = false): Pasted {
  const table = toTable(rows, found);
  const read = linesOfTable(table);
  const [line] = read.lines;
  const isOnly =
    table.headers === undefined && read.lines.length === 1 && !rows.some((row) => row.isHidden || row.struck);
  if (isTable || !isOnly) return read;
  const { row, raw, cells } = table.rows.find((one) => one.row === line!.row)!;
  const text = cells.filter((cell) => cell.trim() !== '').join('\t');
  return { lines: [{ row, raw, ...(text !== raw && { text }) }], left: read.left, more: 0 };
}

/** Whether a line of a text is a sum, tax or freight in money: 'Total: 69,845.00 EUR'. */
const isSumOfMoney = (line: string) =>
  isSum(withoutQuotes(line)) && /[$€£¥]|(?<!\p{L})(?:usd|eur|gbp|chf|euro)(?!\p{L})/iu.test(line);

/** Returns the lines of a mail or a note, without what stands around them. */
function linesOfText(rows: Row[], found: Found): Pasted {
  const lines: PastedLine[] = [];
  const left: LeftRow[] = [];
  const all = rows.map(({ row, raw }) => ({
    row,
    raw,
    read: sketchLine(raw),
    isKnown: foundIn(found, raw) !== undefined,
  }));
  const signed = findSignatures(all);
  for (const [place, { row, raw, read, isKnown }] of all.entries()) {
    const isSigned = signed.has(place);
    if (!isKnown && (isSigned || isProse(raw, read) || isToldProse(raw, found)))
      left.push({ row, raw, why: isSigned ? 'signature' : 'text' });
    else if (!isKnown && isSumOfMoney(raw)) left.push({ row, raw, why: 'total' });
    else if (saysNotBought(raw) || isStruckText(raw)) left.push({ row, raw, why: 'unplaced' });
    else for (const one of linesSharing(raw)) lines.push({ row, raw: one });
  }
  const raws = withNumbersApart(lines.map((line) => line.raw));
  return { ...bounded(withDittoLines(lines.map((line, n) => ({ ...line, raw: raws[n]! })))), left };
}
