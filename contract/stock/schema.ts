/** The stock of products as its keepers see it: the ledger, movements, levels and counts. */

import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema, pageFields, reasonLine, requiredText, wholeNumber } from '../kernel/fields.ts';
import { MOST_PIECES } from '../kernel/pieces.ts';
import { FieldErrorSchema } from '../kernel/problem.ts';
import { LONGEST_SEARCH } from '../kernel/text-limits.ts';
import { EventSchema } from '../log/schema.ts';
import { MOST_BIN } from '../products/product-facts.ts';

/** One change of what is on sale of a product, or a count that found no difference. */
export const MovementSchema = z.object({
  ...EventSchema.omit({
    productId: true,
    productName: true,
    productRemoved: true,
    person: true,
    stockChange: true,
  }).shape,
  /** Pieces, and how many were on sale after it. */
  change: z.int(),
  balance: z.int(),
});
export type Movement = z.infer<typeof MovementSchema>;

/** received, counted: pieces; damaged: pieces that are lost; corrected: pieces that come, or go when it is negative. */
export const MOVEMENT_KINDS = ['received', 'counted', 'damaged', 'corrected'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

const why = reasonLine(say('stock_why'));

/** Body of POST /products/{id}/stock. */
export const NewMovementSchema = z
  .object({
    kind: z.enum(MOVEMENT_KINDS, say('kind', { known: MOVEMENT_KINDS.join(', ') })),
    quantity: wholeNumber(-MOST_PIECES, say('stock_pieces')),
    /** Of a count: how many pieces the counter was told to be on the shelf. Another number by now is refused. */
    expected: wholeNumber(0, say('stock_pieces')).optional(),
    why: why.optional(),
  })
  .superRefine(({ kind, quantity, why }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'counted' && quantity < 0) fail('quantity', say('stock_counted'));
    if (kind === 'corrected' && quantity === 0) fail('quantity', say('stock_corrected'));
    if ((kind === 'received' || kind === 'damaged') && quantity < 1) fail('quantity', say('stock_pieces'));
    if ((kind === 'corrected' || kind === 'damaged') && why === undefined) fail('why', say('stock_why'));
  });
export type NewMovement = z.infer<typeof NewMovementSchema>;

/** What was booked: the entry of the ledger, and what is on sale now. */
export const MovedSchema = z.object({ insertedId: IdSchema, change: z.int(), available: z.int() });
export type Moved = z.infer<typeof MovedSchema>;

/** What there is of a product, in pieces. */
export const StockLevelSchema = z.object({
  _id: IdSchema,
  sku: z.string(),
  name: z.string(),
  ean: z.string().optional(),
  bin: z.string().optional(),
  /** Below this it runs out. */
  reorderPoint: z.int().optional(),
  /** On sale. */
  available: z.int(),
  /** Held for unpaid orders, and paid and not shipped. */
  held: z.int(),
  toShip: z.int(),
  /** What somebody who counts should find: what is on sale, held and to ship. */
  shelf: z.int(),
  /** Still to come, and promised to nobody yet. */
  expected: z.int(),
});
export type StockLevel = z.infer<typeof StockLevelSchema>;

/** Returns whether less of a part is on sale and expected than its reorder point says. SQL: `isBelowReorderPoint` of server/stock/list.ts. */
export function isShort<Level extends Pick<StockLevel, 'available' | 'expected' | 'reorderPoint'>>(
  level: Level,
): level is Level & { reorderPoint: number } {
  const { available, expected, reorderPoint } = level;
  return reorderPoint !== undefined && available + expected < reorderPoint;
}

/** The most products that are counted at once, and that are asked for by their ids. */
export const MOST_COUNTED = 500;
export const MOST_LISTED = 100;

const one = z.literal('1', say('stock_short')).optional();

/** Query of GET /stock. */
export const StockQuerySchema = z.object({
  ...pageFields,
  /** Words or part numbers. */
  q: z
    .string()
    .max(LONGEST_SEARCH, say('too_long', { most: LONGEST_SEARCH }))
    .optional(),
  /** The slug of a category, with those below it. */
  category: z.string().optional(),
  /** The beginning of bins. */
  bin: z
    .string()
    .max(MOST_BIN, say('too_long', { most: MOST_BIN }))
    .optional(),
  /** Only what runs out: of which less is on sale and expected than the reorder point says. */
  short: one,
  /** Products by their ids, separated by commas. */
  products: z.string().optional(),
  /** By bin; without it the oldest product is first. */
  sort: z.literal('bin', say('sort_bin')).optional(),
});
export type StockQuery = z.infer<typeof StockQuerySchema>;

/** Body of POST /stock/counts. */
export const CountsSchema = z.object({
  lines: z
    .array(
      z.object({
        productId: IdSchema,
        counted: wholeNumber(0, say('stock_counted')),
        /** What was on the shelf when it was counted, as GET /stock tells it. Another number by now is refused. */
        expected: wholeNumber(0, say('stock_counted')),
      }),
    )
    .min(1, say('lines_least'))
    .max(MOST_COUNTED, say('lines_most', { most: MOST_COUNTED }))
    .refine(
      (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
      say('lines_once'),
    ),
  why: why.optional(),
});
export type Counts = z.infer<typeof CountsSchema>;

/** How many lines were booked, and how many of them had a difference. */
export const CountedSchema = z.object({ counted: z.int(), different: z.int() });
export type Counted = z.infer<typeof CountedSchema>;

/** The most lines of POST /stock/movements. */
export const MOST_MOVED = 5000;
export const MOVEMENTS_MAX_BYTES = 1024 * 1024;

/** Body of POST /stock/movements: by SKU the pieces on the shelf, or those that come, or go when it is negative. */
export const MovementsSchema = z
  .object({
    lines: z
      .array(
        z.object({
          sku: requiredText(say('sku'), 64),
          /** Pieces on the shelf, with those of orders that have not left it. */
          counted: wholeNumber(0, say('stock_counted')).optional(),
          /** With `counted`: what the counter was told to be on the shelf. Another number by now is refused. */
          expected: wholeNumber(0, say('stock_counted')).optional(),
          added: wholeNumber(-MOST_PIECES, say('stock_pieces')).optional(),
        }),
      )
      .min(1, say('lines_least'))
      .max(MOST_MOVED, say('lines_most', { most: MOST_MOVED }))
      .refine(
        (lines) => new Set(lines.map(({ sku }) => sku.toUpperCase())).size === lines.length,
        say('lines_once'),
      ),
    why: why.optional(),
  })
  .superRefine(({ lines, why }, context) => {
    for (const [n, { counted, expected, added }] of lines.entries()) {
      const fail = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['lines', n, field], message });
      if ((counted === undefined) === (added === undefined)) fail('counted', say('stock_one'));
      else if (added !== undefined && expected !== undefined) fail('expected', say('stock_expected'));
      else if (added === 0) fail('added', say('stock_corrected'));
    }
    if (why === undefined && lines.some(({ added }) => added !== undefined && added < 0))
      context.addIssue({ code: 'custom', path: ['why'], message: say('stock_why') });
  });
export type Movements = z.infer<typeof MovementsSchema>;

/** A verdict for each line, in their order, and how many were booked. */
export const MovedManySchema = z.object({
  booked: z.int(),
  lines: z.array(
    z.object({
      sku: z.string(),
      booked: z.boolean(),
      /** Of a booked line: the pieces by which it changed, and what there is now. */
      change: z.int().optional(),
      available: z.int().optional(),
      shelf: z.int().optional(),
      /** Why it was not booked. */
      error: FieldErrorSchema.optional(),
    }),
  ),
});
export type MovedMany = z.infer<typeof MovedManySchema>;

/** Query of GET /stock/labels. */
export const LabelsQuerySchema = z.object({
  products: z.string(say('stock_products', { most: MOST_LISTED })),
});

/** What stands on the label of a product. */
export const LabelSchema = z.object({
  ...StockLevelSchema.pick({ _id: true, sku: true, name: true, ean: true, bin: true }).shape,
  /**
   * The SKU as Code 128: the widths of bars and the spaces between them in turn, in modules. Absent when the SKU has letters that
   * Code 128 does not have.
   */
  bars: z.array(z.int()).optional(),
});
export type Label = z.infer<typeof LabelSchema>;
