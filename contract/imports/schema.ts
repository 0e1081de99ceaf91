/** Imports: changes of many products by a file, looked at before they are applied, and undone afterwards. */
import { z } from 'zod';
import { CategoryFieldsSchema } from '../categories/schema.ts';
import { say } from '../kernel/field-message.ts';
import { IdSchema, pageFields, TimeSchema } from '../kernel/fields.ts';
import { FieldErrorSchema } from '../kernel/problem.ts';
import { FACET_PREFIX, isKey } from '../products/narrowing.ts';
import { type ImportField, isFieldName } from './fields.ts';

/** The most bytes of a file, such as an export of 130,000 parts with all facts, also of JSON rows, and of what a workbook unpacks to. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024;
export const IMPORT_MAX_UNPACKED_BYTES = 250 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 200_000;
export const IMPORT_MAX_COLUMNS = 300;
/** The most characters of a row, which a backup keeps in one line. */
export const IMPORT_MAX_ROW_CHARACTERS = 1_000_000;

export const IMPORT_STATES = [
  'reading',
  'ready',
  'failed',
  'applying',
  'applied',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a row of a file does to the catalogue. */
export const ROW_ACTIONS = ['new', 'changed', 'same', 'error'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** What a cell says to take a fact away; an empty cell leaves the fact as it is. */
export const NONE = '(none)';

/** Columns of the file of bad rows, which are not looked at when it comes back. */
export const ROW_COLUMN = 'import_row';
export const ERROR_COLUMN = 'import_error';
/** The column of an export that says what it was made from: cells that nobody has edited since are not written. */
export const EXPORTED_COLUMN = 'exported';

/** Returns whether a text names a field that a column can stand for. */
export function isImportField(text: string): text is ImportField {
  return isFieldName(text) || (text.startsWith(FACET_PREFIX) && isKey(text.slice(FACET_PREFIX.length)));
}

/** What columns stand for, by their headers; null for those that are not looked at. Others are recognised by their headers. */
const MappingSchema = z
  .record(z.string().max(500), z.string().refine(isImportField, say('import_field')).nullable())
  .refine((columns) => Object.keys(columns).length <= IMPORT_MAX_COLUMNS, say('import_mapping'))
  .refine((columns) => {
    const fields = Object.values(columns).filter((field) => field !== null);
    return new Set(fields).size === fields.length;
  }, say('import_mapped_twice'));
export type ImportMapping = z.infer<typeof MappingSchema>;

const DecimalSchema = z.enum(['.', ','], say('import_decimal_sign'));

/** What the number of a cell is of, by headers: a unit of weight or of the attribute. */
const UnitsSchema = z
  .record(z.string().max(500), z.string().min(1).max(20))
  .refine((columns) => Object.keys(columns).length <= IMPORT_MAX_COLUMNS, say('import_units'));

/** What cells say, by headers and their texts: a category's slug, a maker, yes or no; null where the cell is to be left out. */
const ValuesSchema = z
  .record(z.string().max(500), z.record(z.string().max(500), z.string().max(500).nullable()))
  .refine(
    (columns) => Object.values(columns).reduce((sum, one) => sum + Object.keys(one).length, 0) <= 2000,
    say('import_values'),
  );

/** A name, or a path of names from above: 'Power > Chargers'. */
const NewCategorySchema = z
  .string()
  .max(500)
  .refine((path) => {
    const names = path.split('>');
    return (
      names.length <= 10 && names.every((name) => CategoryFieldsSchema.shape.name.safeParse(name).success)
    );
  }, say('import_categories'));

/** Whether a category can be made of what a cell says. */
export const isNewCategory = (path: string): boolean => NewCategorySchema.safeParse(path).success;

/** The last row that can be said to have the headers. */
export const IMPORT_MAX_HEADER_ROW = 1000;

/** Besides the file, or the rows. */
const optionFields = {
  mapping: MappingSchema.optional(),
  /** The row of a file with the headers; 0 for a file without, whose columns are called A, B and so on. Without it they are looked for. */
  headerRow: z
    .int(say('import_header_row', { most: IMPORT_MAX_HEADER_ROW }))
    .min(0, say('import_header_row', { most: IMPORT_MAX_HEADER_ROW }))
    .max(IMPORT_MAX_HEADER_ROW, say('import_header_row', { most: IMPORT_MAX_HEADER_ROW }))
    .optional(),
  units: UnitsSchema.optional(),
  values: ValuesSchema.optional(),
  /** Categories of the file that the shop is to make when the import is applied, as its cells call them. Those that are there stay. */
  categories: z.array(NewCategorySchema).max(200, say('import_categories')).optional(),
  /** `change`: adds no parts. An unknown SKU is an error. */
  mode: z.enum(['add_and_change', 'change'], say('import_mode')).optional(),
  /** `out_of_stock`: the file has all parts that there are. Of others nothing is on sale afterwards. */
  absent: z.literal('out_of_stock', say('import_absent')).optional(),
  /** Which value counts where a cell of an export was changed in the file and in the shop. Without it such cells are left out. */
  both: z.enum(['file', 'shop'], say('import_both')).optional(),
  /** The sign before the decimals of numbers in text. Without it rows whose numbers can be read in two ways are errors; of attributes the cell is left out. */
  decimal: DecimalSchema.optional(),
  /**
   * Takes what is not sent of mapping, sign, units and values from the last import with the same headers. Its sign only where the file
   * has the same delimiter and no number that contradicts, a unit only where no cell has another one; `asks` tells where they are needed.
   */
  remembered: z.boolean(say('import_remembered')).optional(),
};
export const ImportOptionsSchema = z.object(optionFields);
export type ImportOptions = z.infer<typeof ImportOptionsSchema>;

/** The fields of a multipart upload besides `file`: the same as text. */
export const ImportFormSchema = z.object({
  /** JSON: an object of columns and their fields. */
  mapping: z.string().optional(),
  decimal: DecimalSchema.optional(),
  remembered: z.enum(['true', 'false'], say('import_remembered')).optional(),
  headerRow: z.string().optional(),
  /** JSON, as in the body of rows. */
  units: z.string().optional(),
  values: z.string().optional(),
  categories: z.string().optional(),
  mode: optionFields.mode,
  absent: optionFields.absent,
  both: optionFields.both,
});

/** The body of an import without a file: rows by their columns. */
export const ImportRowsSchema = z.object({
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  ...optionFields,
});

/**
 * What is asked about columns, or told of them, once. `decimal`: which sign begins the decimals. `unit`: what numbers are of. `field`:
 * which of several columns is meant, or what a column of stock is. `value`: what texts stand for. `attribute`: no part of the rows has it in
 * its category. `both`: cells that were changed in the file and in the shop. `currency`: prices of another one, which is the
 * first example; a second one is the note that says so. `price`: a note says that they are of several pieces, or with tax. `hidden`: rows and
 * columns (by their letters) of a sheet that nobody sees, which are left out. `sheet`: the one of several that is read, and the others. `absent`: rows,
 * those that are hidden or in other sheets too, whose SKU is not known, so that no part is out of stock for being absent. Until the option that answers is sent (`decimal`,
 * `units`, `mapping`, `values`, `categories`, `both`) the cells are left out, and with `decimal` their rows are errors.
 */
const COLUMN_ASKS = [
  'decimal',
  'unit',
  'field',
  'value',
  'attribute',
  'both',
  'currency',
  'hidden',
  'sheet',
  'absent',
  'price',
] as const;

export const ColumnAskSchema = z.object({
  kind: z.enum(COLUMN_ASKS),
  columns: z.array(z.string()),
  field: z.string().optional(),
  /** The first row that it is about, and how many there are. */
  row: z.int().optional(),
  rows: z.int().optional(),
  /** Cells that it is about. */
  examples: z.array(z.string()),
  /** What can be answered: signs, units, fields or values; without, any. */
  choices: z.array(z.string()).optional(),
  /** What counts until another answer is sent: it is that of an earlier file. */
  answer: z.string().optional(),
});
export type ColumnAsk = z.infer<typeof ColumnAskSchema>;

const CountsSchema = z.object({ new: z.int(), changed: z.int(), same: z.int(), error: z.int() });

export const ImportSchema = z.object({
  _id: IdSchema,
  state: z.enum(IMPORT_STATES),
  /** Rows by what they do, once they are read. */
  counts: CountsSchema,
  /** The file's name; none of rows that were sent as JSON. */
  name: z.string().optional(),
  /** Email of who sent it. */
  who: z.string(),
  createdAt: TimeSchema,
  appliedAt: TimeSchema.optional(),
  undoneAt: TimeSchema.optional(),
  /** Rows of the file, and how many of them the present step has dealt with. */
  size: z.int(),
  done: z.int(),
  /** The file's columns in their order; without a field they are not looked at. */
  columns: z.array(z.object({ column: z.string(), field: z.string().optional() })),
  /** Columns that nothing is known of. */
  unknown: z.array(z.string()),
  decimal: DecimalSchema.optional(),
  /** The first number that can be read in two ways: send the file again with `decimal`. */
  asksDecimal: z.object({ row: z.int(), column: z.string(), value: z.string() }).optional(),
  /** Questions about columns, and what is told of them. */
  asks: z.array(ColumnAskSchema).optional(),
  /** Categories that are made when it is applied, as far as its rows need them. */
  newCategories: z
    .array(z.object({ slug: z.string(), name: z.string(), parent: z.string().optional() }))
    .optional(),
  /** Rows that come in without cells that were wrong. */
  told: z.int().optional(),
  /** The row of the file with the headers; 0 for a file without. */
  headerRow: z.int().optional(),
  /** What was said besides the file. */
  options: ImportOptionsSchema.omit({ mapping: true, decimal: true, remembered: true }).optional(),
  /** Rows that were not applied since their products have changed after the preview, and rows that an undo left. */
  left: z.int(),
  kept: z.int(),
});
export type Import = z.infer<typeof ImportSchema>;

/** Why a row was not applied, or not undone. */
export const LEFT_WHYS = ['changed', 'removed', 'sku_taken', 'ordered', 'invalid'] as const;
export type LeftWhy = (typeof LEFT_WHYS)[number];

const FieldDiffSchema = z.object({
  /** A field of a product, or `f.<key>` for an attribute. */
  field: z.string(),
  /** As in the input of products; missing for new products, null for what is not known. */
  before: z.unknown().optional(),
  after: z.unknown(),
});

const RowErrorSchema = FieldErrorSchema.extend({ column: z.string().optional() });

/** What a row says of stock: pieces on the shelf, pieces that came or went, or that a file of all parts does not have it. */
const RowStockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counted'), pieces: z.int(), shelf: z.int() }),
  z.object({ kind: z.literal('added'), pieces: z.int() }),
  z.object({ kind: z.literal('absent') }),
]);
export type RowStock = z.infer<typeof RowStockSchema>;

export const ImportRowSchema = z.object({
  /** The number of the row in the file; the headers are row 1. */
  row: z.int(),
  action: z.enum(ROW_ACTIONS),
  sku: z.string().optional(),
  name: z.string().optional(),
  productId: IdSchema.optional(),
  changes: z.array(FieldDiffSchema).optional(),
  errors: z.array(RowErrorSchema).optional(),
  /** Cells that are left out while the row comes in, and why. */
  told: z.array(RowErrorSchema).optional(),
  /** What it says of stock. `shelf`: pieces that were on the shelf when it was compared. */
  stock: RowStockSchema.optional(),
  /** What has become of the row. A `partly` undone one has fields that were `left`. */
  result: z.enum(['applied', 'left', 'undone', 'partly', 'kept']).optional(),
  left: z.object({ why: z.enum(LEFT_WHYS), fields: z.array(z.string()) }).optional(),
});
export type ImportRow = z.infer<typeof ImportRowSchema>;
export type RowError = NonNullable<ImportRow['errors']>[number];

/** An import with a page of its rows, if they were asked for. */
export const ImportDetailSchema = ImportSchema.extend({ rows: z.array(ImportRowSchema).optional() });
export type ImportDetail = z.infer<typeof ImportDetailSchema>;

export const ImportListQuerySchema = z.object({
  ...pageFields,
  /** Only those that could not be read, or wait with wrong rows. */
  problems: z.literal('yes', say('only_yes')).optional(),
});
export type ImportListQuery = z.infer<typeof ImportListQuerySchema>;

export const ImportQuerySchema = z.object({
  /** Rows that do this; `told`: that come in without some cells; `left`: that were not applied; `kept`: that an undo left, as a whole or in part. */
  rows: z.enum([...ROW_ACTIONS, 'told', 'left', 'kept'], say('import_rows')).optional(),
  limit: pageFields.limit,
  /** The number of a row. */
  after: z
    .string()
    .regex(/^\d{1,7}$/, say('import_after'))
    .transform(Number)
    .pipe(z.int().min(0))
    .optional(),
});
export type ImportQuery = z.infer<typeof ImportQuerySchema>;
