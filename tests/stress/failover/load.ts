import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '#contract/products/schema.ts';
import { type ConfirmAnswer, confirmPayment, intentIdOf } from '../../fixtures/payments.ts';
import {
  type CallOptions,
  type CallResult,
  orderFor,
  type Person,
  type TestClient,
} from '../../test-client.ts';
import type { Acknowledged } from './acknowledged.ts';

/** Buyers and readers at work. */
export interface Load {
  /** Answers to what buyers do, by status. */
  answers: Map<number, number>;
  /** Reads that were answered, and the longest one of a round in milliseconds, with its path. */
  reads: { count: number; longest: number; path: string };
  /** What should not have been: a sentence each. */
  wrong: string[];
  /** Buyers finish what they have begun. */
  stop(): Promise<void>;
}

export interface Goods {
  shop: TestClient;
  product: Product;
  people: Person[];
  provider: { paymentsAt: string; publishableKey: string };
}

/** Between two orders of a buyer: a shop's limit for one account is an order a second. */
const ORDER_EVERY_MS = 1_000;
/** Buyers are told to wait for seconds; these do not, to see when it goes on. */
const RETRY_AFTER_MS = 200;
const READ_EVERY_MS = 100;

/** Starts buyers, who order and pay until they are stopped, and a reader. What is acknowledged is written down. */
export function startLoad({ shop, product, people, provider }: Goods, acknowledged: Acknowledged): Load {
  const load: Pick<Load, 'answers' | 'reads' | 'wrong'> = {
    answers: new Map(),
    reads: { count: 0, longest: 0, path: '' },
    wrong: [],
  };
  let stopped = false;

  /** Asks until the answer is not 503; undefined after one that should not be. */
  async function insist(route: string, options: CallOptions, good: number): Promise<CallResult | undefined> {
    for (;;) {
      const answer = await shop.call(route, options).catch(String);
      if (typeof answer === 'string') {
        load.wrong.push(`${route} got no answer: ${answer}`);
      } else {
        load.answers.set(answer.status, (load.answers.get(answer.status) ?? 0) + 1);
        if (answer.status === good) return answer;
        const words = `${route} was answered ${answer.status} ${JSON.stringify(answer.body)}`;
        if (answer.status !== 503) return void load.wrong.push(words);
        if (!answer.headers.get('retry-after')) load.wrong.push(`${words} without Retry-After`);
      }
      await wait(RETRY_AFTER_MS);
    }
  }

  async function buy(person: Person): Promise<void> {
    const { token } = person;
    const key = crypto.randomUUID();
    const body = orderFor(product, person);
    const placed = await insist('POST /orders', { token, body, headers: { 'idempotency-key': key } }, 201);
    if (!placed) return;
    const orderId: string = placed.body.insertedId;
    acknowledged.order(orderId, key);
    const wanted = {
      ...{ token, body: { price: 100 * product.price, orderId } },
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    const intent = await insist('POST /create-payment-intent', wanted, 200);
    if (!intent) return;
    const secret: string = intent.body.clientSecret;
    const confirmed = await confirmPayment(provider.paymentsAt, provider.publishableKey, secret);
    if ((confirmed.body as ConfirmAnswer).status !== 'succeeded')
      return void load.wrong.push(`the provider answered ${JSON.stringify(confirmed)}`);
    acknowledged.charged.add(orderId);
    const transaction = { token, body: { transactionId: intentIdOf(secret) } };
    if (await insist(`PATCH /orders/${orderId}`, transaction, 200)) acknowledged.paid.add(orderId);
  }

  async function buyOnAndOn(person: Person): Promise<void> {
    while (!stopped) {
      const next = wait(ORDER_EVERY_MS);
      await buy(person).catch((error) => load.wrong.push(String(error)));
      await next;
    }
  }

  async function readOnAndOn(): Promise<void> {
    const paths = ['/', '/products', '/allProducts', `/products/${product._id}`];
    for (let n = 0; !stopped; n += 1) {
      const path = paths[n % paths.length]!;
      const begun = performance.now();
      const status = await shop.call(`GET ${path}`).then(
        (answer) => answer.status,
        (error) => `no answer: ${error}`,
      );
      load.reads.count += 1;
      const took = performance.now() - begun;
      if (took > load.reads.longest) Object.assign(load.reads, { longest: took, path });
      if (status !== 200) load.wrong.push(`GET ${path}: ${status}`);
      await wait(READ_EVERY_MS);
    }
  }

  const working = [...people.map(buyOnAndOn), readOnAndOn()];
  return {
    ...load,
    async stop() {
      stopped = true;
      await Promise.all(working);
    },
  };
}
