import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { mountStylesheet, readBodiesAsText } from '../page.ts';
import { transaction } from '../transaction.ts';
import { checkKey, keyOf, secretKeyNeeded } from './access.ts';
import { answer } from './answer.ts';
import { answerOf, send } from './answers.ts';
import { settlePayment } from './attempts.ts';
import { browserScript } from './browser-code.ts';
import type { Call } from './call.ts';
import { settleDispute } from './disputes.ts';
import { disturb } from './disturb.ts';
import { StripeError } from './errors.ts';
import { requestFault } from './faults.ts';
import { type Params, parseForm } from './form-body.ts';
import { type Answer, underKey } from './idempotency.ts';
import { takeStep } from './later.ts';
import { failRefund, settleRefund } from './refunds.ts';
import { ROUTES, type Route } from './routes.ts';
import { type Keys, prepareSchema } from './schema.ts';
import { newId } from './store.ts';
import { BANK, mountThreeDSecure } from './three-d-secure.ts';
import { startDeliveries } from './webhooks.ts';

export interface StripeSandboxOptions {
  /** The database of its state, in the schema `sandbox_stripe`. Use a separate pool: see README.md. */
  pool: pg.Pool;
  /** The current webhook endpoint; while it is undefined, events wait. */
  webhookUrl: () => string | undefined;
  log?: { info(o: object, m?: string): void; warn(o: object, m?: string): void };
}

export interface StripeSandbox {
  /** Random, one set for each database. */
  keys: Keys;
  /** Mounts /v1/*, /sandbox/stripe.js and the 3-D Secure page. */
  plugin: FastifyPluginAsync;
  /** Stops deliveries. */
  close(): Promise<void>;
}

/** Creates a stand-in for the part of Stripe that a shop with card payments uses. */
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
        dispute_closes: settleDispute,
      }),
  });

  /** Close the connections that a fault leaves without a response. */
  const cuts = new Set<() => void>();

  /** Runs a request; a POST in one transaction with its effects, events and stored response. */
  async function run(route: Route, call: Omit<Call, 'db'>, path: string): Promise<Answer> {
    if (route.method === 'GET') return answer(route, { ...call, db: pool });
    const answered = await transaction(pool, (db) => {
      const work = () => answer(route, { ...call, db });
      if (route.method !== 'POST' || call.idempotencyKey === null) return work();
      const { idempotencyKey: key, params, requestId } = call;
      return underKey(db, { key, endpoint: path, params, requestId }, work);
    });
    deliveries.wake();
    return answered;
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
    const answered = await run(
      route,
      {
        params,
        id: (request.params as { id?: string }).id ?? '',
        publishable,
        requestId,
        idempotencyKey: typeof key === 'string' && key !== '' ? key : null,
        origin: `${request.protocol}://${request.host}`,
        fingerprintSecret,
        ...(fault?.effect === 'processing' && { processingMs: fault.ms }),
      },
      path,
    );
    if (fault && (await disturb(fault, 'after', reply, requestId, cuts))) return reply;
    if (typeof key === 'string') reply.header('idempotency-key', key);
    if (answered.replayed) {
      reply.header('idempotent-replayed', 'true').header('original-request', answered.requestId);
    }
    return send(reply, { ...answered, requestId });
  }

  const plugin: FastifyPluginAsync = async (app) => {
    readBodiesAsText(app, 256 * 1024);
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
    serveScript(app, '/sandbox/stripe.js', 'stripe.js');
    serveScript(app, BANK.script, 'three-d-secure.js');
    await mountStylesheet(app, BANK);
    mountThreeDSecure(app, { pool, fingerprintSecret, committed: deliveries.wake });
    app.addHook('onListen', async () => deliveries.wake());
    app.addHook('preClose', async () => {
      for (const cut of cuts) cut();
    });
  };

  return { keys, plugin, close: deliveries.close };
}

/** Serves a browser script, which is built at the first request. */
function serveScript(app: FastifyInstance, path: string, name: Parameters<typeof browserScript>[0]): void {
  let script: Promise<string> | undefined;
  app.get(path, async (_request, reply) => {
    script ??= browserScript(name).catch((error) => {
      script = undefined;
      throw error;
    });
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await script);
  });
}
