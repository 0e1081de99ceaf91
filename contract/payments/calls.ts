import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { ModifiedSchema, pageFields, ReasonSchema } from '../kernel/fields.ts';
import {
  ClientSecretSchema,
  DisputeListQuerySchema,
  DueRefundSchema,
  ListedDisputeSchema,
  NewIntentSchema,
  PaymentProblemSchema,
  PaymentSchema,
  PaymentToAnswerSchema,
} from './schema.ts';
import { SETTLING } from './settling.ts';

const call = callsOf('Payment');

/** The calls about payments. */
export const paymentCalls = {
  createPaymentIntent: call('POST /create-payment-intent', {
    may: 'payment.make',
    summary: 'The payment of an order, or of an amount; repeats answer the same one',
    body: NewIntentSchema,
    output: ClientSecretSchema,
    status: 200,
    creates: true,
    refuses: [
      'over_limit',
      'ordering_blocked',
      'company_waiting',
      ...SETTLING,
      'price_mismatch',
      'already_refunded',
      'address_unproven',
      'payment_provider_down',
      'payments_unavailable',
    ],
  }),
  receiveStripeEvent: call('POST /webhooks/stripe', {
    proof: 'signature',
    may: 'payment.report',
    summary: 'Signed events of the payment provider',
    body: 'raw',
    output: z.object({ received: z.literal(true) }),
    status: 200,
    refuses: ['bad_signature', 'bad_event', 'payment_provider_down', 'payments_unavailable'],
  }),

  listDueRefunds: call('GET /payments/refunds-due', {
    may: 'payment.read',
    summary:
      'Refunds that the payment provider has not confirmed yet, oldest first. Refused ones are payments to answer',
    query: z.object(pageFields),
    output: z.array(DueRefundSchema),
  }),
  listPaymentsToAnswer: call('GET /payments/to-answer', {
    may: 'payment.read',
    summary: 'Payments with a dispute to answer or a refused refund, oldest first',
    query: z.object(pageFields),
    output: z.array(PaymentToAnswerSchema),
  }),
  listDisputes: call('GET /payments/disputes', {
    may: 'payment.read',
    summary: 'Disputes of buyers’ banks with their reasons and what to do, the one opened last first',
    query: DisputeListQuerySchema,
    output: z.array(ListedDisputeSchema),
  }),
  listPaymentProblems: call('GET /payments/problems', {
    may: 'payment.read',
    summary: 'What went wrong between the shop and its payment provider, by kind, the latest first',
    output: z.array(PaymentProblemSchema),
  }),

  listOrderPayments: call('GET /orders/:id/payments', {
    may: 'payment.read',
    summary: 'The payments of an order, oldest first, with refused refunds and disputes',
    output: z.array(PaymentSchema),
    refuses: ['not_found'],
  }),
  retryRefund: call('POST /payments/:id/refund', {
    may: 'payment.refund',
    summary: 'Try a refund again that has stopped',
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'not_stopped', 'refund_refused', 'refund_pending'],
  }),
  withdrawRefund: call('POST /payments/:id/refund/withdraw', {
    may: 'payment.refund',
    summary: 'Give up a refund of a whole order that has stopped: the order stays paid',
    body: ReasonSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'not_stopped', 'refund_owed'],
  }),
};
