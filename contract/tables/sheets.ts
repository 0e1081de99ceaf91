/** The sheets of workbooks (XLSX) as people see them: which are hidden, which rows are hidden or struck through. Runs in workers. */
import { requireAddresses } from './addresses.ts';
import { TableFault } from './fault.ts';
import { attributeOf, plainText, type Tag, tagsOf } from './markup.ts';
import { shownNumber } from './number-format.ts';
import { unpack } from './unpack.ts';
import type { WorkbookLimits } from './workbook.ts';

/** A row of a sheet, from 1. Cells of hidden columns are left out. */
export interface SheetRow {
  row: number;
  cells: string[];
  /** Places of cells that hold a number and not a text. */
  numbers: number[];
  /** Hidden or filtered, or all of it is struck through. */
  isHidden: boolean;
  /** Places of the hidden columns in which it has a text, where any column is hidden. */
  hidden?: number[];
  /** Places of cells that are struck through. */
  struck?: number[];
  /** Places of cells that are merged with the one above. */
  merged?: number[];
  /** Places of cells that are merged with the one on their left. */
  spanned?: number[];
}

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Reads its rows; throws a TableFault for a broken or too large one. */
  read(): SheetRow[];
}

/** Ranges and cells of a sheet that are looked at for merged ones. */
const MOST_MERGED = 200_000;

const IS_READ =
  /^(mimetype|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;

/** Returns the sheets of a workbook, in their order; `show` says how numbers are shown. Throws a TableFault for a broken one, or one of another program. */
export function openSheets(bytes: Uint8Array, limits: WorkbookLimits, show = shownNumber): Sheet[] {
  const parts = unpack(bytes, IS_READ, limits.unpackedBytes);
  if (parts.mimetype) throw new TableFault('open_document');
  const textOf = (name: string) => (parts[name] ? new TextDecoder().decode(parts[name]) : '');
  const targets = new Map<string, string>();
  for (const tag of tagsOf(textOf('xl/_rels/workbook.xml.rels')))
    if (tag.name === 'Relationship')
      targets.set(attributeOf(tag, 'Id') ?? '', attributeOf(tag, 'Target') ?? '');
  const strings = sharedStrings(textOf('xl/sharedStrings.xml'));
  const styles = stylesOf(textOf('xl/styles.xml'));
  const sheets: Sheet[] = [];
  for (const tag of tagsOf(textOf('xl/workbook.xml'))) {
    if (tag.name !== 'sheet' || tag.kind === 'close') continue;
    const target = targets.get(attributeOf(tag, 'id') ?? '') ?? '';
    const part = parts[target.startsWith('/') ? target.slice(1) : `xl/${target}`];
    // A chart has a sheet of its own, without cells.
    if (!part) continue;
    sheets.push({
      name: attributeOf(tag, 'name') ?? '',
      isHidden: /hidden/i.test(attributeOf(tag, 'state') ?? ''),
      read() {
        requireAddresses(part, limits);
        return rowsOf(new TextDecoder().decode(part), { strings, styles, limits, show });
      },
    });
  }
  if (sheets.length === 0) throw new TableFault('broken_workbook');
  return sheets;
}

/** Returns the texts that cells share: of one with several runs, all of them, without how it is pronounced. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isSpoken = false;
  for (const { name, kind, before } of tagsOf(xml)) {
    if (name === 'rPh') isSpoken = kind === 'open';
    else if (name === 't' && kind === 'close' && !isSpoken) text += before;
    else if (name === 'si' && kind !== 'open') {
      strings.push(plainText(text));
      text = '';
    }
  }
  return strings;
}

/** What a style says of the numbers and letters of its cells. */
interface Style {
  format: { id: number; code?: string | undefined };
  isStruck: boolean;
}

function stylesOf(xml: string): Style[] {
  const codes = new Map<number, string>();
  const struck: boolean[] = [];
  const styles: Style[] = [];
  const within = { fonts: false, cellXfs: false };
  for (const tag of tagsOf(xml)) {
    const { name, kind } = tag;
    if (name === 'fonts' || name === 'cellXfs') within[name] = kind === 'open';
    else if (name === 'numFmt' && kind !== 'close')
      codes.set(Number(attributeOf(tag, 'numFmtId')), attributeOf(tag, 'formatCode') ?? '');
    else if (name === 'font' && within.fonts && kind !== 'close') struck.push(false);
    else if (name === 'strike' && within.fonts && kind !== 'close')
      struck[struck.length - 1] = isOn(attributeOf(tag, 'val') ?? '1');
    else if (name === 'xf' && within.cellXfs && kind !== 'close') {
      const id = Number(attributeOf(tag, 'numFmtId') ?? 0);
      const isStruck = struck[Number(attributeOf(tag, 'fontId') ?? 0)] ?? false;
      styles.push({ format: { id, code: codes.get(id) }, isStruck });
    }
  }
  return styles;
}

const isOn = (value: string | undefined) => value === '1' || value === 'true';

interface Known {
  strings: readonly string[];
  styles: readonly Style[];
  limits: WorkbookLimits;
  show: typeof shownNumber;
}

function rowsOf(xml: string, known: Known): SheetRow[] {
  const rows: SheetRow[] = [];
  const hidden = new Set<number>();
  let row: OpenRow | undefined;
  let cell: OpenCell | undefined;
  const merged: string[] = [];
  let last = 0;
  for (const tag of tagsOf(xml)) {
    const { name, kind, before } = tag;
    if (name === 'col' && kind !== 'close') hide(tag, hidden, known.limits);
    else if (name === 'row' && kind !== 'close') {
      last = Number(attributeOf(tag, 'r') ?? last + 1);
      // Formats of empty rows reach to the end of a sheet.
      if (kind === 'empty') continue;
      const isHidden = isOn(attributeOf(tag, 'hidden'));
      row = { row: last, cells: [], numbers: [], isHidden, filled: 0, struck: [] };
      if (last > known.limits.rows) throw new TableFault('too_many_rows');
    } else if (row && name === 'c' && kind === 'open') cell = openCell(tag, row, known);
    else if (cell && (name === 'v' || (name === 't' && cell.isInline)) && kind === 'close')
      cell.written += before;
    else if (row && cell && name === 'c' && kind === 'close') {
      putCell(row, cell, known, hidden);
      cell = undefined;
    } else if (row && name === 'row' && kind === 'close') {
      const { filled, struck, ...one } = row;
      // Columns that are hidden are taken out once all are known.
      const isStruck = filled > 0 && struck.length === filled;
      const some = { ...one, ...(struck.length > 0 && { struck }) };
      if (filled > 0) rows.push({ ...withoutHidden(some, hidden), isHidden: one.isHidden || isStruck });
      row = undefined;
    } else if (name === 'mergeCell' && kind !== 'close' && merged.length < MOST_MERGED)
      merged.push(attributeOf(tag, 'ref') ?? '');
  }
  merge(rows, merged, hidden);
  return rows;
}

/** Notes which cells are merged with the ones above, of several columns the first, and with those on their left, in the first row. */
function merge(rows: readonly SheetRow[], ranges: readonly string[], hidden: ReadonlySet<number>): void {
  const at = new Map(rows.map(({ row }, n) => [row, n]));
  const hiddenPlaces = [...hidden].sort((a, b) => a - b);
  let left = MOST_MERGED;
  for (const range of ranges) {
    left -= 1;
    const [, column, from, end, to] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(range) ?? [];
    const first = at.get(Number(from));
    const place = placeOf(column ?? '');
    if (left < 0 || first === undefined || hidden.has(place)) continue;
    const before = hiddenPlaces.findIndex((other) => other > place);
    const shown = place - (before < 0 ? hiddenPlaces.length : before);
    for (let right = shown + 1; right <= shown + placeOf(end!) - place && left > 0; right += 1) {
      left -= 1;
      const row = rows[first]!;
      row.spanned ??= [];
      row.spanned.push(right);
    }
    for (let n = first + 1; n < rows.length && rows[n]!.row <= Number(to) && left > 0; n += 1) {
      left -= 1;
      const row = rows[n]!;
      row.merged ??= [];
      row.merged.push(shown);
    }
  }
}

function hide(tag: Tag, hidden: Set<number>, { columns }: WorkbookLimits): void {
  if (!isOn(attributeOf(tag, 'hidden'))) return;
  const end = Math.min(columns, Number(attributeOf(tag, 'max') ?? 0));
  for (let column = Math.max(1, Number(attributeOf(tag, 'min') ?? 1)); column <= end; column += 1)
    hidden.add(column - 1);
}

type OpenRow = SheetRow & { filled: number; struck: number[] };

interface OpenCell {
  place: number;
  type: string;
  style: Style | undefined;
  isInline: boolean;
  written: string;
}

function openCell(tag: Tag, { cells }: SheetRow, { styles, limits }: Known): OpenCell {
  const address = attributeOf(tag, 'r');
  const place = address === undefined ? cells.length : placeOf(address);
  if (place >= limits.columns) throw new TableFault('too_many_columns');
  const type = attributeOf(tag, 't') ?? 'n';
  const style = styles[Number(attributeOf(tag, 's') ?? 0)];
  return { place, type, style, isInline: type === 'inlineStr', written: '' };
}

function placeOf(address: string): number {
  let place = 0;
  for (const letter of address) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    place = place * 26 + code;
  }
  return Math.max(0, place - 1);
}

function putCell(
  row: OpenRow,
  { place, type, style, written }: OpenCell,
  { strings, show }: Known,
  hidden: ReadonlySet<number>,
): void {
  const isNumber = type === 'n' && written.trim() !== '';
  const text = isNumber
    ? show(written, style?.format ?? { id: 0 })
    : type === 's'
      ? (strings[Number(written)] ?? '')
      : type === 'b'
        ? isOn(written)
          ? 'TRUE'
          : 'FALSE'
        : plainText(written);
  while (row.cells.length < place) row.cells.push('');
  row.cells[place] = text;
  if (isNumber) row.numbers.push(place);
  if (text.trim() === '' || hidden.has(place)) return;
  row.filled += 1;
  if (style?.isStruck) row.struck.push(place);
}

function withoutHidden(row: SheetRow, hidden: ReadonlySet<number>): SheetRow {
  if (hidden.size === 0) return row;
  const { cells, numbers, struck } = row;
  const kept = [...cells.keys()].filter((place) => !hidden.has(place));
  const moved = new Map(kept.map((place, n) => [place, n]));
  return {
    ...row,
    cells: kept.map((place) => cells[place]!),
    numbers: numbers.flatMap((place) => moved.get(place) ?? []),
    ...(struck && { struck: struck.flatMap((place) => moved.get(place) ?? []) }),
    hidden: [...hidden].filter((place) => (cells[place] ?? '').trim() !== '').sort((a, b) => a - b),
  };
}
