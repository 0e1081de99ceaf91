import type { Handler } from './call.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import { listEvents, retrieveEvent } from './events.ts';
import { addFault, clearFaults } from './faults.ts';
import { listing } from './lists.ts';
import { allow } from './parameters.ts';
import {
  cancelAuthentication,
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  retrievePaymentIntent,
} from './payment-intents.ts';
import { createPaymentMethod } from './payment-methods.ts';
import { createRefund } from './refunds.ts';
import { get, type Kind } from './store.ts';

/** A call of the API. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  handler: Handler;
  /** May be called with the publishable key (and a client_secret). */
  browser?: true;
}

/** Returns the handler that returns one object of a kind. */
function retrieval(kind: Kind): Handler {
  return async ({ db, id, params }) => {
    allow(params, []);
    return (await get(db, kind, id)).body;
  };
}

/** All calls: https://docs.stripe.com/api, and the sandbox's own /v1/sandbox. */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_intents', handler: createPaymentIntent },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handler: listing('payment_intent', '/v1/payment_intents', ['customer']),
  },
  { method: 'GET', path: '/v1/payment_intents/:id', handler: retrievePaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', handler: confirmPaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handler: cancelPaymentIntent },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/source_cancel',
    handler: cancelAuthentication,
    browser: true,
  },
  { method: 'POST', path: '/v1/payment_methods', handler: createPaymentMethod, browser: true },
  { method: 'GET', path: '/v1/charges', handler: listing('charge', '/v1/charges', ['payment_intent']) },
  { method: 'GET', path: '/v1/charges/:id', handler: retrieval('charge') },
  { method: 'POST', path: '/v1/refunds', handler: createRefund },
  {
    method: 'GET',
    path: '/v1/refunds',
    handler: listing('refund', '/v1/refunds', ['payment_intent', 'charge']),
  },
  { method: 'GET', path: '/v1/refunds/:id', handler: retrieval('refund') },
  {
    method: 'GET',
    path: '/v1/disputes',
    handler: listing('dispute', '/v1/disputes', ['payment_intent', 'charge']),
  },
  { method: 'GET', path: '/v1/disputes/:id', handler: retrieval('dispute') },
  { method: 'POST', path: '/v1/disputes/:id', handler: updateDispute },
  { method: 'POST', path: '/v1/disputes/:id/close', handler: closeDispute },
  { method: 'GET', path: '/v1/events', handler: listEvents },
  { method: 'GET', path: '/v1/events/:id', handler: retrieveEvent },
  { method: 'POST', path: '/v1/sandbox/faults', handler: addFault },
  { method: 'DELETE', path: '/v1/sandbox/faults', handler: clearFaults },
];
