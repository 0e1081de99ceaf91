/** A row of a file as changes of a product, as far as can be said without the catalogue. Runs in the worker. */
import { readMessage, say } from '#contract/field-message.ts';
import {
  type CellKind,
  type CellValues,
  columnOf,
  type FieldName,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  type ImportField,
  isFieldName,
} from '#contract/import-fields.ts';
import type { RowError } from '#contract/imports.ts';
import { fromMicros, toMicros } from '#contract/money.ts';
import { FACET_PREFIX } from '#contract/narrowing.ts';
import { MOST_PIECES } from '#contract/pieces.ts';
import { type NewProduct, ProductFieldsSchema } from '#contract/products.ts';
import { type Cell, isEmpty, isNone, type NumberReading, type Read } from './cells.ts';
import type { Column } from './headers.ts';
import { KINDS } from './kinds.ts';

type Said = { [F in FieldName]?: CellValues[(typeof IMPORT_FIELDS)[F]['kind']] | null };

export interface Draft {
  /** The number of the row in the file. */
  row: number;
  sku?: string;
  /** What cells say that are no fields of input by themselves; null takes a fact away. */
  said: Said;
  /** What is a field of input, checked. */
  fields: Partial<NewProduct>;
  /** Cells by the keys of attributes: what they say depends on the category. */
  attributes?: Record<string, Cell>;
  /** Of the substitutes that it names, those that the file has a row of: SKUs in capitals. */
  inFile?: string[];
  errors: RowError[];
  cells: Cell[];
}

const FieldsSchema = ProductFieldsSchema.partial();

/** Returns what a row says; wrong cells are its errors, each with its column. */
export function toDraft(
  cells: Cell[],
  columns: readonly Column[],
  reading: NumberReading,
  row: number,
): Draft {
  const draft: Draft = { row, said: {}, fields: {}, errors: [], cells };
  const columnOf = (field: ImportField) => columns.find((one) => one.field === field)?.column;
  const fail = (message: string, field: ImportField | undefined) => {
    const column = field && columnOf(field);
    draft.errors.push({
      ...(column !== undefined && { column }),
      field: field ?? '',
      ...readMessage(message),
    });
  };
  for (const [place, { field }] of columns.entries()) {
    const cell = cells[place];
    if (field === undefined || isEmpty(cell)) continue;
    const read = readCell(draft, field, cell, reading);
    if (read && 'error' in read) fail(read.error, field);
  }
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => !isEmpty(cell)))
    fail(say('import_cells'), undefined);
  const { counted, added } = draft.said;
  if (counted !== undefined && added !== undefined) fail(say('import_stock'), 'added');
  const broken = typeof added === 'number' && piecesFault(added, -MOST_PIECES);
  if (broken) {
    fail(broken, 'added');
    delete draft.said.added;
  }
  check(draft, fail);
  // What else was said is in its fields, or has been refused.
  for (const [field, { input }] of IMPORT_COLUMNS) if (input) delete draft.said[field];
  return draft;
}

/** Takes one cell into the draft. Returns why it cannot. */
function readCell(
  draft: Draft,
  field: ImportField,
  cell: Exclude<Cell, null>,
  reading: NumberReading,
): Read<unknown> | undefined {
  if (!isFieldName(field)) {
    draft.attributes ??= {};
    draft.attributes[field.slice(FACET_PREFIX.length)] = cell;
    return undefined;
  }
  const { kind, isRemovable = false } = IMPORT_FIELDS[field] as { kind: CellKind; isRemovable?: true };
  const { read: readKind, none } = KINDS[kind];
  if (isNone(cell) && !isRemovable) return { error: say('import_not_none') };
  const read: Read<unknown> = isNone(cell) ? { value: none } : readKind(cell, reading);
  if ('value' in read) Object.assign(draft.said, { [field]: read.value });
  return read;
}

/** Checks what has been read with the schemas of forms. */
function check(draft: Draft, fail: (message: string, field: ImportField | undefined) => void): void {
  const said: Record<string, unknown> = draft.said;
  const input = Object.fromEntries(
    IMPORT_COLUMNS.flatMap(([column, { input }]) => (input && column in said ? [[input, said[column]]] : [])),
  );
  const { issues } = FieldsSchema.safeParse(input).error ?? { issues: [] };
  const wrong = new Set<string>();
  for (const { path, message } of issues) {
    const field = String(path[0]);
    const least = LEAST[field];
    if (least !== undefined && wrong.has(field)) continue;
    const broken = least === undefined ? undefined : piecesFault(Number(input[field]), least);
    fail(broken ?? message, columnOf(field) as ImportField);
    wrong.add(field);
  }
  // The others say which product the row is about, and what else is wrong with it.
  for (const field of wrong) delete input[field];
  const { sku, ...fields } = FieldsSchema.parse(input);
  // As the row keeps them: a spreadsheet's 1.1400000000000001 is 1.14.
  if (fields.price !== undefined) fields.price = asStored(fields.price);
  if (fields.priceBreaks)
    fields.priceBreaks = fields.priceBreaks.map(({ from, price }) => ({ from, price: asStored(price) }));
  if (sku !== undefined) draft.sku = sku;
  else if (!draft.errors.some(({ field }) => field === 'sku')) fail(say('import_no_sku'), 'sku');
  draft.fields = fields;
}

const asStored = (price: number) => fromMicros(toMicros(price));

/** The least pieces of fields whose schema has but one message for all that is wrong. */
const LEAST: Record<string, number> = { available: 0, minOrder: 1 };

/** Why a number is no number of pieces. Of those that came, some may be taken back. */
function piecesFault(value: number, least: number): string | undefined {
  if (!Number.isInteger(value)) return say('import_whole', { value: String(value) });
  if (value < least) return say('import_below', { value, least });
  return value > MOST_PIECES ? say('import_above', { value, most: MOST_PIECES }) : undefined;
}
