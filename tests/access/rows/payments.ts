import type { PaymentCalls } from '../../../server/payments/routes.ts';
import { intentIdOf } from '../../fixtures/payments.ts';
import { NOT_FOUND, type Rows, type Stage } from '../row.ts';

/** An order of the customer's and a payment of it, which has succeeded where it is `needed`. */
export async function payableOrder({ till, customer }: Stage, needed: boolean) {
  const { id, total } = await till.place(customer);
  if (!needed) return { id, transactionId: 'pi_none' };
  const { body } = await till.createIntent(customer, { price: total, orderId: id });
  await till.pay(body.clientSecret);
  return { id, transactionId: intentIdOf(body.clientSecret) };
}

/** The payment of an order of the customer's whose refund has stopped. */
async function stopped(stage: Stage, admitted: boolean) {
  const { id, transactionId } = await payableOrder(stage, admitted);
  if (!admitted) return { params: { id } };
  await stage.till.settle(stage.customer, id, transactionId);
  const { rows } = await stage.shop.database.pool.query(
    `update payments set state = 'refused', refund_problem = 'balance_insufficient', refund_reason = 'Broken',
       refund_next_at = now() where intent_id = $1 returning id`,
    [transactionId],
  );
  return { params: { id: rows[0].id } };
}

export const paymentRows: Rows<PaymentCalls> = {
  createPaymentIntent: [
    {
      about: 'of an order',
      who: 'the owner',
      others: NOT_FOUND,
      async arrange({ till, customer }) {
        const { id, total } = await till.place(customer);
        return { body: { price: total, orderId: id } };
      },
    },
    { about: 'of an amount', who: 'everyone signed in', arrange: () => ({ body: { price: 12.5 } }) },
  ],
  receiveStripeEvent: {
    who: 'the provider',
    arrange: () => ({ body: { type: 'payment_intent.succeeded' } }),
  },
  listDueRefunds: { who: 'admins' },
  listDisputes: { who: 'admins' },
  listPaymentsToAnswer: { who: 'admins' },
  listPaymentProblems: { who: 'admins' },
  listOrderPayments: {
    who: 'admins',
    arrange: async ({ till, customer }) => ({ params: { id: (await till.place(customer)).id } }),
  },
  retryRefund: { who: 'admins', arrange: stopped },
  withdrawRefund: {
    who: 'admins',
    async arrange(stage, admitted) {
      return { ...(await stopped(stage, admitted)), body: { why: 'The card is closed' } };
    },
  },
};
