// The thread that reads files (see reader.ts). It gets bytes and returns rows, or a problem.
import { parentPort, workerData } from 'node:worker_threads';
import type { Attribute } from '#contract/categories/schema.ts';
import {
  type ColumnAsk,
  EXPORTED_COLUMN,
  IMPORT_MAX_ROW_CHARACTERS,
  IMPORT_MAX_UNPACKED_BYTES,
  type Import,
  type ImportMapping,
  type ImportOptions,
  ImportOptionsSchema,
} from '#contract/imports/schema.ts';
import { readMessage, say } from '#contract/kernel/field-message.ts';
import { columnName } from '#contract/tables/addresses.ts';
import { decodeText, kindOfFile } from '#contract/tables/decode.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { plainHeader } from '#contract/tables/header-names.ts';
import { invalidInput, Problem, type ProblemParts } from '../ground/handling/problem.ts';
import { type Cell, isEmpty, type NumberReading, toStorable } from './cells.ts';
import { joinUnits, leaveAvailability, readColumns } from './columns.ts';
import { type Draft, toDraft } from './draft.ts';
import { fieldErrors } from './field-errors.ts';
import { formatOf, isUnpublished, joinRows } from './formats.ts';
import { type Column, eachOnce, Headers, isOurs } from './headers.ts';
import { leaveNotedPrices } from './notes.ts';
import { findContradicted, keyOf, type Row } from './repeated.ts';
import { broken, requireSize, type Table, TOP_ROWS, toProblem, toTable } from './table.ts';
import { DELIMITERS, readTextTable } from './text-table.ts';
import { isXml, readXml } from './xml.ts';

/** What the thread is started with. */
export interface FileToRead extends ImportOptions {
  bytes: Uint8Array;
  isJson: boolean;
  name?: string | undefined;
  attributes: Attribute[];
  /** Mappings of earlier imports, the newest first. */
  earlier: Earlier[];
}

/** An earlier import. */
interface Earlier {
  columns: Column[];
  /** Columns that nobody has answered for. */
  open: string[];
  decimal?: '.' | ',';
  delimiter?: string;
  options?: ImportOptions;
}

export interface Opened extends Pick<Import, 'unknown' | 'size' | 'decimal' | 'asksDecimal'> {
  columns: Column[];
  /** How each column is read. */
  readings: NumberReading[];
  asks: ColumnAsk[];
  options: ImportOptions;
  headerRow: number;
  /** Rows of the file that are not read, where that matters. */
  unread: number;
  /** What separates the cells of a text file. */
  delimiter?: string;
}

/** Its answers: first what the file is, then rows whenever they are asked for, none at the end; or a problem. */
export type Report = { opened: Opened } | { drafts: Draft[] } | { problem: ProblemParts };

/** Rows, and characters of their cells, that are sent at once: what comes is read while no request is answered. */
const ROWS = 200;
const CHARACTERS = 512 * 1024;

async function run(file: FileToRead): Promise<void> {
  const { opened, rows, exported } = await open(file);
  const pages = toPages(rows, opened, exported);
  parentPort!.on('message', () => report({ drafts: pages.next().value ?? [] }));
  report({ opened });
}

async function open(file: FileToRead) {
  const headers = new Headers(file.attributes);
  const { table, options: asked } = await readTable(file, headers);
  const cells = table.rows.map((row) => row.map(toStorable));
  const place = headerPlace(table, cells, asked, headers);
  const names = place < 0 ? lettersOf(cells) : toNames(cells[place] ?? []);
  while (names.at(-1) === '') names.pop();
  if (names.length === 0) throw broken('empty');
  const body = cells.slice(place + 1);
  requireSize(body.length, names.length);
  // The letters of files without headers say nothing of what is in them.
  const earlier = asked.remembered && place >= 0 ? findEarlier(file.earlier, names) : undefined;
  const options = rememberedOptions(asked, earlier);
  const matched = headers.match(names, options.mapping);
  const { columns, unknown, asks, format } = matched;
  const placeOf = (name: string) => names.findIndex((one) => plainHeader(one) === name);
  const skuPlace = columns.findIndex(({ field }) => field === 'sku');
  let rows: Row[] = body.flatMap((cells, n) =>
    cells.every(isEmpty) ? [] : [{ row: n + place + 2 + table.skipped, cells }],
  );
  if (format?.rows) rows = joinRows(rows, format.rows, placeOf, skuPlace);
  if (rows.length === 0) throw broken('no_rows');
  requireLengths(rows);
  if (format?.unpublished) leaveUnpublished(rows, columns, placeOf(format.unpublished));
  leaveAvailability(matched, rows);
  joinUnits(matched, rows);
  const above = cells.slice(0, Math.max(0, place)).flat();
  leaveNotedPrices(matched, rows, [file.name ?? '', table.sheet ?? '', ...above], asked.mapping);
  const exported = names.indexOf(EXPORTED_COLUMN);
  const isAlike = !earlier?.delimiter || !table.delimiter || earlier.delimiter === table.delimiter;
  const about = {
    ...file,
    remembered: { decimal: isAlike ? earlier?.decimal : undefined, units: earlier?.options?.units },
  };
  const { readings, asks: more, remembered } = readColumns(rows, columns, about, options, exported);
  options.decimal ??= remembered.decimal;
  if (remembered.units) options.units = { ...remembered.units, ...options.units };
  asks.unshift(...(table.told ?? []));
  asks.push(...more);
  const decimal = asks.find(({ kind, answer }) => kind === 'decimal' && answer === undefined);
  const opened: Opened = {
    columns,
    unknown,
    size: rows.length,
    readings,
    asks,
    options,
    headerRow: place + 1 + table.skipped,
    unread: options.absent ? (table.unread?.() ?? 0) : 0,
    ...(options.decimal && { decimal: options.decimal }),
    ...(table.delimiter && DELIMITERS.includes(table.delimiter) && { delimiter: table.delimiter }),
    ...(decimal && {
      asksDecimal: { row: decimal.row!, column: decimal.columns[0]!, value: decimal.examples[0]! },
    }),
  };
  return { opened, rows, exported };
}

/** A part that the other column takes off sale is not on sale, whatever the one of its state says. */
function leaveUnpublished(rows: readonly Row[], columns: readonly Column[], place: number): void {
  const state = columns.findIndex(({ field }) => field === 'published');
  if (state < 0 || place < 0) return;
  for (const { cells } of rows) if (isUnpublished(cells[place])) cells[state] = 'unpublished';
}

const toNames = (cells: readonly Cell[]) =>
  eachOnce(
    cells.map((cell) =>
      isEmpty(cell)
        ? ''
        : String(typeof cell === 'object' ? cell!.shown : cell)
            .trim()
            .slice(0, 490),
    ),
  );

/** The place of the row with the headers: the one that was said, the first, or the first of those with most known headers. -1: there is none. */
function headerPlace(
  table: Table,
  rows: readonly Cell[][],
  { headerRow }: ImportOptions,
  headers: Headers,
): number {
  if (headerRow !== undefined) return headerRow - 1 - (headerRow === 0 ? 0 : table.skipped);
  if (table.delimiter === undefined && table.sheet === undefined) return 0;
  const known = rows.slice(0, TOP_ROWS).map((row) => countKnown(row, headers));
  const most = Math.max(...known);
  const first = rows.findIndex((row) => !row.every(isEmpty));
  return most < 2 || known[first] === most ? Math.max(0, first) : known.indexOf(most);
}

function countKnown(row: readonly Cell[], headers: Headers): number {
  const names = row.flatMap((cell) => (typeof cell === 'string' && cell !== '' ? [plainHeader(cell)] : []));
  if (formatOf(names)) return row.length;
  return row.filter((cell) => typeof cell === 'string' && headers.find(cell) !== undefined).length;
}

/** The columns of a file without headers are called as in spreadsheets. */
function lettersOf(rows: readonly Cell[][]): string[] {
  const width = Math.max(0, ...rows.slice(0, 100).map(({ length }) => length));
  return Array.from({ length: width }, (_, place) => columnName(place));
}

function requireLengths(rows: readonly Row[]): void {
  const lengths = rows.map(lengthOf);
  if (lengths.reduce((sum, length) => sum + length, 0) > IMPORT_MAX_UNPACKED_BYTES) throw broken('too_much');
  const long = lengths.findIndex((length) => length > IMPORT_MAX_ROW_CHARACTERS);
  if (long >= 0) throw broken('too_much', rows[long]!.row);
}

/** Options of JSON rows stand beside them. */
async function readTable(
  file: FileToRead,
  headers: Headers,
): Promise<{ table: Table; options: ImportOptions }> {
  if (file.bytes.length === 0) throw broken('empty');
  if (!file.isJson) return { table: await readFile(file, headers), options: file };
  const { rows, options } = parseRows(file.bytes);
  return { table: toTable(rows), options };
}

async function readFile({ bytes, mapping = {} }: FileToRead, headers: Headers): Promise<Table> {
  const kind = kindOfFile(bytes);
  if (kind === 'workbook') {
    // Loaded for workbooks alone.
    const { readWorkbook } = await import('./workbook.ts');
    return readWorkbook(
      bytes,
      (header) => headers.find(header) !== undefined || Object.hasOwn(mapping, header.trim()),
    );
  }
  if (kind === 'old workbook') throw broken('old_excel');
  const text = decodeText(bytes);
  if (isXml(text)) return readXml(text);
  return readTextTable(text, (header) => headers.find(header) !== undefined);
}

function parseRows(bytes: Uint8Array): { rows: unknown[]; options: ImportOptions } {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Problem('invalid_json');
  }
  const rows = (body as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(rows)) throw broken('broken_json');
  requireSize(rows.length, 0);
  const options = ImportOptionsSchema.safeParse(body);
  if (!options.success) throw invalidInput(fieldErrors(options.error.issues));
  return { rows, options: options.data };
}

/** The last import of files with the same headers. */
function findEarlier(earlier: readonly Earlier[], names: string[]): Earlier | undefined {
  const key = kindOf(names);
  return earlier.find(
    ({ columns, options }) => options?.headerRow !== 0 && kindOf(columns.map(({ column }) => column)) === key,
  );
}

/** What was sent; else what was sent with an earlier import. Its units and its sign of decimals are compared with the cells first. */
function rememberedOptions(
  { mapping, decimal, headerRow, units, values, categories, mode, absent, both }: ImportOptions,
  last: Earlier | undefined,
): ImportOptions {
  const said = {
    mapping: mapping ?? (last && answersOf(last)),
    decimal,
    units,
    values: values ?? last?.options?.values,
    headerRow,
    categories,
    mode,
    absent,
    both,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** What is known of columns. One that was left unanswered is asked about again. */
function answersOf({ columns, open }: Earlier): ImportMapping {
  return Object.fromEntries(
    columns.flatMap(({ column, field }) =>
      field === undefined && open.includes(column) ? [] : [[column, field ?? null]],
    ),
  );
}

/** Files with the same headers have one kind, also when they have only the bad rows of another one. */
const kindOf = (names: readonly string[]) => JSON.stringify(names.filter((name) => !isOurs(name)));

/** Parts the rows; one with the SKU of another is an error, and so is that other one where the two say different things. */
function* toPages(
  rows: Row[],
  { columns, readings }: Opened,
  exported: number,
): Generator<Draft[], undefined> {
  const skus = new Map<string, number>();
  const { column: name = '' } = columns.find(({ field }) => field === 'sku') ?? {};
  const column = { column: name };
  const place = columns.findIndex(({ field }) => field === 'sku');
  const contradicted = findContradicted(rows, columns, readings);
  let all: Set<string> | undefined;
  const skusOfFile = () => (all ??= new Set(rows.map(({ cells }) => keyOf(cells[place]))));
  const read = ({ row, cells }: Row): Draft => {
    const draft = toDraft(cells, columns, readings, row, exported);
    const named = draft.fields.substitutes?.flatMap(({ sku = '' }) => sku.toUpperCase()) ?? [];
    if (named.length > 0) draft.inFile = named.filter((sku) => skusOfFile().has(sku));
    const key = draft.sku?.toUpperCase();
    const other = key === undefined ? undefined : (skus.get(key) ?? contradicted.get(key));
    if (other !== undefined)
      draft.errors.push({
        ...column,
        field: 'sku',
        ...readMessage(say('import_same_sku', { row: other })),
      });
    if (key !== undefined && !skus.has(key)) skus.set(key, row);
    return draft;
  };
  let page: Draft[] = [];
  let characters = 0;
  for (const row of rows) {
    page.push(read(row));
    characters += lengthOf(row);
    if (page.length < ROWS && characters < CHARACTERS) continue;
    yield page;
    page = [];
    characters = 0;
  }
  if (page.length > 0) yield page;
  return undefined;
}

/** Letters that a cell which cannot be kept as it is takes beside what it shows, in a backup. */
const ODD_CELL = 64;

/** Its characters, at least one for each cell. A workbook has a text once that many cells show. */
function lengthOf({ cells }: Row): number {
  let length = 0;
  for (const cell of cells) {
    if (cell !== null && typeof cell === 'object') length += ODD_CELL + cell.shown.length;
    else length += Math.max(1, typeof cell === 'string' ? cell.length : 1);
  }
  return length;
}

function report(message: Report): void {
  parentPort!.postMessage(message);
}

run(workerData as FileToRead).catch((error: unknown) => {
  const problem = error instanceof TableFault ? toProblem(error) : error;
  // Whatever else is thrown is our fault, not the file's.
  if (!(problem instanceof Problem)) throw problem;
  const { code, params, errors } = problem;
  report({ problem: [code, params, errors && { errors }] as ProblemParts });
});
