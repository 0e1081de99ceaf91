import type { FastifyRequest } from 'fastify';
import { toCents } from '#contract/kernel/money.ts';
import type { paymentCalls } from '#contract/payments/calls.ts';
import { isTokenValid } from '../accounts/tokens.ts';
import { type HandlersOf, SignedHandler } from '../ground/handling/handler.ts';
import { listAnswer } from '../ground/handling/page.ts';
import { notFound, unauthorized } from '../ground/handling/problem.ts';
import { attemptOf, onceOutside } from '../ground/idempotency/idempotency.ts';
import { WEBHOOK } from '../log/queries.ts';
import { findPurchaseOf } from '../purchases/queries.ts';
import { retryRefund } from './ask-refund.ts';
import { takeInDispute } from './disputes.ts';
import { countDueRefunds, listDueRefunds } from './due-refunds.ts';
import { countDisputes, listDisputes } from './list-disputes.ts';
import { listOrderPayments } from './order-payments.ts';
import { type PayingContext, payAmount, payOrder } from './pay.ts';
import { countPaymentsToAnswer, listPaymentsToAnswer } from './payments-to-answer.ts';
import { listPaymentProblems } from './problems.ts';
import { insertProviderEvent } from './queries.ts';
import { looksSigned } from './signed-event.ts';
import { type PaymentContext, takeIn } from './take-in.ts';
import { withdrawRefund } from './withdraw-refund.ts';

export type PaymentCalls = keyof typeof paymentCalls;

export function paymentHandlers(context: PayingContext): HandlersOf<PaymentCalls> {
  const { db } = context.database;
  return {
    async createPaymentIntent({ body, caller, reach, idempotencyKey }) {
      const deciding = { cents: toCents(body.price), orderId: body.orderId };
      const attempt = attemptOf(caller.userId, 'createPaymentIntent', idempotencyKey, deciding);
      const answer = await onceOutside(db, attempt, async () => ({
        clientSecret:
          body.orderId === undefined
            ? await payAmount(context, reach, body.price)
            : await payOrder(context, reach, body.orderId, body.price),
      }));
      // Last: the provider may have taken long, and meanwhile the payer may have been removed, or have signed out.
      // guard: server/payments/removed-payer.test.ts
      if (!(await isTokenValid(db, caller.tokenHash))) throw unauthorized();
      return answer;
    },

    receiveStripeEvent: new SignedHandler(
      async ({ body, request }) => {
        await receiveEvent(context, body, signatureOf(request));
        return { received: true };
      },
      (request) => looksSigned(signatureOf(request)),
    ),

    async listOrderPayments({ params, reach }) {
      if (!(await findPurchaseOf(db, params.id, reach))) throw notFound('order');
      return listOrderPayments(db, params.id);
    },

    async retryRefund({ params, caller, reach }) {
      await retryRefund(context, params.id, reach, caller);
      return { modifiedCount: 1 };
    },

    async withdrawRefund({ params, body: { why }, caller, reach }) {
      await withdrawRefund(context.database, params.id, reach, why, caller.email);
      return { modifiedCount: 1 };
    },

    async listDueRefunds({ query }) {
      return listAnswer(await listDueRefunds(db, query), await countDueRefunds(db));
    },

    async listPaymentsToAnswer({ query }) {
      return listAnswer(await listPaymentsToAnswer(db, query), await countPaymentsToAnswer(db));
    },

    async listDisputes({ query }) {
      return listAnswer(await listDisputes(db, query), await countDisputes(db, query));
    },

    listPaymentProblems: () => listPaymentProblems(db),
  };
}

function signatureOf({ headers }: FastifyRequest): string {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : '';
}

/**
 * Takes in an event of the provider: it only makes the shop look at the intent or dispute it is about. What comes of that, and
 * that the event was taken in, are written in one transaction.
 */
async function receiveEvent(
  context: PaymentContext,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = context.provider.readEvent(body, signature);
  if (event.disputeId !== undefined) await takeInDispute(context, event.disputeId, WEBHOOK, event);
  else if (event.intentId === undefined) await insertProviderEvent(context.database.db, event);
  else await takeIn(context, event.intentId, WEBHOOK, event);
}
