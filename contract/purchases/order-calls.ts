import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import { NewRefundSchema } from '../payments/refunds.ts';
import { DELETING, PAYING, REFUNDING } from '../payments/settling.ts';
import {
  NewOrderSchema,
  OrderEventSchema,
  OrderListQuerySchema,
  OrderPaymentSchema,
  OrderSchema,
  OrderSummaryQuerySchema,
  OrderSummarySchema,
} from './orders.ts';

const call = callsOf('Orders');

/** The calls about orders. */
export const orderCalls = {
  placeOrder: call('POST /orders', {
    may: 'order.place',
    summary: 'Order a product; its stock is taken at once',
    body: NewOrderSchema,
    output: InsertedSchema,
    creates: true,
    refuses: [
      'not_found',
      'ambiguous_product',
      'price_changed',
      'out_of_stock',
      'total_too_low',
      'ordering_blocked',
      'company_waiting',
      'too_many_unpaid',
      'over_limit',
      'company_rule',
      'address_unproven',
    ],
  }),
  listOrders: call('GET /orders', {
    may: 'order.read',
    summary:
      'Orders, newest first: one person’s with `email`, otherwise all (staff and admins); `q` and `state` narrow them, with `linesEach` to some of each purchase',
    query: OrderListQuerySchema,
    output: z.array(OrderSchema),
    refuses: ['forbidden'],
    csv: true,
  }),
  summarizeOrders: call('GET /orders/summary', {
    may: 'order.sum',
    summary:
      'What one person has to pay, and what they have paid lately: how many orders, and dollars for them',
    query: OrderSummaryQuerySchema,
    output: OrderSummarySchema,
    refuses: ['forbidden'],
  }),
  getOrder: call('GET /orders/:id', {
    may: 'order.read',
    summary: 'One order by its id; by its purchase’s id the first of it that is not deleted',
    output: OrderSchema,
    refuses: ['not_found'],
  }),
  deleteOrder: call('DELETE /orders/:id', {
    may: 'order.delete',
    summary: 'Delete an unpaid order; its stock goes back',
    output: DeletedSchema,
    refuses: [...DELETING, 'ordering_blocked'],
  }),
  payOrder: call('PATCH /orders/:id', {
    may: 'payment.make',
    summary: 'Mark an order paid by a succeeded payment, which the server looks up at the provider',
    body: OrderPaymentSchema,
    output: ModifiedSchema,
    refuses: PAYING,
  }),
  getOrderHistory: call('GET /orders/:id/history', {
    may: 'order.read',
    summary: 'What happened to an order, oldest first',
    output: z.array(OrderEventSchema),
    refuses: ['not_found'],
  }),
  refundOrder: call('POST /orders/:id/refund', {
    may: 'order.refund',
    summary:
      'Refund a paid order: all that is left, or with `lines` pieces of its lines, as POST /purchases/{id}/refunds',
    body: NewRefundSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: REFUNDING,
  }),
};
