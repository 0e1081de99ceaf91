import { z } from 'zod';
import { onOneLine } from '../kernel/blank.ts';
import { say } from '../kernel/field-message.ts';
import { DateSchema, freeText, IdSchema, pageFields, TimeSchema } from '../kernel/fields.ts';
import { isUnitPrice } from '../kernel/money.ts';
import { MOST_PIECES } from '../kernel/pieces.ts';
import { LONGEST_FILTER } from '../kernel/text-limits.ts';
import { EVENT_KINDS, toldFields } from '../log/schema.ts';
import { smallestOrder } from '../products/minimum.ts';
import { RETURNED_STATES, SHIPPING_STATES } from '../shipping/schema.ts';
import { APPROVAL_STATES, ORDER_STATES } from './states.ts';

/** A line of a purchase: one of the products that are ordered and paid together. */
export const OrderSchema = z.object({
  _id: IdSchema,
  /** The purchase it belongs to, and the purchase's unique number as it is shown, such as 'NB-100234'. */
  purchaseId: IdSchema,
  purchaseNumber: z.string(),
  /** The same as `purchaseNumber`, for clients from before there were purchases. */
  number: z.string(),
  /** State of the purchase. */
  state: z.enum(ORDER_STATES),
  /** Of a company's: that an approval is still needed, also after its hold has ended. */
  approval: z.enum(APPROVAL_STATES).optional(),
  /** Buyer's name and email when the order was placed. */
  name: z.string(),
  email: z.string(),
  /** The company that it is of. Name and email are then of who has placed it. */
  buyerId: IdSchema.optional(),
  productName: z.string(),
  /** The product's stock when the order was placed. */
  available: z.number().int(),
  /** Agreed unit price in dollars, with up to six decimals. */
  price: z.number(),
  /** Pieces ordered. */
  order: z.number().int(),
  shippingAdd: z.string(),
  phone: z.string(),
  /** The purchase's PO number, the buyer's own part number, and where on their boards the pieces go. */
  poNumber: z.string().optional(),
  customerRef: z.string().optional(),
  designators: z.string().optional(),
  /** When its pieces are expected that are not in stock yet, and how many. Absent once all have arrived. */
  expectedOn: DateSchema.optional(),
  expectedPieces: z.int().optional(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  productId: IdSchema,
  /** ISO 8601, UTC. */
  createdAt: TimeSchema,
  /** When the hold on its stock ends; null when it is paid or the hold has ended. */
  heldUntil: TimeSchema.nullable(),
  /** When the hold ends if the buyer confirms their address before `heldUntil`; only where that is later. */
  heldUntilIfProven: TimeSchema.optional(),
  /** When it was paid, and when it was refunded. */
  paidAt: TimeSchema.optional(),
  refundedAt: TimeSchema.optional(),
  /** Of a paid purchase: what of it has gone out, and when the last shipment did. */
  shipping: z.enum(SHIPPING_STATES).optional(),
  shippedAt: TimeSchema.optional(),
  /** Whether all or a part of what was shipped came back, and when the last return was closed. */
  returned: z.enum(RETURNED_STATES).optional(),
  returnedAt: TimeSchema.optional(),
  /** Pieces of this line that were shipped, and those of them that came back. Absent without any. */
  shippedPieces: z.int().optional(),
  returnedPieces: z.int().optional(),
  /** Dollars for this line: price times order, rounded to cents. */
  total: z.number(),
  /** Dollars to pay: the sum of the purchase's lines. */
  purchaseTotal: z.number(),
  /** Lines of the purchase that are not deleted. Lists say it with `linesEach` only. */
  purchaseLines: z.int().optional(),
  /** Dollars of the purchase's payment that were refunded. */
  refunded: z.number(),
  /** Pieces of this line that were refunded, and dollars for them: refunded, or due. All of them once all of the payment has gone back. */
  refundedPieces: z.number().int(),
  refundedOfLine: z.number(),
  /** Those of them whose money has not gone back yet: the refund is due, or has stopped. */
  refundingPieces: z.number().int(),
  refundingOfLine: z.number(),
  /** Dollars of it in open disputes, on which the buyer's bank has not decided. */
  disputed: z.number(),
  /** Dollars of it in lost disputes. */
  takenBack: z.number(),
});
export type Order = z.infer<typeof OrderSchema>;

/**
 * Body of POST /orders. Name, email and stock in it are ignored: they come from the session and the database. A price that is
 * no longer current is refused.
 */
export const NewOrderSchema = z.object({
  name: z.string(),
  email: z.string(),
  productName: z.string(),
  productId: IdSchema.optional(),
  available: z.number(),
  price: z.number().min(0, say('price_negative')).refine(isUnitPrice, say('price_six_decimals')),
  /** The minimum of every order; `quantityError` also checks the product's own, and its multiple. */
  order: z
    .number(say('too_few'))
    .int(say('whole_pieces'))
    .max(MOST_PIECES, say('too_many'))
    .superRefine((pieces, { addIssue }) => {
      const least = smallestOrder();
      if (pieces < least) addIssue({ code: 'custom', message: say('too_few', { least }) });
    })
    .meta({ description: 'At least the `smallestOrder` of GET /config, and the product’s own `minOrder`.' }),
  shippingAdd: freeText(500),
  phone: freeText(50).overwrite(onOneLine),
});
export type NewOrder = z.infer<typeof NewOrderSchema>;

export const OrderListQuerySchema = z.object({
  ...pageFields,
  email: z.string().optional(),
  /** An order or invoice number, the buyer's email address, or words that the product's name, its SKU, the PO number, the cost center, a tracking number or the buyer's part number contain, in any order and case. Everybody's are searched for words among the newest 100,000 purchases. */
  q: freeText(LONGEST_FILTER).optional(),
  state: z.enum(ORDER_STATES).optional(),
  /** At most so many lines of each purchase. X-Total-Count then counts purchases. */
  linesEach: z
    .string()
    .regex(/^[1-9]$/, say('lines_each'))
    .transform(Number)
    .optional(),
});
export type OrderListQuery = z.infer<typeof OrderListQuerySchema>;

export const OrderSummaryQuerySchema = z.object({ email: z.string(say('email_missing')) });

/** A buyer's unpaid orders whose stock is held, and what they have paid lately. */
export const OrderSummarySchema = z.object({
  /** The number of orders to pay, and their sum in dollars. */
  unpaid: z.number().int(),
  toPay: z.number(),
  /** When the first hold ends, ISO 8601, UTC; null without one. */
  firstHoldEnds: TimeSchema.nullable(),
  /** Of the orders to pay, those whose hold ends within two hours. */
  endingSoon: z.number().int(),
  /** Paid orders of which pieces were shipped within 30 days that have not come back. */
  onTheWay: z.number().int(),
  /** Paid orders of which pieces are still to be shipped. */
  toShip: z.number().int().optional(),
  /** Dollars paid since the first day of the month of the buyer’s time zone, without what was refunded. */
  spentThisMonth: z.number(),
  monthStart: DateSchema,
  /** What is unpaid counts against (allowance.ts). Left out by a process of the version before. */
  allowance: z
    .object({
      /** With those whose hold has ended. */
      unpaidOrders: z.number().int(),
      mostUnpaid: z.number().int(),
      /** Dollars that the held stock comes to, and may come to while the email address is not confirmed; null once it is. */
      held: z.number(),
      mostHeld: z.number().nullable(),
    })
    .optional(),
  /** What the company that the caller acts for lets them order at once and in its month, in dollars (null: no limit), and what of it is used. */
  member: z
    .object({
      perPurchase: z.number().nullable(),
      perMonth: z.number().nullable(),
      usedThisMonth: z.number(),
      /** Orders above limits and without approval. */
      skipsRules: z.boolean(),
    })
    .optional(),
});
export type OrderSummary = z.infer<typeof OrderSummarySchema>;

/** Body of PATCH /orders/{id}. Clients of the specification also send `order`, the product's name, which is ignored. */
export const OrderPaymentSchema = z.object({
  transactionId: z
    .string(say('transaction_id_required'))
    .min(1, say('transaction_id_required'))
    .regex(/^\w{1,255}$/, say('transaction_id_form')),
});

export const OrderEventSchema = z.object({
  at: TimeSchema,
  /** Email of the person who did it, or 'shop' for a background job. */
  who: z.string(),
  kind: z.string().meta({ enum: [...EVENT_KINDS] }),
  /** The kind, and more about it, in words. */
  what: z.string(),
  why: z.string().optional(),
  ...toldFields,
});
export type OrderEvent = z.infer<typeof OrderEventSchema>;
