import { z } from 'zod';
import { IdSchema, pageFields, TimeSchema } from './fields.ts';

/** What the log can hold. Each is written in the transaction of the change it tells of; the server has its words. */
export const EVENT_KINDS = [
  'user_promoted',
  'user_demoted',
  'user_removed',
  'address_proven',
  'signed_in',
  'sign_in_failed',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'product_added',
  'product_changed',
  'product_removed',
  'order_placed',
  'order_deleted',
  'order_paid',
  'order_refunded',
  'hold_ended',
  'payment_begun',
  'payment_canceled',
  'stock_retaken',
  'refund_due',
  'refund_failed',
  'refund_refused',
  'payment_part_refunded',
  'payment_part_returned',
  'payment_refunded',
  'dispute_changed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One entry of the append-only log that serves order history, stock ledger and audit log. */
export const EventSchema = z.object({
  _id: IdSchema,
  at: TimeSchema,
  /** A kind that only a later version knows passes, while that one runs beside this one. */
  kind: z.string().meta({ enum: [...EVENT_KINDS] }),
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
 * Groups by which the log can be filtered, besides single kinds: several kinds each, and some kinds in more than one group.
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
