import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Auth } from './accounts/auth.ts';
import { createAuthentication } from './accounts/authentication.ts';
import { sessionCookie } from './accounts/cookies.ts';
import { isPoolFull } from './ground/database/client.ts';
import { serializers } from './ground/handling/log.ts';
import { Problem } from './ground/handling/problem.ts';
import { startJobs } from './ground/jobs/runner.ts';
import { traceJobs } from './ground/jobs/trace-jobs.ts';
import type { Limits } from './ground/limits/limits.ts';
import { BOUNDS, type Bounds, createTraffic, type ShopTraffic } from './ground/limits/traffic.ts';
import type { TraceExport } from './ground/tracing/export.ts';
import { mountDocs } from './http/docs.ts';
import { Drain } from './http/drain.ts';
import { answerError } from './http/errors.ts';
import { leaveOutBodies } from './http/head.ts';
import { protectingHeaders } from './http/headers.ts';
import { mountApi } from './http/mount.ts';
import { requireOwnHost } from './http/own-host.ts';
import { createReachedAt, type ReachedAt, tellReachedAt } from './http/reached-at.ts';
import { Replay } from './http/replay.ts';
import { requestIds, tellRequestIds } from './http/request-id.ts';
import { shed } from './http/shedding.ts';
import { serverWithShortcuts } from './http/shortcuts.ts';
import { surround } from './http/surroundings.ts';
import { requireOrdinaryTarget } from './http/target.ts';
import { RequestTraces } from './http/traces.ts';
import { limitWire, WIRE_LIMITS, type WireLimits, wireOptions } from './http/wire.ts';
import { modules } from './modules.ts';
import { mountAuth } from './mount-auth.ts';
import { joinKinds, openModules } from './open-modules.ts';
import { pageData } from './pages/data.ts';
import { mountPages, prefersConstraint } from './pages/mount.ts';
import type { PageRenderer } from './pages/renderer.ts';
import { mountSitemap } from './pages/sitemap.ts';
import { createShop, type ShopParts } from './shop.ts';
import { tellMeasure } from './status/measures.ts';
import { createMetrics, type Metrics, measureRequests } from './status/metrics.ts';
import { createMonitorCheck } from './status/monitors.ts';

/** Characters of a part of a path, which may be an email address, or a SKU of 64 letters with nine characters for each. */
const MAX_PARAM_LENGTH = 600;

const TRACES_LOST = 'traces were lost: their receiver does not take them (npm run doctor tries it)';

/** Everything the shop needs from outside, handed in. */
export interface AppParts extends Omit<ShopParts, 'mails' | 'events' | 'registry' | 'isStopping' | 'log'> {
  /** The sign-in provider, made when it is first needed. */
  auth: () => Auth;
  limits: Limits;
  /** Where requests and jobs are traced. */
  traceExport?: TraceExport;
  /** Addresses of the proxies whose X-Forwarded-* is believed. */
  trustProxy: string[] | undefined;
  /** Under which the shop is reached without a proxy. */
  origins: string[];
  wire?: Partial<WireLimits>;
  bounds?: Partial<Bounds>;
  /** What monitors prove themselves by; undefined: by asking on this machine, where no proxy is known. */
  metricsToken: string | undefined;
  /** Without it the app has calls and no pages. */
  pages?: PageRenderer;
  /** The stand-ins of external services. */
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
    /** Runs all background jobs once, now. */
    runJobs(): Promise<void>;
    /** Tells load balancers that this process is about to stop; it serves on (`http/drain.ts`). */
    drain(): void;
    /** What the process measures of itself. */
    registry: Registry;
  }
}

/**
 * The whole shop as a Fastify app that does not listen yet. Closing it closes what it opened, not what it was handed; so does
 * a failure here.
 */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, config } = parts;
  const tls = parts.publicUrl?.startsWith('https:') ?? false;
  const reachedAt = createReachedAt(parts);
  const protecting = protectingHeaders({ tls, stripe: config.stripe.apiUrl !== undefined });
  const wire = { ...WIRE_LIMITS, ...parts.wire };
  const newRequestId = requestIds();
  const metrics = createMetrics(database.pool);
  const traffic = createTraffic(parts.limits, { ...BOUNDS, ...parts.bounds });
  const replay = new Replay(reachedAt);
  const drain = new Drain();
  const traces = parts.traceExport && new RequestTraces(parts.trustProxy);
  const surroundings = surround({
    trustProxy: parts.trustProxy,
    countRequest: (ip) => parts.limits.countRequest(ip),
    newId: newRequestId,
    log: () => app.log,
    answered: metrics.answered,
    traces,
  });
  const refuse = shed(traffic.shedding, protecting, MAX_PARAM_LENGTH);
  const app: FastifyInstance = fastify({
    ...wireOptions(wire),
    serverFactory: serverWithShortcuts([(request) => replay.readyFor(request), refuse], surroundings),
    logger: { level: parts.logLevel, serializers, ...(parts.logTo && { stream: parts.logTo }) },
    ...(traces && { childLoggerFactory: traces.makeLog }),
    trustProxy: parts.trustProxy ?? false,
    // What still comes on a connection that was just being answered is served, too.
    return503OnClosing: false,
    genReqId: newRequestId,
    routerOptions: { constraints: { prefers: prefersConstraint }, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors(error, request, reply) {
      // No hook runs for an address that cannot be read.
      reply.headers(protecting);
      answerError(error, request, reply);
    },
  });
  app.setErrorHandler(answerError);
  database.onBack(() => app.log.warn('the database is back'));
  traces?.follow(app);
  parts.traceExport?.onLost(() => app.log.warn(TRACES_LOST));
  tellRequestIds(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(protecting);
    done();
  });
  limitWire(app, wire, parts.trustProxy);
  drain.endConnections(app.server);
  app.decorate('drain', () => drain.begin());
  leaveOutBodies(app);
  tellReachedAt(app, reachedAt);
  requireOrdinaryTarget(app, reachedAt);
  measureRequests(app, metrics);
  try {
    await fill(app, parts, { metrics, traffic, replay, drain, reachedAt, tls });
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

interface Carrying {
  metrics: Metrics;
  traffic: ShopTraffic;
  replay: Replay;
  drain: Drain;
  reachedAt: ReachedAt;
  tls: boolean;
}

/** Opens the modules, starts their jobs, and mounts calls and pages. */
async function fill(
  app: FastifyInstance,
  parts: AppParts,
  { metrics, traffic, replay, drain, reachedAt, tls }: Carrying,
): Promise<void> {
  const { database, config } = parts;
  await app.register(fastifyMultipart);

  const shop = createShop({
    ...parts,
    ...joinKinds(modules),
    registry: metrics.registry,
    isStopping: () => drain.hasBegun,
    log: app.log,
  });
  const { handlers, jobs, measures, pageVersion, stop, close } = await openModules(modules, shop);
  app.addHook('onClose', close);
  for (const measure of measures) tellMeasure(metrics.registry, measure);
  metrics.willRun(jobs);
  const running = startJobs(parts.traceExport ? traceJobs(jobs) : jobs, (job, seconds, error) => {
    metrics.jobRan(job, seconds, error === undefined);
    if (isPoolFull(error)) app.log.warn({ job }, 'a job found no free connection to the database');
    else if (error !== undefined) app.log.warn({ err: error, job }, 'a job failed');
  });
  app.decorate('runJobs', running.runAll);
  app.decorate('registry', metrics.registry);
  // Before the server waits for its connections: nothing new is begun any more.
  app.addHook('preClose', async () => {
    stop();
    await running.stop();
  });

  const isMonitor = createMonitorCheck(parts.metricsToken, {
    hasProxy: parts.publicUrl !== undefined || parts.trustProxy !== undefined,
  });
  const authentication = {
    ...createAuthentication(database, parts.auth, {
      required: parts.secondFactor.required,
      origins: parts.publicUrl ? undefined : parts.origins,
    }),
    isMonitor,
  };
  mountApi(app, handlers, authentication, traffic.calls, replay);
  mountAuth(app, parts.auth, traffic.auth);
  await mountDocs(app, sessionCookie(tls), shop.settings);
  await app.register(async (scope) => {
    requireOwnHost(scope, [...parts.origins, ...(parts.publicUrl ? [parts.publicUrl] : [])]);
    for (const standIn of parts.sandbox ?? []) await scope.register(standIn);
  });
  if (!parts.pages) {
    app.setNotFoundHandler(() => {
      throw new Problem('not_found', { what: 'address' });
    });
  } else {
    const data = await pageData(shop, pageVersion);
    const publicOrigin = parts.publicUrl && new URL(parts.publicUrl).origin;
    const originOf = (request: FastifyRequest) => publicOrigin ?? request.reachedAt;
    mountSitemap(app, data, originOf, traffic.pages.arrive);
    await mountPages(
      app,
      parts.pages,
      data,
      config.stripe.apiUrl !== undefined,
      traffic.pages,
      replay,
      reachedAt,
      originOf,
    );
  }
}
