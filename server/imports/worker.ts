// The thread that reads files (see reader.ts). It gets bytes and returns rows, or a problem.
import { parentPort, workerData } from 'node:worker_threads';
import type { Attribute } from '#contract/categories.ts';
import { readMessage, say } from '#contract/field-message.ts';
import { IMPORT_FIELDS, type ImportField, isFieldName } from '#contract/import-fields.ts';
import {
  IMPORT_MAX_ROW_CHARACTERS,
  IMPORT_MAX_UNPACKED_BYTES,
  type Import,
  type ImportMapping,
  type ImportOptions,
  ImportOptionsSchema,
} from '#contract/imports.ts';
import { FACET_PREFIX } from '#contract/narrowing.ts';
import { decodeText, kindOfFile } from '#contract/tables/decode.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { invalidInput, Problem, type ProblemParts } from '../handling/problem.ts';
import {
  type Cell,
  hasDecimalPoint,
  isEmpty,
  type NumberReading,
  readBreaks,
  readNumber,
  toStorable,
} from './cells.ts';
import { type Draft, toDraft } from './draft.ts';
import { fieldErrors } from './field-errors.ts';
import { type Column, Headers, isOurs } from './headers.ts';
import { broken, requireSize, type Table, toProblem, toTable } from './table.ts';
import { DELIMITERS, readTextTable } from './text-table.ts';

/** What the thread is started with. */
export interface FileToRead extends ImportOptions {
  bytes: Uint8Array;
  isJson: boolean;
  attributes: Attribute[];
  /** Mappings of earlier imports, the newest first. */
  earlier: { columns: Column[]; decimal?: '.' | ',' }[];
}

export interface Opened extends Pick<Import, 'unknown' | 'size' | 'decimal' | 'asksDecimal'> {
  columns: Column[];
  reading: NumberReading;
  /** What separates the cells of a text file. */
  delimiter?: string;
}

/** Its answers: first what the file is, then rows whenever they are asked for, none at the end; or a problem. */
export type Report = { opened: Opened } | { drafts: Draft[] } | { problem: ProblemParts };

/** Rows, and characters of their cells, that are sent at once: what comes is read while no request is answered. */
const ROWS = 200;
const CHARACTERS = 512 * 1024;

async function run(file: FileToRead): Promise<void> {
  const { opened, rows } = await open(file);
  const pages = toPages(rows, opened);
  parentPort!.on('message', () => report({ drafts: pages.next().value ?? [] }));
  report({ opened });
}

async function open(file: FileToRead) {
  const headers = new Headers(file.attributes);
  const { table, options } = await readTable(file, headers);
  const [first = [], ...body] = table.rows.map((row) => row.map(toStorable));
  const names = first.map((cell) =>
    isEmpty(cell)
      ? ''
      : String(typeof cell === 'object' ? cell.shown : cell)
          .trim()
          .slice(0, 500),
  );
  while (names.at(-1) === '') names.pop();
  if (names.length === 0) throw broken('empty');
  requireSize(body.length, names.length);
  const { mapping, decimal } = rememberedOptions(options, file.earlier, names);
  const { columns, unknown } = headers.match(names, mapping);
  const rows = body.flatMap((cells, n) =>
    cells.every(isEmpty) ? [] : [{ row: n + 2 + table.skipped, cells }],
  );
  if (rows.length === 0) throw broken('no_rows');
  const lengths = rows.map(lengthOf);
  if (lengths.reduce((sum, length) => sum + length, 0) > IMPORT_MAX_UNPACKED_BYTES) throw broken('too_much');
  const long = lengths.findIndex((length) => length > IMPORT_MAX_ROW_CHARACTERS);
  if (long >= 0) throw broken('too_much', rows[long]!.row);
  const numeric = columns.flatMap(({ column, field }, place) =>
    field && isNumeric(field, file.attributes) ? [{ column, field, place }] : [],
  );
  const reading: NumberReading = { decimal, doubtPoint: table.delimiter === ';' && !someSure(rows, numeric) };
  const asksDecimal = decimal ? undefined : findDoubt(rows, numeric, reading);
  const opened: Opened = {
    ...{ columns, unknown, size: rows.length, reading },
    ...(decimal && { decimal }),
    ...(table.delimiter && DELIMITERS.includes(table.delimiter) && { delimiter: table.delimiter }),
    ...(asksDecimal && { asksDecimal }),
  };
  return { opened, rows };
}

interface Row {
  row: number;
  cells: Cell[];
}
interface Numeric {
  column: string;
  field: ImportField;
  place: number;
}

/** Options of JSON rows stand beside them. */
async function readTable(
  file: FileToRead,
  headers: Headers,
): Promise<{ table: Table; options: ImportOptions }> {
  if (file.bytes.length === 0) throw broken('empty');
  if (!file.isJson) return { table: await readFile(file.bytes, headers), options: file };
  const { rows, options } = parseRows(file.bytes);
  return { table: toTable(rows), options };
}

async function readFile(bytes: Uint8Array, headers: Headers): Promise<Table> {
  const kind = kindOfFile(bytes);
  if (kind === 'workbook') {
    // Loaded for workbooks alone.
    const { readWorkbook } = await import('./workbook.ts');
    return readWorkbook(bytes);
  }
  if (kind === 'old workbook') throw broken('old_excel');
  return readTextTable(decodeText(bytes), (header) => headers.find(header) !== undefined);
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

/** What was sent; else, where that is wanted, what was sent with the last import of the same headers. */
function rememberedOptions(
  { mapping, decimal, remembered }: ImportOptions,
  earlier: FileToRead['earlier'],
  names: string[],
): { mapping?: ImportMapping; decimal?: '.' | ',' } {
  if (mapping || !remembered) return { ...(mapping && { mapping }), ...(decimal && { decimal }) };
  const key = kindOf(names);
  const last = earlier.find(({ columns }) => kindOf(columns.map(({ column }) => column)) === key);
  const sign = decimal ?? last?.decimal;
  return {
    ...(last && {
      mapping: Object.fromEntries(last.columns.map(({ column, field }) => [column, field ?? null])),
    }),
    ...(sign && { decimal: sign }),
  };
}

/** Files of the same headers are of one kind, also when they are rows that were bad. */
const kindOf = (names: readonly string[]) => JSON.stringify(names.filter((name) => !isOurs(name)));

function isNumeric(field: ImportField, attributes: Attribute[]): boolean {
  if (isFieldName(field)) return ['number', 'breaks'].includes(IMPORT_FIELDS[field].kind);
  return attributes.some(({ key, kind }) => kind === 'number' && field === FACET_PREFIX + key);
}

/** Whether some number has a point before its decimals, so that points separate no thousands. */
function someSure(rows: Row[], numeric: Numeric[]): boolean {
  return rows.some(({ cells }) => numeric.some(({ place }) => hasDecimalPoint(cells[place] ?? null)));
}

function findDoubt(rows: Row[], numeric: Numeric[], reading: NumberReading): Import['asksDecimal'] {
  for (const { row, cells } of rows)
    for (const { column, field, place } of numeric) {
      const cell = cells[place];
      if (typeof cell !== 'string' || isEmpty(cell)) continue;
      const read = field === 'price_breaks' ? readBreaks(cell, reading) : readNumber(cell, reading);
      if ('error' in read && read.error.startsWith('import_decimal '))
        return { row, column, value: cell.slice(0, 40) };
    }
  return undefined;
}

/** Parts the rows; one with the SKU of another is an error. */
function* toPages(rows: Row[], { columns, reading }: Opened): Generator<Draft[], undefined> {
  const skus = new Map<string, number>();
  const { column: name = '' } = columns.find(({ field }) => field === 'sku') ?? {};
  const column = { column: name };
  const place = columns.findIndex(({ field }) => field === 'sku');
  let all: Set<string> | undefined;
  const skusOfFile = () =>
    (all ??= new Set(
      rows.map(({ cells }) =>
        String(cells[place] ?? '')
          .trim()
          .toUpperCase(),
      ),
    ));
  const read = ({ row, cells }: Row): Draft => {
    const draft = toDraft(cells, columns, reading, row);
    const named = draft.fields.substitutes?.flatMap(({ sku = '' }) => sku.toUpperCase()) ?? [];
    if (named.length > 0) draft.inFile = named.filter((sku) => skusOfFile().has(sku));
    const key = draft.sku?.toUpperCase();
    const other = key === undefined ? undefined : skus.get(key);
    if (other !== undefined)
      draft.errors.push({
        ...column,
        field: 'sku',
        ...readMessage(say('import_same_sku', { row: other })),
      });
    else if (key !== undefined) skus.set(key, row);
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
