import { z } from 'zod';
import { EVENT_KINDS, toldFields } from './events.ts';
import { freeText, IdSchema, pageFields, TimeSchema, wholeNumber } from './fields.ts';
import { MIN_ORDER, minimumQuantity } from './minimum.ts';
import { CARD_LIMIT_CENTS, formatMoney, isUnitPrice, toDollars } from './money.ts';
import { isOverCardLimit, type Priced } from './price.ts';

export const TOO_FEW = 'Please Enter Minimum Quantity.';
export const TOO_MANY = "Enter a Valid Quantity (within 'Available Products').";
export const WHOLE_PIECES = 'Parts are sold in whole pieces.';
export const OVER_CARD_LIMIT = `A total above ${formatMoney(toDollars(CARD_LIMIT_CENTS))} cannot be charged by card. Split it into smaller orders.`;

/** What the quantity rule needs to know of a product. */
export interface QuantityLimits extends Priced {
  minOrder: number;
  available: number;
}

/** Why a quantity of a product cannot be ordered, in the order in which it is told. The server's SQL knows the same rules. */
export type QuantityRefusal = 'too_few' | 'too_many' | 'over_card_limit';

/** Returns why a whole number of pieces of a product cannot be ordered; undefined when it can. */
export function refuseQuantity(quantity: number, product: QuantityLimits): QuantityRefusal | undefined {
  if (quantity < minimumQuantity(product)) return 'too_few';
  if (quantity > product.available) return 'too_many';
  return isOverCardLimit(product, quantity) ? 'over_card_limit' : undefined;
}

/** Each refusal as the forms and the server's answers say it. */
export const QUANTITY_MESSAGES: Record<QuantityRefusal, string> = {
  too_few: TOO_FEW,
  too_many: TOO_MANY,
  over_card_limit: OVER_CARD_LIMIT,
};

/** What is wrong with ordering `quantity` pieces of a product, as the message to show, or undefined when nothing is. */
export function quantityError(quantity: number, product: QuantityLimits): string | undefined {
  if (!Number.isFinite(quantity) || quantity < minimumQuantity(product)) return TOO_FEW;
  if (!Number.isInteger(quantity)) return WHOLE_PIECES;
  const refusal = refuseQuantity(quantity, product);
  return refusal && QUANTITY_MESSAGES[refusal];
}

/** Where a purchase stands: waiting for its payment, no longer held for its buyer, paid, or given back. */
export const ORDER_STATES = ['to_pay', 'hold_ended', 'paid', 'refunded'] as const;
export type OrderStateName = (typeof ORDER_STATES)[number];

/** A line of a purchase: one product of what was placed, and is paid, at once. */
export const OrderSchema = z.object({
  _id: IdSchema,
  /** The purchase it is a line of, and the purchase's number as people read it, such as 'NB-100234'. Unique among purchases. */
  purchaseId: IdSchema,
  purchaseNumber: z.string(),
  /** The same as `purchaseNumber`, for clients that know no purchases. */
  number: z.string(),
  /** Where the purchase stands. */
  state: z.enum(ORDER_STATES),
  /** Buyer's name and email when the order was placed. */
  name: z.string(),
  email: z.string(),
  productName: z.string(),
  /** The product's stock when the order was placed. */
  available: z.number().int(),
  /** Dollars for one piece, as agreed, with up to six decimals. */
  price: z.number(),
  /** Pieces ordered. */
  order: z.number().int(),
  shippingAdd: z.string(),
  phone: z.string(),
  paid: z.boolean(),
  transactionId: z.string().optional(),
  productId: IdSchema,
  /** ISO 8601, UTC. */
  createdAt: TimeSchema,
  /** Until when the stock is kept for this order; null when it is paid or the hold has ended. */
  heldUntil: TimeSchema.nullable(),
  /** Until when it is kept if the buyer confirms their address before `heldUntil`; only where that is longer. */
  heldUntilIfProven: TimeSchema.optional(),
  /** When it was paid, and when its money was given back. */
  paidAt: TimeSchema.optional(),
  refundedAt: TimeSchema.optional(),
  /** Dollars for this line: price times order, rounded to cents. */
  total: z.number(),
  /** Dollars to pay: the lines of the purchase. */
  purchaseTotal: z.number(),
  /** Dollars of the purchase's payment that have gone back. */
  refunded: z.number(),
  /** Dollars of it that the buyer's bank has taken back or may take, and has not decided about. */
  disputed: z.number(),
  /** Dollars of it that the buyer's bank has taken back for good: of disputes that the shop has lost. */
  takenBack: z.number(),
});
export type Order = z.infer<typeof OrderSchema>;

/**
 * Body of POST /orders. Identity, price and stock in it decide nothing: name and email come from the session, the stock
 * from the database, and a price that is no longer the price is refused.
 */
export const NewOrderSchema = z.object({
  name: z.string(),
  email: z.string(),
  productName: z.string(),
  productId: IdSchema.optional(),
  available: z.number(),
  price: z.number().min(0, 'Price is not negative').refine(isUnitPrice, 'Price has at most six decimals'),
  /** The minimum of every order; `quantityError` knows the product's own, too. */
  order: wholeNumber(MIN_ORDER, TOO_FEW, WHOLE_PIECES),
  shippingAdd: freeText(500),
  phone: freeText(50),
});
export type NewOrder = z.infer<typeof NewOrderSchema>;

export const OrderListQuerySchema = z.object({
  ...pageFields,
  email: z.string().optional(),
  /** An order number, or words that the product's name contains, in any order and case. */
  q: freeText(100).optional(),
  state: z.enum(ORDER_STATES).optional(),
});
export type OrderListQuery = z.infer<typeof OrderListQuerySchema>;

export const OrderSummaryQuerySchema = z.object({ email: z.string('email is Required') });

/** What a buyer owes: orders whose stock is held and that are not paid. */
export const OrderSummarySchema = z.object({
  /** How many orders there are to pay, and dollars for all of them. */
  unpaid: z.number().int(),
  toPay: z.number(),
  /** When the first of their holds ends, ISO 8601, UTC; null when there is none. */
  firstHoldEnds: TimeSchema.nullable(),
});

/** Body of PATCH /orders/{id}. `order`, the product's name, is sent by clients of the specification and not looked at. */
export const OrderPaymentSchema = z.object({
  transactionId: z
    .string('transactionId is Required')
    .min(1, 'transactionId is Required')
    .regex(/^\w{1,255}$/, 'transactionId is 1 to 255 letters, digits and underscores'),
});

export const OrderEventSchema = z.object({
  at: TimeSchema,
  /** Email of who did it, or 'shop' when the shop did it by itself. */
  who: z.string(),
  kind: z.string().meta({ enum: [...EVENT_KINDS] }),
  /** The kind, and more about it, in words. */
  what: z.string(),
  why: z.string().optional(),
  ...toldFields,
});
export type OrderEvent = z.infer<typeof OrderEventSchema>;

export const RefundReasonSchema = z.object({
  reason: z
    .string('Reason is Required')
    .trim()
    .min(1, 'Reason is Required')
    .max(500, '500 characters at most'),
});
