import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema, ReasonSchema } from '../kernel/fields.ts';
import { NewAmountRefundSchema, NewPartRefundSchema } from '../payments/refunds.ts';
import { ClientSecretSchema } from '../payments/schema.ts';
import { DELETING, PAYING, REFUNDING, SETTLING } from '../payments/settling.ts';
import { PURCHASE_MAX_BYTES, PURCHASE_MAX_LINES } from './limits.ts';
import { OrderPaymentSchema } from './orders.ts';
import {
  NewLinesSchema,
  NewNoteSchema,
  NewPurchaseSchema,
  NewShipToSchema,
  PlacedPurchaseSchema,
  PurchaseDetailSchema,
  PurchaseDetailsSchema,
  PurchaseEventSchema,
  PurchaseListQuerySchema,
  PurchaseSchema,
} from './schema.ts';

const call = callsOf('Purchases');

/** The calls about purchases: orders of one product or many that are placed, paid and refunded at once. */
export const purchaseCalls = {
  placePurchase: call('POST /purchases', {
    may: 'purchase.place',
    summary: `Buy up to ${PURCHASE_MAX_LINES} products at once, named or of a list: all of them are placed and their stock is taken, or nothing`,
    body: NewPurchaseSchema,
    most: { lines: PURCHASE_MAX_LINES, lineIds: PURCHASE_MAX_LINES },
    bodyBytes: PURCHASE_MAX_BYTES,
    output: PlacedPurchaseSchema,
    creates: true,
    refuses: [
      'lines_refused',
      'total_changed',
      'total_too_low',
      'too_many_unpaid',
      'over_limit',
      'company_rule',
      'address_unproven',
      'ordering_blocked',
      'company_waiting',
      'forbidden',
      'not_found',
      'list_empty',
      'too_many_lists',
    ],
  }),
  listPurchases: call('GET /purchases', {
    may: 'purchase.read',
    summary:
      'Purchases, newest first: one person’s with `email`, otherwise all (staff and admins); `q` and `state` narrow them',
    query: PurchaseListQuerySchema,
    output: z.array(PurchaseSchema),
    refuses: ['forbidden'],
  }),
  getPurchase: call('GET /purchases/:id', {
    may: 'purchase.read',
    summary: 'One purchase, with its lines',
    output: PurchaseDetailSchema,
    refuses: ['not_found'],
  }),
  getPurchaseHistory: call('GET /purchases/:id/history', {
    may: 'purchase.read',
    summary: 'What happened to a purchase and its lines, oldest first',
    output: z.array(PurchaseEventSchema),
    refuses: ['not_found'],
  }),
  deletePurchase: call('DELETE /purchases/:id', {
    may: 'purchase.delete',
    summary: 'Delete an unpaid purchase with all of its lines; their stock goes back',
    output: DeletedSchema,
    refuses: DELETING,
  }),
  refundPieces: call('POST /purchases/:id/refunds', {
    may: 'order.refund',
    summary: 'Refund pieces of lines; those that are not shipped will not be',
    body: NewPartRefundSchema,
    most: { lines: PURCHASE_MAX_LINES },
    output: InsertedSchema,
    creates: true,
    refuses: [...REFUNDING, 'more_than_left'],
  }),
  refundAmount: call('POST /purchases/:id/refunds/amount', {
    may: 'order.refund',
    summary: 'Refund an amount without pieces, up to what is left of the payment',
    body: NewAmountRefundSchema,
    output: InsertedSchema,
    creates: true,
    refuses: REFUNDING,
  }),
  changeLines: call('PATCH /purchases/:id/lines', {
    may: 'purchase.changeLines',
    summary:
      'Change quantities of an unpaid purchase: at today’s price and rules, with its stock and its open payment; 0 takes a line out',
    body: NewLinesSchema,
    most: { lines: PURCHASE_MAX_LINES },
    output: PurchaseDetailSchema,
    refuses: [
      ...DELETING,
      'lines_refused',
      'total_changed',
      'total_too_low',
      'address_unproven',
      'ordering_blocked',
      'over_limit',
      'company_rule',
    ],
  }),
  changeShipTo: call('PUT /purchases/:id/address', {
    may: 'purchase.changeAddress',
    summary: 'Change where a purchase goes, before anything of it is shipped: by its buyer or staff',
    body: NewShipToSchema,
    output: ModifiedSchema,
    refuses: [
      'not_found',
      'shipped_already',
      'already_refunded',
      'address_changed',
      'purchase_full',
      'ordering_blocked',
      'over_limit',
      'company_rule',
    ],
  }),
  changeDetails: call('PATCH /purchases/:id/details', {
    may: 'purchase.changeDetails',
    summary:
      'Change the PO number, cost center, delivery wish, note or billing address of a purchase, before anything of it is shipped',
    body: PurchaseDetailsSchema,
    output: ModifiedSchema,
    refuses: [
      'not_found',
      'already_invoiced',
      'shipped_already',
      'already_refunded',
      'purchase_full',
      'ordering_blocked',
      'over_limit',
      'company_rule',
    ],
  }),
  askCancel: call('POST /purchases/:id/cancel', {
    may: 'purchase.askCancel',
    summary: 'Ask the shop to cancel a paid purchase: it refunds it, or says why not',
    body: ReasonSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'not_paid', 'already_refunded', 'shipped_already'],
  }),
  refuseCancel: call('POST /purchases/:id/cancel/refuse', {
    may: 'purchase.refuseCancel',
    summary: 'Say why a purchase is not cancelled as its buyer has asked; the buyer gets a mail',
    body: ReasonSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'cancel_not_asked'],
  }),
  addNote: call('POST /purchases/:id/notes', {
    may: 'purchase.note',
    summary: 'Write a note into the history of a purchase, for staff, or with `toBuyer` a mail to its buyer',
    body: NewNoteSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['not_found'],
  }),
  beginPurchasePayment: call('POST /purchases/:id/payment', {
    may: 'payment.make',
    summary: 'The one open payment of a purchase, of its total; repeats answer the same one',
    output: ClientSecretSchema,
    status: 200,
    refuses: [
      'over_limit',
      'ordering_blocked',
      ...SETTLING,
      'already_refunded',
      'address_unproven',
      'payment_provider_down',
      'payments_unavailable',
    ],
  }),
  payPurchase: call('PATCH /purchases/:id', {
    may: 'payment.make',
    summary: 'Mark a purchase paid by a succeeded payment, which the server looks up at the provider',
    body: OrderPaymentSchema,
    output: ModifiedSchema,
    refuses: PAYING,
  }),
};
