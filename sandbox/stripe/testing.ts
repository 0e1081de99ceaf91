import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import Stripe from 'stripe';
import { createDatabase } from '../testing.ts';
import { createStripeSandbox, type StripeSandbox } from './plugin.ts';

export interface RunningSandbox {
  origin: string;
  keys: StripeSandbox['keys'];
  pool: pg.Pool;
  /** The official SDK, without retries. */
  stripe: Stripe;
  warnings: unknown[];
  stop(): Promise<void>;
}

/** Starts one process of the sandbox: a server with its own connections; several may share a database. */
export async function startSandbox(
  databaseUrl: string,
  webhookUrl: () => string | undefined = () => undefined,
  mount: (app: FastifyInstance) => void = () => {},
): Promise<RunningSandbox> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', () => {});
  const warnings: unknown[] = [];
  const log = { info() {}, warn: (...args: unknown[]) => void warnings.push(args) };
  const sandbox = await createStripeSandbox({ pool, webhookUrl, log });
  const app = Fastify();
  // A route of the app, whose body parsing the plugin must not change.
  app.post('/json', async (request) => request.body);
  mount(app);
  await app.register(sandbox.plugin);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    keys: sandbox.keys,
    pool,
    stripe: sdk(sandbox.keys.secretKey, port),
    warnings,
    async stop() {
      await sandbox.close();
      await app.close();
      await pool.end();
    },
  };
}

/** A sandbox with its own database, which `stop` drops. */
export interface OwnSandbox extends RunningSandbox {
  /** Starts another process on the same database; it stops with this one. */
  startAnother(): Promise<RunningSandbox>;
}

/** @param mount adds routes to the server of the sandbox */
export async function startOwnSandbox(
  webhookUrl?: () => string,
  mount?: (app: FastifyInstance) => void,
): Promise<OwnSandbox> {
  const database = await createDatabase();
  const sandbox = await startSandbox(database.url, webhookUrl, mount);
  const running = [sandbox];
  return {
    ...sandbox,
    async startAnother() {
      const another = await startSandbox(database.url, webhookUrl);
      running.push(another);
      return another;
    },
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
      await database.drop();
    },
  };
}

/** A sandbox with its own database and webhook endpoint. */
export interface HeardSandbox extends OwnSandbox {
  receiver: Awaited<ReturnType<typeof startReceiver>>;
}

/** Starts a sandbox with a webhook endpoint, which stops with it. */
export async function startHeardSandbox(): Promise<HeardSandbox> {
  const receiver = await startReceiver();
  const sandbox = await startOwnSandbox(() => receiver.url);
  receiver.trust(sandbox.keys.webhookSecret);
  return {
    ...sandbox,
    receiver,
    async stop() {
      await sandbox.stop();
      await receiver.stop();
    },
  };
}

export function sdk(key: string, port: number | string): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: 20_000,
  });
}

/** Starts a webhook endpoint that verifies each signature with the SDK and keeps the accepted events. */
export async function startReceiver() {
  const accepted: Stripe.Event[] = [];
  const bodies: string[] = [];
  let answer: (event: Stripe.Event, response: ServerResponse) => void = (_event, response) => response.end();
  let secret = '';
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const signature = String(request.headers['stripe-signature']);
    const event = new Stripe('sk_test_x').webhooks.constructEvent(body, signature, secret);
    bodies.push(body);
    accepted.push(event);
    answer(event, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    accepted,
    bodies,
    types: () => accepted.map((event) => event.type),
    trust(webhookSecret: string): void {
      secret = webhookSecret;
    },
    respond(how: typeof answer): void {
      answer = how;
    },
    stop(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Waits until a condition holds. Throws after a minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for: ${what}`);
    await sleep(10);
  }
}

/** Returns the error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}

/** Injects a fault; see faults.ts. */
export async function addFault(stripe: Stripe, fault: Record<string, string | number>): Promise<void> {
  await stripe.rawRequest('POST', '/v1/sandbox/faults', fault);
}

export async function clearFaults(stripe: Stripe): Promise<void> {
  await stripe.rawRequest('DELETE', '/v1/sandbox/faults');
}

/** Creates an intent, by default of 100.00 USD. */
export function newIntent(stripe: Stripe, amount = 10_000): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({ amount, currency: 'usd', allowed_payment_method_types: ['card'] });
}

/** Returns a card as a browser would send it. */
export const card = (number: string, more: Partial<Stripe.PaymentMethodCreateParams.Card> = {}) => ({
  number,
  exp_month: 12,
  exp_year: new Date().getUTCFullYear() + 2,
  cvc: number.startsWith('3') && number.length === 15 ? '1234' : '123',
  ...more,
});
