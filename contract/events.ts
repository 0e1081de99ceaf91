import { z } from 'zod';
import { IdSchema, pageFields } from './fields.ts';

/** One entry of the append-only log that serves order history, stock ledger and audit log. */
export const EventSchema = z.object({
  _id: IdSchema,
  at: z.string(),
  kind: z.string(),
  /** The kind in words. */
  what: z.string(),
  /** Email of who did it; 'shop', 'reconciliation' or 'webhook' when nobody did. */
  who: z.string(),
  orderId: IdSchema.optional(),
  /** The order's number as people read it. */
  orderNumber: z.string().optional(),
  /** The order was deleted since: it has no page any more. */
  orderDeleted: z.boolean().optional(),
  productId: IdSchema.optional(),
  /** The product's name as it is now. */
  productName: z.string().optional(),
  /** The product was taken out of the catalogue since. */
  productRemoved: z.boolean().optional(),
  /** Email of the person it was done to. */
  person: z.string().optional(),
  /** Change of the product's available stock, in pieces. */
  stockChange: z.number().int().optional(),
  why: z.string().optional(),
});
export type Event = z.infer<typeof EventSchema>;

/**
 * What the log can be narrowed to, besides single kinds: several kinds each, and some kinds in more than one group.
 * `reconciliation` is what the shop found out about payments by itself, and what it did about it.
 */
export const EVENT_GROUPS = ['orders', 'payments', 'stock', 'people', 'reconciliation'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

export const EventListQuerySchema = z.object({
  ...pageFields,
  /** Kinds and groups, separated by commas. */
  kind: z.string().optional(),
  person: z.string().optional(),
  /** An order's id or its number. */
  order: z.string().optional(),
  product: IdSchema.optional(),
});
export type EventListQuery = z.infer<typeof EventListQuerySchema>;
