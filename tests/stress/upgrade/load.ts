import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '#contract/products/schema.ts';
import { type ConfirmAnswer, confirmPayment, intentIdOf } from '../../fixtures/payments.ts';
import { createTestClient, orderFor, type Person } from '../../test-client.ts';
import { until } from '../../until.ts';

/** What clients have asked for, and what they were answered. */
export interface Load {
  requests: number;
  /** Requests that failed, a line each. */
  failures: string[];
  /** The longest time that a request took, in milliseconds. */
  longestMs: number;
  /** The longest time in which no order was placed, in milliseconds. */
  longestPauseMs: number;
  orders: string[];
  paid: string[];
  /** Waits for so many further requests, of all kinds. */
  untilMore(requests: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Buyers who order and pay, readers of calls, and visitors who open pages with their scripts, until stopped. Each request has to be answered
 * as in any quiet hour: nothing is tried again here.
 */
export async function startLoad(
  origin: string,
  product: Product,
  { clients, turnMs }: { clients: number; turnMs: number },
): Promise<Load> {
  const shop = createTestClient(origin);
  const { body: config } = await shop.call('GET /config');
  let isStopped = false;
  let lastOrder = performance.now();
  const load: Load = {
    ...{ requests: 0, failures: [], longestMs: 0, longestPauseMs: 0, orders: [], paid: [] },
    untilMore(more) {
      const until_ = load.requests + more;
      return until(async () => load.requests >= until_ || load.failures.length > 20);
    },
    async stop() {
      isStopped = true;
      await Promise.all(working);
    },
  };

  /** Sends a request, and notes it. Throws when it failed. */
  async function ask<Answer extends { status: number; body: unknown }>(
    what: string,
    expected: number,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const begun = performance.now();
    let said = '';
    try {
      const answer = await send();
      if (answer.status === expected) return answer;
      said = `${answer.status} ${JSON.stringify(answer.body ?? '').slice(0, 200)}`;
    } catch (error) {
      said = `${error} ${(error as Error).cause ?? ''}`;
    } finally {
      load.requests += 1;
      load.longestMs = Math.max(load.longestMs, performance.now() - begun);
    }
    load.failures.push(`${what}: ${said}`);
    throw new Error(said);
  }

  async function buy(person: Person): Promise<void> {
    const { token } = person;
    const placed = await ask('POST /orders', 201, () =>
      shop.call('POST /orders', { token, body: orderFor(product, person) }),
    );
    const now = performance.now();
    load.longestPauseMs = Math.max(load.longestPauseMs, now - lastOrder);
    lastOrder = now;
    const orderId: string = placed.body.insertedId;
    load.orders.push(orderId);
    const intent = await ask('POST /create-payment-intent', 200, () =>
      shop.call('POST /create-payment-intent', { token, body: { price: product.price * 100, orderId } }),
    );
    const secret: string = intent.body.clientSecret;
    const confirmed = await ask('confirm', 200, () =>
      confirmPayment(origin, config.stripe.publishableKey, secret),
    );
    if ((confirmed.body as ConfirmAnswer).status !== 'succeeded') throw new Error('not paid');
    await ask('PATCH /orders', 200, () =>
      shop.call(`PATCH /orders/${orderId}`, { token, body: { transactionId: intentIdOf(secret) } }),
    );
    load.paid.push(orderId);
  }

  async function read(person: Person): Promise<void> {
    const { token } = person;
    for (const route of ['/products?limit=20', `/products/${product._id}`])
      await ask(`GET ${route}`, 200, () => shop.call(`GET ${route}`));
    await ask('GET /orders', 200, () => shop.call(`GET /orders?email=${person.email}&limit=10`, { token }));
  }

  async function visit(): Promise<void> {
    for (const path of ['/', '/allProducts', `/products/${product._id}`]) {
      const page = await ask(`page ${path}`, 200, async () => {
        const answer = await fetch(origin + path, { headers: { accept: 'text/html' } });
        return { status: answer.status, body: await answer.text() };
      });
      const scripts = new Set(page.body.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
      if (scripts.size === 0) throw new Error(`${path} has no scripts`);
      // At once, as a browser does.
      await Promise.all(
        [...scripts].map((script) =>
          ask(`script of ${path}`, 200, async () => {
            const answer = await fetch(origin + script);
            return { status: answer.status, body: await answer.text() };
          }),
        ),
      );
    }
  }

  const repeat = async (turn: () => Promise<void>) => {
    while (!isStopped) {
      // A failure is noted already.
      await turn().catch(() => {});
      await pause(turnMs);
    }
  };
  const people = await Promise.all(Array.from({ length: clients }, () => shop.signUp()));
  const working = people.flatMap((person) => [
    repeat(() => buy(person)),
    repeat(() => read(person)),
    repeat(visit),
  ]);
  lastOrder = performance.now();
  return load;
}
