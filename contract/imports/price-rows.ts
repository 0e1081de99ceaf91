/** Rows of a file or of a pasted table as prices of a list, before anything is saved. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema } from '../kernel/fields.ts';
import { FieldErrorSchema } from '../kernel/problem.ts';
import { MOST_PRICES } from '../price-lists/schema.ts';

/** Bounds of a table: rows, columns, characters of a cell, and bytes of its body. */
export const MOST_ROWS = MOST_PRICES;
export const MOST_COLUMNS = 40;
export const LONGEST_CELL = 200;
export const ROWS_MAX_BYTES = 4 * 1024 * 1024;

/** The refused rows that an answer names. */
export const MOST_REFUSED = 500;

/**
 * What a column has: our SKU; our SKU or the maker's number; the unit price; from how many pieces on it counts; price breaks as
 * `500:71.90; 1000:69.45`; of how many pieces the price is; its currency.
 */
export const PRICE_ROLES = ['sku', 'part', 'price', 'from', 'breaks', 'per', 'currency'] as const;

/** A role, or the unit price from so many pieces on: `price 500`. */
const PriceColumnSchema = z.union([
  z.enum(PRICE_ROLES),
  z.templateLiteral(['price ', z.int().min(1).max(9_999_999)]),
]);
export type PriceColumn = z.infer<typeof PriceColumnSchema>;

const RowSchema = z.object({
  /** Its number, from 1. */
  row: z.int(),
  cells: z
    .array(z.union([z.string().max(LONGEST_CELL, say('too_long', { most: LONGEST_CELL })), z.number()]))
    .max(MOST_COLUMNS),
});
export type PriceRow = z.infer<typeof RowSchema>;

/** Body of POST /imports/prices. */
export const PriceRowsAskSchema = z.object({
  rows: z.array(RowSchema).meta({ maxItems: MOST_ROWS }),
  /** What the columns have, null for nothing. Without it their headers say so. */
  columns: z.array(PriceColumnSchema.nullable()).max(MOST_COLUMNS).optional(),
  /** The sign before decimals. Without it, numbers that can be read in two ways are refused. */
  decimal: z.enum(['.', ',']).optional(),
  /** Whether somebody has said that prices are in the list's currency, of one piece and without tax, whatever a note says. */
  areUnitPrices: z.boolean().optional(),
});
export type PriceRowsAsk = z.infer<typeof PriceRowsAskSchema>;

export const PriceRowsSchema = z.object({
  /** The place of the headers among the rows, where there are any. */
  headers: z.int().optional(),
  columns: z.array(PriceColumnSchema.nullable()),
  /** Columns that have to be chosen first, and a note that says something else of all prices: nothing is read until then. */
  missing: z.array(z.enum(['part', 'price'])),
  note: z.string().optional(),
  /** Prices of whole parts, as a change of a list takes them. */
  prices: z.array(z.object({ productId: IdSchema, from: z.int(), price: z.number() })),
  parts: z.int(),
  /** The first 500 rows that are left out, each with the reason, and how many there are. */
  refused: z.array(FieldErrorSchema.omit({ field: true }).extend({ row: z.int(), part: z.string() })),
  refusedRows: z.int(),
  /** Whether `decimal` would settle rows that are left out. */
  asksDecimal: z.boolean(),
});
export type PriceRows = z.infer<typeof PriceRowsSchema>;
