import { z } from 'zod';
import { KeptShipToSchema, optionalLine, ShipToSchema } from '../address-book/ship-to.ts';
import { say } from '../kernel/field-message.ts';
import {
  DateSchema,
  freeText,
  IdSchema,
  isOneLine,
  pageFields,
  requiredText,
  shownText,
  TimeSchema,
  wholeNumber,
} from '../kernel/fields.ts';
import { isDollars, isUnitPrice } from '../kernel/money.ts';
import { LONGEST_FILTER } from '../kernel/text-limits.ts';
import { LONGEST_OF_LINE } from '../matching/limits.ts';
import { PriceSourceSchema } from '../price-lists/offer.ts';
import { ReturnSchema } from '../returns/schema.ts';
import { SHIPPING_STATES, ShipmentSchema } from '../shipping/schema.ts';
import { ApprovalsSchema } from './approvals.ts';
import { LONGEST_OF_PURCHASE, PURCHASE_MAX_LINES } from './limits.ts';
import { OrderEventSchema } from './orders.ts';
import { cleanPo } from './po-number.ts';
import { APPROVAL_STATES, ORDER_STATES } from './states.ts';

/** Earlier purchases with the same PO number are counted up to here. */
export const PO_USES_COUNTED = 100;

/** A product to buy. A line whose `price` is given is refused when the product costs something else. */
export const NewPurchaseLineSchema = z.object({
  productId: IdSchema,
  /** Pieces. The product's minimum and multiple are checked when the purchase is placed. */
  quantity: wholeNumber(1, say('too_few'), { fraction: say('whole_pieces'), large: say('too_many') }),
  /** A day of the product's `expected`: the pieces are promised from what arrives then, and not taken from stock. */
  receiptDate: DateSchema.optional(),
  /** The unit price that the buyer has seen: of this quantity, or of the minimum. */
  price: z.number().min(0, say('price_negative')).refine(isUnitPrice, say('price_six_decimals')).optional(),
  /** The buyer's own part number. */
  customerRef: optionalLine(LONGEST_OF_LINE.customerRef),
  /** Reference designators: where on the buyer's boards the pieces go, such as 'C1, C4-C9'. */
  designators: optionalLine(LONGEST_OF_LINE.designators),
});
export type NewPurchaseLine = z.infer<typeof NewPurchaseLineSchema>;

function fewLines<S extends z.ZodType>(line: S) {
  return z
    .array(line, say('lines_least'))
    .min(1, say('lines_least'))
    .max(PURCHASE_MAX_LINES, say('lines_most', { most: PURCHASE_MAX_LINES }));
}

/** What a buyer writes at a purchase: for their own books, and how it is delivered. */
const detailFields = {
  poNumber: shownText(LONGEST_OF_PURCHASE.poNumber, cleanPo).refine(isOneLine, say('one_line')).optional(),
  note: shownText(LONGEST_OF_PURCHASE.note).optional(),
  costCentre: optionalLine(LONGEST_OF_PURCHASE.costCentre),
  /** What the buyer wants of the delivery, such as a date, or all at once. */
  deliveryWish: optionalLine(LONGEST_OF_PURCHASE.deliveryWish),
};

/** The sum of the lines that the buyer has seen, in dollars. Another one is refused. */
const expectedTotal = z.number().min(0, say('price_negative')).refine(isDollars, say('price_two_decimals'));

const purchaseFields = {
  /** What to buy: these lines, or those of a list of the buyer. */
  lines: fewLines(NewPurchaseLineSchema).optional(),
  /** A list of the buyer, or `cart`. Lines of the cart leave it as they are placed; those of a saved list stay. */
  listId: IdSchema.optional(),
  /** Only these lines of the list; all of them without it. */
  lineIds: fewLines(z.uuid(say('line_id'))).optional(),
  shipTo: ShipToSchema,
  /** Whom the invoice names: a billing address of the buyer's address book. Without it the company, or the person, as always. */
  billTo: ShipToSchema.optional(),
  ...detailFields,
  expectedTotal,
  /** By staff: the company or the person that they order for. Of others it is the buyer that they act for. */
  buyerId: IdSchema.optional(),
  /** Of a company that staff order for: the member who has asked for it, whose purchase it is; the first of its admins without it. */
  contactId: IdSchema.optional(),
};

/** Body of POST /purchases. */
export const NewPurchaseSchema = z
  .object(purchaseFields)
  .refine(({ lines, listId }) => (lines === undefined) !== (listId === undefined), {
    path: ['lines'],
    message: say('lines_or_list'),
  })
  .refine(({ lines, lineIds }) => lines === undefined || lineIds === undefined, {
    path: ['lineIds'],
    message: say('lines_or_list'),
  });
export type NewPurchase = z.infer<typeof NewPurchaseSchema>;

/** Answer of POST /purchases. */
export const PlacedPurchaseSchema = z.object({
  insertedId: IdSchema,
  /** The number as it is shown, such as 'NB-100234'. */
  number: z.string(),
  /** The buyer's earlier purchases with the same PO number, in any case; `PO_USES_COUNTED` at most. 0 without one. */
  poUsedBefore: z.int(),
  /** Only where a colleague has to approve it first. */
  state: z.literal('asked').optional(),
});

/** What is placed, held, paid and refunded at once, without its lines. Amounts in dollars. */
export const PurchaseSchema = z.object({
  _id: IdSchema,
  /** As it is shown, such as 'NB-100234'. */
  number: z.string(),
  state: z.enum(ORDER_STATES),
  /** Of a company's: that an approval is still needed, also after its hold has ended. */
  approval: z.enum(APPROVAL_STATES).optional(),
  /** Buyer's name and email when it was placed. */
  name: z.string(),
  email: z.string(),
  /** The company that it is of. Name and email are then of who has placed it. */
  buyerId: IdSchema.optional(),
  /** The address of the shop's member of staff who has placed it for the buyer. */
  placedBy: z.string().optional(),
  poNumber: z.string().optional(),
  note: z.string().optional(),
  costCentre: z.string().optional(),
  deliveryWish: z.string().optional(),
  /** The address as text, and by its parts; without `shipTo` the text is all that is known. */
  shippingAdd: z.string(),
  phone: z.string(),
  shipTo: KeptShipToSchema.optional(),
  /** Whom the invoice names, where it is a billing address of the address book. */
  billTo: KeptShipToSchema.optional(),
  /** Lines that are not deleted, and the name of the first one's product. */
  lineCount: z.int(),
  firstProduct: z.string(),
  /** The sum of the lines: what is to be paid, or was. */
  total: z.number(),
  placedAt: TimeSchema,
  /** When the hold on its stock ends; null when it is paid or the hold has ended. */
  heldUntil: TimeSchema.nullable(),
  /** When the hold ends if the buyer confirms their address before `heldUntil`; only where that is later. */
  heldUntilIfProven: TimeSchema.optional(),
  paidAt: TimeSchema.optional(),
  refundedAt: TimeSchema.optional(),
  /** Since when its buyer wants a paid one cancelled, and why. */
  cancelAskedAt: TimeSchema.optional(),
  cancelWhy: z.string().optional(),
  /** The payment that paid it. */
  transactionId: z.string().optional(),
  /** Refunded of the payment. */
  refunded: z.number(),
  /** In open disputes, on which the buyer's bank has not decided, and in lost ones. */
  disputed: z.number(),
  takenBack: z.number(),
  /** What of it has gone out, of what is not cancelled; and pieces of it that are here to be shipped. */
  shipping: z.enum(SHIPPING_STATES),
  toShip: z.int(),
});
export type Purchase = z.infer<typeof PurchaseSchema>;

/** One product of a purchase. Its `_id` is that of its order. */
export const PurchaseLineSchema = z.object({
  _id: IdSchema,
  productId: IdSchema,
  productName: z.string(),
  /** The part number that the product has now. */
  sku: z.string(),
  /** The number of its bar code, where it has one now. */
  ean: z.string().optional(),
  /** Pieces. */
  quantity: z.int(),
  /** Agreed unit price in dollars, with up to six decimals. */
  price: z.number(),
  /** The price list that it is from; absent for a list price. */
  priceSource: PriceSourceSchema.optional(),
  /** Dollars: price times quantity, rounded to cents. */
  total: z.number(),
  customerRef: z.string().optional(),
  designators: z.string().optional(),
  /** When its pieces are expected that are not in stock yet, and how many. Absent once all have arrived. */
  expectedOn: DateSchema.optional(),
  expectedPieces: z.int().optional(),
  /** Pieces that were refunded, and dollars for them: refunded, or due. All of them once all of the payment has gone back. */
  refundedPieces: z.int(),
  refundedOfLine: z.number(),
  /** What of these has not gone back yet, as the provider has not confirmed it, or refuses it. */
  refundingPieces: z.int(),
  refundingOfLine: z.number(),
  /** Pieces that were shipped, that will not be, and of a paid purchase those that are here to be shipped. */
  shippedPieces: z.int(),
  cancelledPieces: z.int(),
  toShip: z.int(),
  /** Of the shipped ones, pieces that are to come back, and that came back. */
  returningPieces: z.int(),
  returnedPieces: z.int(),
  /** Of those that came back, those that are not refunded, as the shop has said. */
  declinedPieces: z.int(),
});
export type PurchaseLine = z.infer<typeof PurchaseLineSchema>;

/** A purchase with its lines that are not deleted, in their order. */
export const PurchaseDetailSchema = PurchaseSchema.extend({
  /** That of its invoice, such as 'INV-000012', once it is paid. */
  invoiceNumber: z.string().optional(),
  /** Whom its invoice names, line by line: as it was issued, or as it would be now. */
  invoiceTo: z.array(z.string()),
  lines: z.array(PurchaseLineSchema),
  /** Oldest first. */
  shipments: z.array(ShipmentSchema),
  returns: z.array(ReturnSchema),
  /** Of a company's: what an approval names, and whose approvals it needs or needed. */
  revision: z.int().optional(),
  hash: z.string().optional(),
  approvals: ApprovalsSchema.optional(),
});
export type PurchaseDetail = z.infer<typeof PurchaseDetailSchema>;

/** What happened to a purchase; the same that happened to several of its lines at once is told once. */
export const PurchaseEventSchema = OrderEventSchema.extend({
  /** How many lines it is about, and the product's name of a single one. Both are missing where it is about the whole purchase. */
  lines: z.int().optional(),
  productName: z.string().optional(),
});
export type PurchaseEvent = z.infer<typeof PurchaseEventSchema>;

/** Body of PATCH /purchases/{id}/lines: new quantities of lines; 0 takes a line out, and a line that is not named stays. */
export const NewLinesSchema = z.object({
  lines: fewLines(
    z.object({
      _id: IdSchema,
      quantity: wholeNumber(0, say('too_few'), { fraction: say('whole_pieces'), large: say('too_many') }),
    }),
  ),
  expectedTotal,
});
export type NewLines = z.infer<typeof NewLinesSchema>;

/** Body of PUT /purchases/{id}/address. `before`, when it is sent, is the address that it replaces: its text, a line break and the phone. */
export const NewShipToSchema = z.object({ shipTo: ShipToSchema, before: z.string().optional() });

/** Body of PATCH /purchases/{id}/details: only what changes; an empty text, or null, takes it away. */
export const PurchaseDetailsSchema = z.object({
  ...detailFields,
  /** A billing address of the buyer's address book, until the invoice is issued. */
  billTo: ShipToSchema.nullable().optional(),
});
export type PurchaseDetails = z.infer<typeof PurchaseDetailsSchema>;

/** The address of a purchase and its phone as one text. */
export const addressText = (shippingAdd: string, phone: string): string => `${shippingAdd}\n${phone}`;

/** Body of POST /purchases/{id}/notes: for staff, or with `toBuyer` a mail to the buyer. */
export const NewNoteSchema = z.object({
  text: requiredText(say('note_required'), 2000),
  toBuyer: z.boolean(say('to_buyer')).optional(),
});
export type NewNote = z.infer<typeof NewNoteSchema>;

export const PurchaseListQuerySchema = z.object({
  ...pageFields,
  email: z.string().optional(),
  /**
   * Words, each of which is in the number, the PO number, the cost center, a tracking number, or a line's product name, SKU or
   * customer's part number; or begins the transaction id. Everybody's are searched for words among the newest 100,000; a whole
   * number, invoice number, transaction id or email address is found among all.
   */
  q: freeText(LONGEST_FILTER).optional(),
  state: z.enum(ORDER_STATES).optional(),
});
export type PurchaseListQuery = z.infer<typeof PurchaseListQuerySchema>;
