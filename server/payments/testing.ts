import assert from 'node:assert/strict';
import Stripe from 'stripe';
import type { Product } from '#contract/products.ts';
import type { Database } from '../database/client.ts';
import { orderFor, type Person, type TestClient } from '../test-client.ts';
import { createStripeProvider, type PaymentProvider } from './provider.ts';

/** What Stripe answers to a confirmation. */
export interface ConfirmAnswer {
  id: string;
  status: string;
  amount: number;
  error?: { code: string };
}

/** A test shop with a product, and Stripe's dashboard and browser as seen from outside. */
export interface Till {
  product: Product;
  /** The provider by its secret key, as its owner's dashboard has it. */
  stripe: Stripe;
  secretKey: string;
  webhookSecret: string;
  place(person: Person, quantity?: number): Promise<{ id: string; total: number }>;
  createIntent(
    person: Person,
    body: object,
  ): Promise<{ status: number; body: { clientSecret: string; code?: string } }>;
  /** Places an order and begins its payment. */
  begin(person: Person): Promise<{ id: string; total: number; secret: string; intentId: string }>;
  /** Places an order and pays it by card, as the browser does. */
  payOrder(person: Person, card?: string): Promise<{ id: string; total: number; intentId: string }>;
  /** Confirms a payment as Stripe.js does, with the publishable key and the client secret. */
  pay(clientSecret: string, number?: string): Promise<{ status: number; body: ConfirmAnswer }>;
  settle(
    person: Person,
    orderId: string,
    transactionId: string,
  ): Promise<{ status: number; body: { code?: string } }>;
  /** Makes trouble at the provider; see sandbox/stripe/faults.ts. */
  addFault(fault: Record<string, string>): Promise<void>;
  clearFaults(): Promise<void>;
  stock(): Promise<number>;
}

/** `pi_1_secret_2` is the client secret of the intent `pi_1`. */
export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;

/** Adds a product with this much stock to a shop, and opens the till. */
export async function openTill(
  shop: TestClient & { database: Pick<Database, 'pool'> },
  available = 100_000,
): Promise<Till> {
  const admin = await shop.signInAdmin();
  const part = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 19.99 };
  const added = await shop.call('POST /products', { token: admin.token, body: { ...part, available } });
  const { body: product } = await shop.call(`GET /products/${added.body.insertedId}`);
  const { body: config } = await shop.call('GET /config');
  const { rows } = await shop.database.pool.query('select value from sandbox_stripe.settings');
  const secrets = JSON.stringify(rows);
  const { hostname, port } = new URL(shop.origin);
  const secretKey = secrets.match(/sk_test_\w+/)![0];
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });

  async function faults(method: 'POST' | 'DELETE', body?: URLSearchParams): Promise<void> {
    const headers = { authorization: `Bearer ${secretKey}` };
    const response = await fetch(`${shop.origin}/v1/sandbox/faults`, {
      method,
      headers,
      ...(body && { body }),
    });
    assert.ok(response.ok, await response.text());
  }

  const till: Till = {
    product,
    stripe,
    secretKey,
    webhookSecret: secrets.match(/whsec_\w+/)![0],
    async place(person, quantity) {
      const { body } = await shop.call('POST /orders', {
        token: person.token,
        body: orderFor(product, person, quantity),
      });
      const { body: order } = await shop.call(`GET /orders/${body.insertedId}`, { token: person.token });
      return { id: order._id, total: order.total };
    },
    createIntent: (person, body) => shop.call('POST /create-payment-intent', { token: person.token, body }),
    async begin(person) {
      const { id, total } = await till.place(person);
      const { body } = await till.createIntent(person, { price: total, orderId: id });
      return { id, total, secret: body.clientSecret, intentId: intentIdOf(body.clientSecret) };
    },
    async payOrder(person, card) {
      const { id, total, secret, intentId } = await till.begin(person);
      await till.pay(secret, card);
      assert.equal((await till.settle(person, id, intentId)).status, 200);
      return { id, total, intentId };
    },
    pay: (clientSecret, number) =>
      confirmPayment(shop.origin, config.stripe.publishableKey, clientSecret, number),
    settle: (person, orderId, transactionId) =>
      shop.call(`PATCH /orders/${orderId}`, {
        token: person.token,
        body: { order: product.name, transactionId },
      }),
    addFault: (fault) => faults('POST', new URLSearchParams(fault)),
    clearFaults: () => faults('DELETE'),
    stock: async () => (await shop.call(`GET /products/${product._id}`)).body.available,
  };
  return till;
}

/** The provider as a shop at `origin` reaches it. */
export function openProvider(origin: string, { secretKey, webhookSecret }: Till): PaymentProvider {
  const { hostname, port } = new URL(origin);
  const at = { host: hostname, port: Number(port), protocol: 'http' } as const;
  return createStripeProvider({ secretKey, webhookSecret, timeoutMs: 20_000, at });
}

/** Confirms a payment as Stripe.js does, with the publishable key and the client secret. */
export async function confirmPayment(
  origin: string,
  publishableKey: string,
  clientSecret: string,
  number = '4242424242424242',
): Promise<{ status: number; body: ConfirmAnswer }> {
  const response = await fetch(`${origin}/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return { status: response.status, body: (await response.json()) as ConfirmAnswer };
}
