/** What goes out of a purchase, in one shipment or several. */
import { z } from 'zod';
import { isPlainLine, optionalLine } from '../address-book/ship-to.ts';
import { say } from '../kernel/field-message.ts';
import { IdSchema, TimeSchema, wholeNumber } from '../kernel/fields.ts';
import { LONGEST_OF_SHIPMENT, MOST_PICKED, PURCHASE_MAX_LINES } from '../purchases/limits.ts';

/** Returns the schema of lines of a purchase, each of which is named once. */
export function eachOnce<S extends z.ZodType<{ orderId: string }>>(line: S) {
  return z
    .array(line, say('lines_least'))
    .min(1, say('lines_least'))
    .max(PURCHASE_MAX_LINES, say('lines_most', { most: PURCHASE_MAX_LINES }))
    .refine((lines) => new Set(lines.map(({ orderId }) => orderId)).size === lines.length, {
      error: say('lines_once'),
    });
}

/** Pieces of a line of a purchase: `orderId` is the id of its order. */
export const LinePiecesSchema = z.object({
  orderId: IdSchema,
  quantity: wholeNumber(1, say('pieces_whole')),
});
export type LinePieces = z.infer<typeof LinePiecesSchema>;

const isPlain = (text: string | undefined) => isPlainLine(text ?? '');

/** Body of PATCH /shipments/{id}: who carries it, by which number; what is left out stays, and what is empty it has not. */
export const CarriedBySchema = z.object({
  /** Its name, such as 'DHL': those of content/carriers.ts, in any case, have links to where a shipment is. */
  carrier: optionalLine(LONGEST_OF_SHIPMENT.carrier).refine(isPlain, say('one_line')),
  tracking: optionalLine(LONGEST_OF_SHIPMENT.tracking).refine(isPlain, say('one_line')),
});
export type CarriedBy = z.infer<typeof CarriedBySchema>;

/** Body of POST /purchases/{id}/shipments. */
export const NewShipmentSchema = CarriedBySchema.extend({ lines: eachOnce(LinePiecesSchema) });
export type NewShipment = z.infer<typeof NewShipmentSchema>;

export const ShipmentSchema = z.object({
  _id: IdSchema,
  shippedAt: TimeSchema,
  carrier: z.string().optional(),
  tracking: z.string().optional(),
  /** Where the carrier tells where it is, of carriers that the shop knows. */
  trackingUrl: z.string().optional(),
  /** When it was cancelled, as it had not left: its pieces are to be shipped by another one. */
  cancelledAt: TimeSchema.optional(),
  lines: z.array(LinePiecesSchema),
});
export type Shipment = z.infer<typeof ShipmentSchema>;

/** What has gone out of a purchase: nothing, a part, or all that is to be shipped. */
export const SHIPPING_STATES = ['none', 'part', 'all'] as const;

/** What came back of what was shipped, where something did. */
export const RETURNED_STATES = ['part', 'all'] as const;

export const PickListQuerySchema = z.object({
  /** Ids of purchases, separated by commas. */
  purchases: z
    .string(say('purchases_list'))
    .min(1, say('purchases_list'))
    .max(MOST_PICKED * 37, say('purchases_list')),
});

/** A part to take from the shelf, for one purchase or several. */
export const PickSchema = z.object({
  _id: IdSchema,
  sku: z.string(),
  name: z.string(),
  ean: z.string().optional(),
  bin: z.string().optional(),
  pieces: z.int(),
  /** For which purchases, by their numbers. */
  of: z.array(z.object({ number: z.string(), pieces: z.int() })),
});
export type Pick = z.infer<typeof PickSchema>;
