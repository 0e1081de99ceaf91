/** A company's own numbers of parts. */
import { z } from 'zod';
import { IdSchema, pageFields, shownLine, TimeSchema } from '../kernel/fields.ts';
import { LONGEST_OF_LINE } from '../matching/limits.ts';

/** The most numbers of a company, the most that one call changes, and the most bytes of its body. */
export const MOST_PART_NUMBERS = 50_000;
export const MOST_NUMBERS_AT_ONCE = 5_000;
export const PART_NUMBERS_MAX_BYTES = 2 * 1024 * 1024;

const NumberSchema = z.object({
  productId: IdSchema,
  /** The company's number of the part; an empty one removes what it had. */
  number: shownLine(LONGEST_OF_LINE.customerRef),
});

export const PartNumbersChangeSchema = z.object({
  numbers: z.array(NumberSchema).meta({ maxItems: MOST_NUMBERS_AT_ONCE }),
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
