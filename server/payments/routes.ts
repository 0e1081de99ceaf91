import type { HandlersOf } from '../http/handler.ts';
import type { Payments } from './payments.ts';

export function paymentHandlers(
  payments: Payments,
): HandlersOf<'createPaymentIntent' | 'receiveStripeEvent'> {
  return {
    async createPaymentIntent({ body, caller }) {
      const clientSecret =
        body.orderId === undefined
          ? await payments.payAmount(caller, body.price)
          : await payments.payOrder(caller, body.orderId, body.price);
      return { clientSecret };
    },

    async receiveStripeEvent({ body, request }) {
      const signature = request.headers['stripe-signature'];
      await payments.receiveEvent(body, typeof signature === 'string' ? signature : undefined);
      return { received: true };
    },
  };
}
