import { z } from 'zod';
import { IdSchema, pageFields } from './fields.ts';

/** One entry of the append-only log that serves order history, stock ledger and audit log. */
export const EventSchema = z.object({
  _id: IdSchema,
  at: z.string(),
  kind: z.string(),
  /** Email of who did it, or 'shop'. */
  who: z.string(),
  orderId: IdSchema.optional(),
  productId: IdSchema.optional(),
  /** Email of the person it was done to. */
  person: z.string().optional(),
  /** Change of the product's available stock, in pieces. */
  stockChange: z.number().int().optional(),
  why: z.string().optional(),
});
export type Event = z.infer<typeof EventSchema>;

export const EventListQuerySchema = z.object({
  ...pageFields,
  kind: z.string().optional(),
  person: z.string().optional(),
  order: IdSchema.optional(),
  product: IdSchema.optional(),
});
