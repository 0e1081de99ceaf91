/** Schemas of payments, refunds that are due and disputes, each with an example. */
import {
  ClientSecretSchema,
  DueRefundSchema,
  ListedDisputeSchema,
  NewIntentSchema,
  PaymentProblemSchema,
  PaymentSchema,
  PaymentToAnswerSchema,
} from '../payments/schema.ts';
import { buyer, ID, type Named, named, ORDER_ID, TIME } from './examples.ts';

const dispute = {
  _id: 'du_1SxY2eLkdIwHu7ix',
  amount: 1925,
  withdrawn: 1925,
  status: 'needs_response',
  what: 'The buyer disputes this payment, and the bank has taken the money.',
  advice: 'Answer it at Stripe, or accept it there.',
  reason: 'fraudulent',
  openedAt: TIME,
  claim: 'The owner of the card says that they did not make this payment.',
  evidence: 'Ship nothing more of this order. Send what shows that they ordered.',
};

export const paymentSchemas: Record<string, Named> = {
  NewPayment: named(NewIntentSchema, { price: 1925, orderId: ORDER_ID }),
  ClientSecret: named(ClientSecretSchema, {
    clientSecret: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc_secret_p5H2kT9wXcVbN4mR7sLdQ8yJf',
  }),
  DueRefund: named(DueRefundSchema, {
    _id: ID,
    transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc',
    orderId: ORDER_ID,
    amount: 1925,
    why: 'Damaged on the way',
    who: 'admin@example.com',
    since: TIME,
    nextTryAt: TIME,
    tries: 1,
  }),
  Payment: named(PaymentSchema, {
    _id: ID,
    transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc',
    state: 'succeeded' as const,
    amount: 1925,
    refunded: 0,
    disputes: [],
  }),
  PaymentToAnswer: named(PaymentToAnswerSchema, {
    _id: ID,
    transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc',
    state: 'succeeded' as const,
    amount: 1925,
    refunded: 0,
    orderId: ORDER_ID,
    orderNumber: 'NB-100234',
    toDo: {
      what: 'The buyer disputes this payment, and the bank has taken the money.',
      advice: 'Answer it at Stripe, or accept it there.',
      amount: 1925,
    },
    disputes: [dispute],
  }),
  ListedDispute: named(ListedDisputeSchema, {
    ...dispute,
    transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc',
    asks: true,
    isOver: false,
    buyer,
    purchaseId: ID,
    orderId: ORDER_ID,
    orderNumber: 'NB-100234',
  }),
  PaymentProblem: named(PaymentProblemSchema, {
    operation: 'createIntent',
    kind: 'unreachable',
    times: 2,
    firstAt: TIME,
    lastAt: TIME,
    message: 'The connection was refused',
  }),
};
