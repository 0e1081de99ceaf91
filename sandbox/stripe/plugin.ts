import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { checkKey, keyOf, secretKeyNeeded } from './access.ts';
import { settlePayment } from './attempts.ts';
import { browserScript } from './browser-code.ts';
import type { Call, Handler } from './call.ts';
import { listCharges, retrieveCharge } from './charges.ts';
import { StripeError } from './errors.ts';
import { API_VERSION, listEvents, retrieveEvent } from './events.ts';
import { expand } from './expand.ts';
import { addFault, clearFaults, listFaults, type RequestFault, requestFault } from './faults.ts';
import { type Params, parseForm } from './form-body.ts';
import { type Answer, underKey } from './idempotency.ts';
import { takeStep } from './later.ts';
import { texts } from './parameters.ts';
import {
  cancelAuthentication,
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts';
import { createPaymentMethod, retrievePaymentMethod } from './payment-methods.ts';
import {
  createRefund,
  failRefund,
  listRefunds,
  retrieveRefund,
  settleRefund,
  updateRefund,
} from './refunds.ts';
import { type Keys, prepareSchema } from './schema.ts';
import { newId, transaction } from './store.ts';
import { mountThreeDSecure, THREE_D_SECURE_CSS } from './three-d-secure.ts';
import { startDeliveries } from './webhooks.ts';

export interface StripeSandboxOptions {
  /** Where its state lives, in the schema `sandbox_stripe`. Better a pool of its own: see README.md. */
  pool: pg.Pool;
  /** Where events go right now; undefined: they are kept until there is an address. */
  webhookUrl: () => string | undefined;
  log?: { info(o: object, m?: string): void; warn(o: object, m?: string): void };
}

export interface StripeSandbox {
  /** Random, one set for each database. */
  keys: Keys;
  /** Mounts /v1/*, /sandbox/stripe.js and the window of 3-D Secure. */
  plugin: FastifyPluginAsync;
  /** Stops deliveries. */
  close(): Promise<void>;
}

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  handler: Handler;
  /** May be called with the publishable key (and a client_secret). */
  browser?: true;
}

/** Everything the API does: https://docs.stripe.com/api, and our own /v1/sandbox. */
const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_intents', handler: createPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', handler: listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', handler: retrievePaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id', handler: updatePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', handler: confirmPaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handler: cancelPaymentIntent },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/source_cancel',
    handler: cancelAuthentication,
    browser: true,
  },
  { method: 'POST', path: '/v1/payment_methods', handler: createPaymentMethod, browser: true },
  { method: 'GET', path: '/v1/payment_methods/:id', handler: retrievePaymentMethod },
  { method: 'GET', path: '/v1/charges', handler: listCharges },
  { method: 'GET', path: '/v1/charges/:id', handler: retrieveCharge },
  { method: 'POST', path: '/v1/refunds', handler: createRefund },
  { method: 'GET', path: '/v1/refunds', handler: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', handler: retrieveRefund },
  { method: 'POST', path: '/v1/refunds/:id', handler: updateRefund },
  { method: 'GET', path: '/v1/events', handler: listEvents },
  { method: 'GET', path: '/v1/events/:id', handler: retrieveEvent },
  { method: 'POST', path: '/v1/sandbox/faults', handler: addFault },
  { method: 'GET', path: '/v1/sandbox/faults', handler: listFaults },
  { method: 'DELETE', path: '/v1/sandbox/faults', handler: clearFaults },
];

/** A stand-in for the part of Stripe that a shop with card payments uses. */
export async function createStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { pool, log } = options;
  const { fingerprintSecret, ...keys } = await prepareSchema(pool);
  const deliveries = startDeliveries({
    ...options,
    webhookSecret: keys.webhookSecret,
    takeStep: () =>
      takeStep(pool, {
        payment_succeeds: settlePayment,
        refund_succeeds: settleRefund,
        refund_fails: failRefund,
      }),
  });

  /** Connections that a fault keeps without an answer. */
  const cuts = new Set<() => void>();

  /** Runs one request; POST in a transaction that holds its effects, its events and its answer. */
  async function run(route: Route, call: Omit<Call, 'db'>, path: string): Promise<Answer> {
    if (route.method === 'GET') return settle(route, { ...call, db: pool });
    const answer = await transaction(pool, (db) => {
      const work = () => settle(route, { ...call, db });
      if (route.method !== 'POST' || call.idempotencyKey === null) return work();
      const { idempotencyKey: key, params, requestId } = call;
      return underKey(db, { key, endpoint: path, params, requestId }, work);
    });
    deliveries.wake();
    return answer;
  }

  /** The answer of a handler; what it did is undone when it refuses. */
  async function settle(route: Route, call: Call): Promise<Answer & { keep: boolean }> {
    const { db, requestId } = call;
    const post = route.method !== 'GET';
    if (post) await db.query('savepoint handler');
    try {
      const { expand: _, ...params } = call.params;
      const paths = texts(call.params, 'expand') ?? [];
      // A copy: expanding must not reach the object that an event has as it was.
      const answer = { ...(await route.handler({ ...call, params })) };
      await expand(db, answer, paths);
      return { status: 200, body: JSON.stringify(answer, null, 2), requestId, keep: true };
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      if (post && error.outcome !== 'effective') await db.query('rollback to savepoint handler');
      return { ...answerOf(error, requestId), keep: error.outcome !== 'refused' };
    }
  }

  async function handle(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const requestId = newId('req');
    const [path = '', query = ''] = request.url.split('?', 2);
    const fault = await requestFault(pool, request.method, path);
    if (fault && (await disturb(fault, 'before', reply, requestId, cuts))) return reply;
    const { publishable } = checkKey(keyOf(request.headers.authorization), keys);
    if (publishable && !route.browser) throw secretKeyNeeded();
    const key = request.headers['idempotency-key'];
    const params: Params = parseForm(route.method === 'POST' ? String(request.body ?? '') : query);
    const answer = await run(
      route,
      {
        params,
        id: (request.params as { id?: string }).id ?? '',
        publishable,
        requestId,
        idempotencyKey: typeof key === 'string' && key !== '' ? key : null,
        version: String(request.headers['stripe-version'] ?? API_VERSION),
        origin: `${request.protocol}://${request.host}`,
        fingerprintSecret,
        ...(fault?.effect === 'processing' && { processingMs: fault.ms }),
      },
      path,
    );
    if (fault && (await disturb(fault, 'after', reply, requestId, cuts))) return reply;
    if (typeof key === 'string') reply.header('idempotency-key', key);
    if (answer.replayed) {
      reply.header('idempotent-replayed', 'true').header('original-request', answer.requestId);
    }
    return send(reply, { ...answer, requestId });
  }

  const plugin: FastifyPluginAsync = async (app) => {
    takeForms(app);
    app.setErrorHandler((error, request, reply) => {
      if (!(error instanceof StripeError))
        log?.warn({ err: error, url: request.url }, 'the Stripe sandbox failed');
      return send(reply, answerOf(error, newId('req')));
    });
    for (const route of ROUTES) {
      app.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => handle(route, request, reply),
      });
    }
    app.all('/v1/*', async (request) => {
      throw new StripeError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      });
    });
    asset(app, '/sandbox/stripe.js', 'text/javascript', () => browserScript('stripe.js'));
    asset(app, '/sandbox/stripe/three-d-secure.js', 'text/javascript', () =>
      browserScript('three-d-secure.js'),
    );
    asset(app, '/sandbox/stripe/three-d-secure.css', 'text/css', async () => THREE_D_SECURE_CSS);
    mountThreeDSecure(app, { pool, fingerprintSecret, committed: deliveries.wake });
    app.addHook('onListen', async () => deliveries.wake());
    app.addHook('preClose', async () => {
      for (const cut of cuts) cut();
    });
  };

  return { keys, plugin, close: deliveries.close };
}

/** Forms stay text here, whatever the app around does with bodies. */
function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 256 * 1024 }, (_request, body, done) => {
    done(null, body);
  });
}

/** Serves a text that is made for the first who asks. */
function asset(app: FastifyInstance, path: string, type: string, make: () => Promise<string>): void {
  let made: Promise<string> | undefined;
  app.get(path, async (_request, reply) => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'no-cache')
      .send(await made);
  });
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .header('request-id', answer.requestId)
    .header('stripe-version', API_VERSION)
    .header('cache-control', 'no-cache, no-store')
    .type('application/json')
    .send(answer.body);
}

function answerOf(error: unknown, requestId: string): Answer {
  const known = error instanceof StripeError ? error : unknownError(error);
  return { status: known.status, body: JSON.stringify({ error: known.fields }, null, 2), requestId };
}

/** What Fastify refuses (a body that is too large) keeps its status; all else is a failure of the sandbox. */
function unknownError(error: unknown): StripeError {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) {
    return new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });
  }
  return new StripeError(status, { type: 'invalid_request_error', message: (error as Error).message });
}

/** Does what a fault asks for at this moment; answers whether the request ends with it. */
async function disturb(
  fault: RequestFault,
  moment: RequestFault['when'],
  reply: FastifyReply,
  requestId: string,
  cuts: Set<() => void>,
): Promise<boolean> {
  if (fault.when !== moment || fault.effect === 'processing') return false;
  if (fault.effect === 'delay') {
    await sleep(fault.ms, undefined, { ref: false });
    return false;
  }
  if (fault.effect === 'error') {
    const limited = fault.status === 429;
    const error = new StripeError(fault.status, {
      type: limited ? 'invalid_request_error' : 'api_error',
      ...(limited && { code: 'rate_limit' }),
      message: limited
        ? 'Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.'
        : 'An unknown error occurred',
    });
    send(reply, answerOf(error, requestId));
    return true;
  }
  reply.hijack();
  const { socket } = reply.raw;
  const cut = () => socket?.destroy();
  if (fault.effect === 'drop') cut();
  else {
    // Never answered: until the client gives up, or for as long as the fault says.
    cuts.add(cut);
    const timer = setTimeout(cut, fault.ms);
    timer.unref();
    socket?.once('close', () => {
      cuts.delete(cut);
      clearTimeout(timer);
    });
  }
  return true;
}
