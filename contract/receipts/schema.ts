/** Goods that are expected from suppliers, and can be ordered before they arrive. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { DateSchema, IdSchema, TimeSchema, wholeNumber } from '../kernel/fields.ts';

/** Pieces of a product that are expected on a day, and are not promised to anybody yet. */
export const ExpectedSchema = z.object({ dueOn: DateSchema, available: z.int() });
export type Expected = z.infer<typeof ExpectedSchema>;

/** A delivery of a product by its supplier. A product has one for each day. */
export const ReceiptSchema = z.object({
  _id: IdSchema,
  productId: IdSchema,
  dueOn: DateSchema,
  /** Pieces that are still expected, those of them that are promised to orders, and pieces that have arrived. */
  quantity: z.int(),
  promised: z.int(),
  arrived: z.int(),
  /** When the last of it arrived, or it was called off; nothing of it is expected any more. */
  closedAt: TimeSchema.optional(),
});
export type Receipt = z.infer<typeof ReceiptSchema>;

const pieces = wholeNumber(1, say('receipt_pieces'));

/** Body of POST /products/{id}/receipts. */
export const NewReceiptSchema = z.object({ dueOn: DateSchema, quantity: pieces });
export type NewReceipt = z.infer<typeof NewReceiptSchema>;

/** Body of PATCH /receipts/{id}. */
export const ReceiptChangeSchema = NewReceiptSchema.partial().refine(
  (change) => Object.values(change).some((value) => value !== undefined),
  say('no_change'),
);
export type ReceiptChange = z.infer<typeof ReceiptChangeSchema>;

/** Body of POST /receipts/{id}/arrive. */
export const ArrivalSchema = z.object({ quantity: pieces });

/** What became of pieces that have arrived. */
export const ArrivedSchema = z.object({
  /** Pieces for orders that were waiting for them, and pieces that are on sale now. */
  forOrders: z.int(),
  forSale: z.int(),
  /** Pieces that are still expected. */
  expected: z.int(),
});
export type Arrived = z.infer<typeof ArrivedSchema>;
