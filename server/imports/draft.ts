/** A row of a file as changes of a product, as far as can be said without the catalogue. Runs in the worker. */

import {
  type CellKind,
  type CellValues,
  columnOf,
  type FieldName,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  type ImportField,
  isFieldName,
} from '#contract/imports/fields.ts';
import type { RowError } from '#contract/imports/schema.ts';
import { readMessage, say } from '#contract/kernel/field-message.ts';
import { fromMicros, SHOP_CURRENCY, toMicros } from '#contract/kernel/money.ts';
import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { MOST_PICTURES, type NewProduct, ProductFieldsSchema } from '#contract/products/schema.ts';
import {
  type Cell,
  isEmpty,
  isNone,
  type NumberReading,
  plainCell,
  type Read,
  readNumber,
  saysNothing,
  splitAddresses,
} from './cells.ts';
import { Exported } from './exported.ts';
import type { Column } from './headers.ts';
import { KINDS } from './kinds.ts';
import { currencyOf, pricePerPiece, splitCurrency } from './money.ts';
import { pricePieces } from './price-unit.ts';

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
  /** Columns whose cells say what they said when the row was exported. */
  unedited?: string[];
  /** What the row was made from. */
  exported?: string;
  /** What holds the row back. */
  errors: RowError[];
  /** Cells that are left out. */
  told: RowError[];
  cells: Cell[];
}

/** Faults of cells, and fields, that hold their row back: its part, price or stock would be another one than is meant. */
const HOLDING = /^import_(currency|currency_missing|decimal|price_per|price_unit|price_open|stock)\b/;
const HOLDING_FIELDS: readonly (ImportField | undefined)[] = [undefined, 'sku', 'expected'];

const FieldsSchema = ProductFieldsSchema.partial();

/**
 * Returns what a row says, its cells read each as its column is; wrong ones are told with their column.
 * @param exported the place of the column that says what the row was made from
 */
export function toDraft(
  cells: Cell[],
  columns: readonly Column[],
  readings: readonly NumberReading[],
  row: number,
  exported = -1,
): Draft {
  const base = cells[exported];
  const draft: Draft = {
    row,
    said: {},
    fields: {},
    errors: [],
    told: [],
    cells,
    ...(typeof base === 'string' && base !== '' && { exported: base, unedited: [] }),
  };
  const before = draft.exported === undefined ? undefined : new Exported(draft.exported);
  const columnOf = (field: ImportField) => columns.find((one) => one.field === field)?.column;
  const fail = (message: string, field: ImportField | undefined) => {
    const column = field && columnOf(field);
    const isHeld = HOLDING_FIELDS.includes(field) || HOLDING.test(message);
    (isHeld ? draft.errors : draft.told).push({
      ...(column !== undefined && { column }),
      field: field ?? '',
      ...readMessage(message),
    });
  };
  for (const [place, { field }] of columns.entries()) {
    const reading = readings[place] ?? {};
    const cell = mappedCell(cells[place], reading);
    if (field === undefined || isEmpty(cells[place])) continue;
    // A price of nobody knows how many pieces.
    const lacksPieces = () => fail(say('import_price_unit', { value: plainCell(cells[place]) }), field);
    if (isEmpty(cell)) {
      if (field === 'price_per') lacksPieces();
      continue;
    }
    const read = readCell(draft, field, cell, reading);
    if (read && 'error' in read) {
      if (field === 'price_per' && !read.error.startsWith('import_decimal ')) lacksPieces();
      // The column is asked about.
      else if (!(reading.lacksUnit && read.error.startsWith('import_unit_missing'))) fail(read.error, field);
    } else if (before && wasSaid(before, field, cell, read?.value, reading)) draft.unedited!.push(field);
  }
  splitPictures(draft, columns);
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => !isEmpty(cell)))
    fail(say('import_cells'), undefined);
  const { counted, added, currency } = draft.said;
  const money = moneyOf(draft);
  if (typeof currency === 'string' && money && currencyOf(currency) !== SHOP_CURRENCY)
    fail(say('import_currency', { value: `The price`, currency: currency.slice(0, 20) }), 'currency');
  const lacksCurrency = readings.some((reading) => reading?.lacksCurrency);
  if (lacksCurrency && money && currency === undefined && !saysCurrency(cells, columns))
    fail(say('import_currency_missing'), columnOf('currency') === undefined ? money : 'currency');
  const per = columns.findIndex(({ field }) => field === 'price_per');
  if (per >= 0 && readings[per]?.lacksPieces && money && isEmpty(cells[per]))
    fail(say('import_price_per'), money);
  if (money && columns.some((one) => one.isOpen)) fail(say('import_price_open'), money);
  divide(draft, fail);
  if (counted !== undefined && added !== undefined) fail(say('import_stock'), 'added');
  for (const [field, least] of Object.entries(STOCK) as [keyof typeof STOCK, number][]) {
    const pieces = draft.said[field];
    const broken = typeof pieces === 'number' && piecesFault(pieces, least);
    if (!broken) continue;
    fail(broken, field);
    delete draft.said[field];
  }
  check(draft, fail);
  if (before && draft.sku !== undefined && before.isOfOther(draft.sku)) fail(say('import_other_sku'), 'sku');
  // What else was said is in its fields, or has been refused.
  for (const [field, { input }] of IMPORT_COLUMNS) if (input) delete draft.said[field];
  return draft;
}

/** The first field of money in which a row says a price: `currency` and `price_per` are about each of them. */
function moneyOf({ said }: Draft): 'price' | 'price_breaks' | undefined {
  if (typeof said.price === 'number') return 'price';
  return said.price_breaks && said.price_breaks.length > 0 ? 'price_breaks' : undefined;
}

/** Whether the cell of the price names the currency itself. */
function saysCurrency(cells: readonly Cell[], columns: readonly Column[]): boolean {
  const cell = cells[columns.findIndex(({ field }) => field === 'price')];
  return typeof cell === 'string' && splitCurrency(cell).currency !== undefined;
}

/** Makes a price of several pieces one of a piece. A row with price breaks is refused: nobody says what these are of. */
function divide(draft: Draft, fail: (message: string, field: ImportField) => void): void {
  const { said } = draft;
  const money = moneyOf(draft);
  if (said.price_per === undefined || said.price_per === 1 || !money) return;
  const ofPiece = said.price_breaks?.length
    ? undefined
    : pricePerPiece(Number(said.price), Number(said.price_per));
  if (ofPiece === undefined) {
    fail(say('import_price_per'), money);
    delete said.price;
  } else said.price = ofPiece;
}

/** Returns what a cell stands for, where that was said of its text. */
export function mappedCell(cell: Cell | undefined, { values }: NumberReading): Cell | undefined {
  if (!values || cell === null || cell === undefined || typeof cell === 'object') return cell;
  const text = String(cell).trim();
  return Object.hasOwn(values, text) ? values[text] : cell;
}

/** Whether a cell says what it said when it was exported. What the kind of an attribute is depends on the category. */
function wasSaid(
  before: Exported,
  field: ImportField,
  cell: Exclude<Cell, null>,
  value: unknown,
  reading: NumberReading,
): boolean {
  if (typeof cell === 'object') return false;
  if (isFieldName(field))
    return (value !== undefined && before.had(field, value)) || before.had(field, String(cell));
  const number = readNumber(cell, reading);
  return (
    before.had(field, typeof cell === 'boolean' ? cell : String(cell)) ||
    ('value' in number && before.had(field, number.value)) ||
    (typeof cell === 'string' && before.had(field, cell.toLowerCase()))
  );
}

/** Several addresses in the column of the picture are the picture and more of them. */
function splitPictures({ said }: Draft, columns: readonly Column[]): void {
  const addresses = said.image ? splitAddresses(said.image, MOST_PICTURES + 1) : [];
  if (addresses.length < 2) return;
  const [first, ...more] = addresses;
  said.image = first!;
  if (!columns.some(({ field }) => field === 'more_images')) said.more_images = more.slice(0, MOST_PICTURES);
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
  if (isRemovable && saysNothing(cell)) return undefined;
  const pieces = field === 'price_per' ? pricePieces(cell) : undefined;
  if (pieces !== undefined) {
    draft.said.price_per = pieces;
    return { value: pieces };
  }
  const { read: readKind, none } = KINDS[kind];
  if (isNone(cell) && !isRemovable) return { error: say('import_not_none') };
  const read: Read<unknown> = isNone(cell) ? { value: none } : readKind(cell, reading);
  // Shops write 0 where they know no weight.
  if (kind === 'weight' && 'value' in read && read.value === 0) return undefined;
  if ('value' in read) Object.assign(draft.said, { [field]: read.value });
  return read;
}

/** Checks what has been read with the schemas of forms. */
function check(draft: Draft, fail: (message: string, field: ImportField | undefined) => void): void {
  const said: Record<string, unknown> = draft.said;
  const input = Object.fromEntries(
    IMPORT_COLUMNS.flatMap(([column, { input }]) => (input && column in said ? [[input, said[column]]] : [])),
  );
  const checked = FieldsSchema.safeParse(input);
  const { issues } = checked.error ?? { issues: [] };
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
  const { sku, ...fields } = checked.data ?? FieldsSchema.parse(input);
  // As the row keeps them: a spreadsheet's 1.1400000000000001 is 1.14.
  if (fields.price !== undefined) fields.price = asStored(fields.price);
  if (fields.priceBreaks)
    fields.priceBreaks = fields.priceBreaks.map(({ from, price }) => ({ from, price: asStored(price) }));
  if (sku !== undefined && SCIENTIFIC.test(sku)) fail(say('import_scientific', { value: sku }), 'sku');
  else if (sku !== undefined) draft.sku = sku;
  else if (!draft.errors.some(({ field }) => field === 'sku')) fail(say('import_no_sku'), 'sku');
  draft.fields = fields;
}

/** A long number as spreadsheets show it, whose last digits are lost. */
const SCIENTIFIC = /^\d[.,]\d{1,15}E\+\d{1,3}$/i;

const asStored = (price: number) => fromMicros(toMicros(price));

/** The least pieces of what is said of stock. Of those that came, some may be taken back. */
const STOCK = { counted: 0, expected: 0, added: -MOST_PIECES };

/** The least pieces of fields whose schema has but one message for all that is wrong. */
const LEAST: Record<string, number> = { minOrder: 1 };

/** Why a number is no number of pieces. */
function piecesFault(value: number, least: number): string | undefined {
  if (!Number.isInteger(value)) return say('import_whole', { value: String(value) });
  if (value < least) return say('import_below', { value, least });
  return value > MOST_PIECES ? say('import_above', { value, most: MOST_PIECES }) : undefined;
}
