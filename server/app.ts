import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { ProductListQuery } from '#contract/products.ts';
import type { Auth } from './accounts/auth.ts';
import { sessionCookie } from './accounts/cookies.ts';
import { mountAuth, toWebHeaders } from './accounts/mount-auth.ts';
import { accountHandlers } from './accounts/routes.ts';
import { createTokens } from './accounts/tokens.ts';
import type { Database } from './database/client.ts';
import { eventHandlers } from './events/routes.ts';
import type { Authentication } from './http/access.ts';
import { mountDocs } from './http/docs.ts';
import { answerError } from './http/errors.ts';
import type { Handlers } from './http/handler.ts';
import { protectingHeaders } from './http/headers.ts';
import { serializers } from './http/log.ts';
import { mountApi } from './http/mount.ts';
import { Problem } from './http/problem.ts';
import { createReachedAt, tellReachedAt } from './http/reached-at.ts';
import { Replay } from './http/replay.ts';
import { requestIds, tellRequestIds } from './http/request-id.ts';
import { shed } from './http/shedding.ts';
import { mountShortcuts } from './http/shortcuts.ts';
import { surround } from './http/surroundings.ts';
import { requireOrdinaryTarget } from './http/target.ts';
import { boundUnread, UnreadAnswers } from './http/unread.ts';
import { limitWire, WIRE_LIMITS, type WireLimits, wireOptions } from './http/wire.ts';
import { createDecoder } from './images/decoder.ts';
import type { ImageHost } from './images/host.ts';
import { imageHandlers } from './images/routes.ts';
import { shopJobs } from './jobs/jobs.ts';
import { startJobs } from './jobs/runner.ts';
import type { Limits } from './limits/limits.ts';
import { BOUNDS, type Bounds, createTraffic } from './limits/traffic.ts';
import type { MailRoom } from './mail/send.ts';
import { orderHandlers } from './orders/routes.ts';
import { mountPages, prefersConstraint } from './pages/mount.ts';
import type { PageRenderer } from './pages/renderer.ts';
import { createPayments } from './payments/payments.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { paymentHandlers } from './payments/routes.ts';
import { watchProvider } from './payments/watch.ts';
import { Catalogue } from './products/catalogue.ts';
import { productHandlers } from './products/routes.ts';
import { createOrdering } from './purchases/place.ts';
import type { PurchaseTerms } from './purchases/request.ts';
import { listReviews } from './reviews/queries.ts';
import { reviewHandlers } from './reviews/routes.ts';
import { maskEmail } from './reviews/rules.ts';
import { createMetrics, measureRequests } from './status/metrics.ts';
import { createMonitorCheck } from './status/monitors.ts';
import { type ShopConfig, statusHandlers, toConfig } from './status/routes.ts';
import { measureStates } from './status/states.ts';

/** Characters of a part of a path, which may be an email address. */
const MAX_PARAM_LENGTH = 300;

/** Everything the shop needs from outside, handed in. */
export interface AppParts {
  database: Database;
  provider: PaymentProvider;
  /** The sign-in provider, made when it is first needed. */
  auth: () => Auth;
  images: ImageHost;
  limits: Limits;
  /** Addresses of the proxies whose X-Forwarded-* is believed. */
  trustProxy: string[] | undefined;
  /** The origin people use, where it is not one of `origins`. */
  publicUrl: string | undefined;
  /** Under which the shop is reached without a proxy. */
  origins: string[];
  wire?: Partial<WireLimits>;
  bounds?: Partial<Bounds>;
  /** What monitors prove themselves by; undefined: by asking on this machine. */
  metricsToken: string | undefined;
  /** Without it mails are kept and not sent. */
  mail: MailRoom | undefined;
  config: ShopConfig;
  terms: PurchaseTerms;
  /** Seconds between two runs of what the shop does by itself. */
  jobSeconds: number;
  /** Without it the app has calls and no pages. */
  pages?: PageRenderer;
  /** The stand-ins of the outside world. */
  sandbox?: FastifyPluginAsync[];
  logLevel: string;
  /** Takes the log's lines instead of standard output. */
  logTo?: LogTarget;
}

/** Takes lines of JSON. */
export interface LogTarget {
  write(line: string): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Does at once what the shop does by itself from time to time. */
    runJobs(): Promise<void>;
  }
}

/** The whole shop as a Fastify app that does not listen yet. Closing it closes what it opened, not what it was handed. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, config, terms } = parts;
  const tls = parts.publicUrl?.startsWith('https:') ?? false;
  const reachedAt = createReachedAt(parts);
  const protecting = protectingHeaders({ tls, stripe: config.stripe.apiUrl !== undefined });
  const wire = { ...WIRE_LIMITS, ...parts.wire };
  const newRequestId = requestIds();
  const app = fastify({
    ...wireOptions(wire),
    logger: { level: parts.logLevel, serializers, ...(parts.logTo && { stream: parts.logTo }) },
    trustProxy: parts.trustProxy ?? false,
    genReqId: newRequestId,
    routerOptions: { constraints: { prefers: prefersConstraint }, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors(error, request, reply) {
      // No hook runs for an address that cannot be read.
      reply.headers(protecting);
      answerError(error, request, reply);
    },
  });
  app.setErrorHandler(answerError);
  tellRequestIds(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(protecting);
    done();
  });
  limitWire(app, wire, parts.trustProxy);
  const unread = new UnreadAnswers(wire.unreadBytes);
  boundUnread(app, unread);
  tellReachedAt(app, reachedAt);
  requireOrdinaryTarget(app, reachedAt);
  const metrics = createMetrics(database.pool);
  measureRequests(app, metrics);
  measureStates(metrics.registry, database);
  await app.register(fastifyMultipart);

  const catalogue = new Catalogue(database);
  await catalogue.open();
  app.addHook('onClose', () => catalogue.close());

  const { jobSeconds } = parts;
  const provider = watchProvider(parts.provider, { database, log: app.log, count: metrics.providerFailed });
  app.addHook('onClose', () => provider.settled());
  const payments = createPayments({ database, catalogue, provider, terms });
  const { mail } = parts;
  const jobs = shopJobs({ database, catalogue, provider, mail, terms, everySeconds: jobSeconds });
  const running = startJobs(jobs, (job, seconds, error) => {
    metrics.jobRan(job, seconds, error === undefined);
    if (error !== undefined) app.log.warn({ err: error, job }, 'a job failed');
  });
  app.decorate('runJobs', running.runAll);
  // Before the server waits for its connections: nothing new is begun any more.
  app.addHook('preClose', () => running.stop());

  const decoder = createDecoder();
  app.addHook('onClose', () => decoder.close());

  const ordering = createOrdering(database, catalogue, terms);
  let reviewsAdded = 0;
  const handlers: Handlers = {
    ...productHandlers(database, catalogue),
    ...orderHandlers(ordering, payments),
    ...paymentHandlers(database, payments),
    ...accountHandlers(database),
    ...reviewHandlers(database, () => {
      reviewsAdded += 1;
    }),
    ...imageHandlers(database, parts.images, decoder),
    ...eventHandlers(database),
    ...statusHandlers(database, config, metrics.registry),
  };
  const traffic = createTraffic(parts.limits, { ...BOUNDS, ...parts.bounds });
  const replay = new Replay(reachedAt);
  mountApi(app, handlers, authentication(database, parts), traffic.calls, replay);
  mountAuth(app, parts.auth, traffic.auth);
  await mountDocs(app, sessionCookie(tls));
  for (const standIn of parts.sandbox ?? []) await app.register(standIn);
  if (!parts.pages) {
    app.setNotFoundHandler(() => {
      throw new Problem('not_found', { what: 'address' });
    });
  } else {
    const data = {
      config: (request: Parameters<typeof toConfig>[1]) => toConfig(config, request),
      findProducts: (query: ProductListQuery) => catalogue.find(query),
      hasProduct: (id: string) => catalogue.get(id) !== undefined,
      version: () => `${catalogue.version} ${reviewsAdded}`,
      async listLatestReviews(limit: number) {
        const reviews = await listReviews(database.db, { sort: 'newest', limit });
        return reviews.map((review) => ({ ...review, email: maskEmail(review.email) }));
      },
    };
    await mountPages(
      app,
      parts.pages,
      data,
      config.stripe.apiUrl !== undefined,
      traffic.pages,
      replay,
      reachedAt,
    );
  }
  const surroundings = surround({
    trustProxy: parts.trustProxy,
    countRequest: (ip) => parts.limits.countRequest(ip),
    newId: newRequestId,
    unread,
    log: app.log,
    answered: metrics.answered,
  });
  const refuse = shed(traffic.shedding, protecting, MAX_PARAM_LENGTH);
  mountShortcuts(app, [(request) => replay.readyFor(request), refuse], surroundings);
  return app;
}

/** Who is asking: by accessToken for the shop's calls, by the provider's cookie for the exchange of one for the other. */
function authentication(database: Database, { auth, metricsToken }: AppParts): Authentication {
  return {
    ...createTokens(database),
    isMonitor: createMonitorCheck(metricsToken),
    async sessionOf(request) {
      let found: Awaited<ReturnType<Auth['api']['getSession']>>;
      try {
        found = await auth().api.getSession({
          headers: toWebHeaders(request),
          query: { disableCookieCache: true },
        });
      } catch {
        throw new Problem('sign_in_down');
      }
      return (
        (found && {
          kind: 'session' as const,
          sessionId: found.session.id,
          userId: found.user.id,
          email: found.user.email,
          expiresAt: found.session.expiresAt,
        }) ||
        undefined
      );
    },
  };
}
