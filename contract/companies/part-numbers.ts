/** A company's own numbers of parts. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { freeText, IdSchema, pageFields, shownLine, TimeSchema } from '../kernel/fields.ts';
import { LONGEST_OF_LINE, LONGEST_OF_MATCHED } from '../matching/limits.ts';

/** The most numbers of a company, the most that one call changes, and the most bytes of its body. */
export const MOST_PART_NUMBERS = 50_000;
export const MOST_NUMBERS_AT_ONCE = 5_000;
export const PART_NUMBERS_MAX_BYTES = 2 * 1024 * 1024;

const NumberSchema = z
  .object({
    productId: IdSchema.optional(),
    /** The shop's number of the part, in place of `productId`. */
    sku: freeText(LONGEST_OF_MATCHED.sku).optional(),
    /** The company's number of the part; an empty one removes what it had. */
    number: shownLine(LONGEST_OF_LINE.customerRef),
  })
  .refine(({ productId, sku }) => (productId === undefined) !== (sku === undefined), {
    error: say('product_or_sku'),
    path: ['productId'],
  });

export const PartNumbersChangeSchema = z.object({
  numbers: z.array(NumberSchema).meta({ maxItems: MOST_NUMBERS_AT_ONCE }),
  /** False: a part that has another number keeps it, and the call is refused. */
  replace: z.boolean().optional(),
});
export type NewPartNumber = z.infer<typeof NumberSchema>;

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
