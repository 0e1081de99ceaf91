/** A company's own numbers of parts. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { freeText, IdSchema, pageFields, shownLine, TimeSchema, wholeNumber } from '../kernel/fields.ts';
import { FieldErrorSchema } from '../kernel/problem.ts';
import { LONGEST_CELL, LONGEST_OF_LINE, LONGEST_OF_MATCHED } from '../matching/limits.ts';

/** The most numbers of a company, the most rows of a file, and the most bytes of a body. */
export const MOST_PART_NUMBERS = 50_000;
export const MOST_NUMBER_ROWS = 10_000;
export const PART_NUMBERS_MAX_BYTES = 4 * 1024 * 1024;
/** The most that one call changes: a row changes two parts where it takes the number of another one. */
export const MOST_NUMBERS_AT_ONCE = 2 * MOST_NUMBER_ROWS;
/** The refused rows that an effect names. */
export const MOST_REFUSED_NUMBERS = 100;

const numberOf = (longest: { sku: number; number: number }) =>
  z
    .object({
      productId: IdSchema.optional(),
      /** The shop's number of the part, in place of `productId`. */
      sku: freeText(longest.sku).optional(),
      /** The company's number of the part; an empty one removes what it had. */
      number: shownLine(longest.number),
    })
    .refine(({ productId, sku }) => (productId === undefined) !== (sku === undefined), {
      error: say('product_or_sku'),
      path: ['productId'],
    });
const NumberSchema = numberOf({ sku: LONGEST_OF_MATCHED.sku, number: LONGEST_OF_LINE.customerRef });

export const PartNumbersChangeSchema = z.object({
  numbers: z.array(NumberSchema).meta({ maxItems: MOST_NUMBERS_AT_ONCE }),
  /** False: a part that has another number keeps it, and the call is refused. */
  replace: z.boolean().optional(),
  /** What the change was made from: numbers that were changed since refuse it. Without it the change counts in any case. */
  revision: wholeNumber(0, say('revision')).optional(),
});
export type NewPartNumber = z.infer<typeof NumberSchema>;

/** Body of POST /companies/{id}/part-numbers/effect: cells as a file has them, of which too long ones are among the refused. */
export const PartNumbersEffectAskSchema = z.object({
  numbers: z
    .array(numberOf({ sku: LONGEST_CELL, number: LONGEST_CELL }))
    .meta({ maxItems: MOST_NUMBER_ROWS }),
});

const NumberChangeSchema = z.object({
  productId: IdSchema,
  sku: z.string(),
  /** What the part has after the change, and has now: empty for none. */
  number: z.string(),
  was: z.string(),
  /** The SKU of the part that has this number now, and loses it. */
  from: z.string().optional(),
});
export type NumberChange = z.infer<typeof NumberChangeSchema>;

/** What numbers would change; those of a company that has other parts by them move. */
export const PartNumbersEffectSchema = z.object({
  /** As PUT takes them, those of parts that lose their number to another one included. */
  changes: z.array(NumberChangeSchema),
  /** Entries that change nothing. */
  same: z.int(),
  /** Entries that are left out, and the errors of the first ones. */
  refusedRows: z.int(),
  refused: z.array(FieldErrorSchema),
  /** What the effect was read from. */
  revision: z.int(),
});
export type PartNumbersEffect = z.infer<typeof PartNumbersEffectSchema>;

export const PartNumberListQuerySchema = z.object({
  limit: pageFields.limit,
  /** The product of the last entry of the page before. */
  after: pageFields.after,
});

export const PartNumberSchema = z.object({
  productId: IdSchema,
  number: z.string(),
  /** Of the shop. */
  sku: z.string(),
  name: z.string(),
  changedAt: TimeSchema,
});
export type PartNumber = z.infer<typeof PartNumberSchema>;
