import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Transport } from 'nodemailer';
import type { Registry } from 'prom-client';
import { toCents } from '#contract/kernel/money.ts';
import { MAILBOX } from '../sandbox/mail/plugin.ts';
import { type Auth, createAuth } from './accounts/auth.ts';
import { GOOGLE, type GoogleOptions } from './accounts/google.ts';
import { CHEAP_HASHING } from './accounts/hashing.ts';
import { type AddressAndDatabase, openAddressAndDatabase, openShopDatabase } from './address-and-database.ts';
import { createApp, type LogTarget } from './app.ts';
import type { Seller } from './documents/seller.ts';
import type { FileRoom } from './files/module.ts';
import { readSecret } from './ground/database/settings.ts';
import type { Env } from './ground/env.ts';
import { doEach } from './ground/jobs/each.ts';
import { createLimits, NO_LIMITS } from './ground/limits/limits.ts';
import { LIMITS } from './ground/limits/rules.ts';
import type { Bounds } from './ground/limits/traffic.ts';
import type { MailRoom } from './ground/mail/send.ts';
import { createSmtpTransport, createTransportBy } from './ground/mail/transport.ts';
import { noteRunning } from './ground/running.ts';
import { createDiskStore } from './ground/storage/disk.ts';
import { openStore } from './ground/storage/open.ts';
import type { WireLimits } from './http/wire.ts';
import { createImgbbHost, createOwnHost, type ImageHost } from './images/host.ts';
import { openBuiltPages } from './pages/built.ts';
import { openDevPages } from './pages/dev.ts';
import { createStripeProvider, type StripeOptions } from './payments/stripe.ts';
import { extendProvenHolds } from './purchases/holds.ts';
import { standardSettings } from './settings/standard.ts';
import { openStandIns } from './stand-ins.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js';
const STRIPE_API = 'https://api.stripe.com';

/**
 * Connections that may wait to be accepted, as far as the system allows. When there are more, the system drops their first
 * packet, and the client sends it again after one second, three and seven.
 */
const BACKLOG = 4096;

export interface RunningShop {
  /** Where this machine reaches it: `http://127.0.0.1:3000`. */
  origin: string;
  /** Where people open it: `PUBLIC_URL`, or `http://localhost:3000`. */
  shownOrigin: string;
  /** The secret key of the sandbox's Stripe, where the shop runs with it: to look into it, and to cause trouble on purpose. */
  sandboxKey: string | undefined;
  /** What this process measures of itself, as /metrics shows it. */
  registry: Registry;
  /** Runs all background jobs once, now: release holds, reconcile, refund. */
  runJobs(): Promise<void>;
  /** Tells load balancers that it is about to stop, and serves on. */
  drain(): void;
  /** Stops everything that was started, in order: after `DRAIN_SECONDS` in which it drains. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Hot reload instead of a build. */
  dev?: boolean;
  /** Who sells, in place of content/. */
  seller?: Seller;
  /** Calls only. */
  withoutPages?: boolean;
  /** Other limits of connections than the usual ones. */
  wire?: Partial<WireLimits>;
  /** Other bounds of work at once than the usual ones. */
  bounds?: Partial<Bounds>;
  /** Where the payment provider's HTTP API is, when it is neither Stripe's nor the sandbox's. */
  paymentsAt?: StripeOptions['at'];
  /** Takes the log's lines instead of standard output. */
  logTo?: LogTarget;
  /** Takes lines of progress. */
  log?: (message: string) => void;
  /** Where this is one process of several. */
  among?: Among;
}

/** What one process of several has of the others (`server/processes`). */
export interface Among {
  /** The number of this process, from 0. */
  place: number;
  shared: AddressAndDatabase;
  /** How many there are. */
  processes: number;
  /** Connections to the database that this process may open; those of the stand-ins come on top. */
  connections: number;
  sandboxConnections: number;
  /** The metrics of all processes together, in Prometheus' format. */
  readMetrics(): Promise<string>;
}

/** Starts the whole shop as the environment says: database, stand-ins, server. What fails is closed again. */
export async function startShop(env: Env, options: StartOptions = {}): Promise<RunningShop> {
  const { log = () => {} } = options;
  const opened: (() => Promise<unknown>)[] = [];
  const close = () => doEach(opened.splice(0).reverse(), (closeOne) => closeOne());
  try {
    const shop = await open(env, { ...options, log }, opened);
    return { ...shop, close };
  } catch (error) {
    // Why the start failed is told, and not what failed after it.
    await close().catch(() => {});
    throw error;
  }
}

async function open(
  env: Env,
  {
    dev = false,
    seller,
    withoutPages = false,
    wire,
    bounds,
    paymentsAt,
    logTo,
    log,
    among,
  }: StartOptions & { log: (message: string) => void },
  opened: (() => Promise<unknown>)[],
): Promise<Omit<RunningShop, 'close'>> {
  const standard = standardSettings(env);
  if (seller) standard.shop = { ...standard.shop, ...seller };
  const { address, connection } = among?.shared ?? (await openAddressAndDatabase(env, log, opened));
  /** Under which people open the shop, the one to tell them first. */
  const origins = env.publicUrl ? [env.publicUrl] : address.origins;
  const database = await openShopDatabase(env, connection, standard, log, opened, among?.connections);

  const standIns = await openStandIns(
    env,
    { connection, address, origins, connections: among?.sandboxConnections },
    opened,
  );
  const { stripe, mailbox } = standIns;
  const google: GoogleOptions | undefined = env.google
    ? { ...GOOGLE, ...env.google }
    : standIns.google?.options;
  const keys = env.stripe ?? stripe!.keys;
  const secret = env.authSecret ?? (await readSecret(database.db, 'auth_secret'));
  const limits = env.rateLimits ? createLimits(database, LIMITS, among?.processes) : NO_LIMITS;
  let auth: Auth | undefined;

  const pages = withoutPages
    ? undefined
    : dev
      ? await openDevPages(ROOT)
      : await openBuiltPages(join(ROOT, 'build'));
  const at: StripeOptions['at'] = stripe
    ? { host: address.reachedAt, port: address.port, protocol: 'http' }
    : paymentsAt;
  const traceExport =
    env.tracing && (await import('./ground/tracing/export.ts')).exportTraces(env.tracing, among?.place);
  if (traceExport) opened.push(() => traceExport.close());
  const app = await createApp({
    database,
    ...(traceExport && { traceExport }),
    provider: createStripeProvider({
      ...keys,
      timeoutMs: env.paymentTimeoutSeconds * 1000,
      ...(at && { at }),
    }),
    auth: () =>
      (auth ??= createAuth({
        database,
        secret,
        address: env.publicUrl ? { publicUrl: env.publicUrl } : { origins: address.origins },
        google,
        adminEmail: env.adminEmail,
        limits,
        ...(env.cheapPasswords && { hashing: CHEAP_HASHING }),
        onProven: (email) => extendProvenHolds(database.db, { email }),
      })),
    images: openImages(env),
    files: openFiles(env),
    standard,
    limits,
    trustProxy: env.trustProxy,
    publicUrl: env.publicUrl,
    metricsToken: env.metricsToken,
    origins: address.origins,
    ...(wire && { wire }),
    ...(bounds && { bounds }),
    ...(logTo && { logTo }),
    readMetrics: among?.readMetrics,
    mail: openMailRoom(env, origins[0]!, mailbox?.transport, opened),
    config: {
      sandbox: env.sandbox,
      mailbox: mailbox && MAILBOX,
      google: google !== undefined,
      build: pages?.build,
      stripe: {
        publishableKey: keys.publishableKey,
        jsUrl: stripe ? '/sandbox/stripe.js' : STRIPE_JS,
        apiUrl: stripe ? undefined : STRIPE_API,
      },
    },
    terms: {
      unprovenMinutes: env.unprovenHoldMinutes,
      maxUnpaid: env.maxUnpaidOrders,
      unprovenCents: toCents(env.unprovenHoldLimit),
    },
    secondFactor: {
      keys: env.authSecretBefore === undefined ? [secret] : [secret, env.authSecretBefore],
      required: env.secondFactor === 'required',
      origins,
    },
    dataDir: env.dataDir,
    jobSeconds: env.jobSeconds,
    ...(pages && { pages }),
    sandbox: Object.values(standIns).flatMap((one) => (one ? [one.plugin] : [])),
    logLevel: env.logLevel,
  });
  opened.push(() => app.close());
  if (!env.sandbox && !env.smtpUrl) app.log.warn('SMTP_URL is not set: mails are kept and not sent');
  await app.listen({ host: address.host, port: address.port, backlog: BACKLOG });
  if (!env.databaseUrl) await noteRunning(env.dataDir, { own: address.ownOrigin, shown: origins[0]! });
  opened.push(async () => {
    app.drain();
    await pause(env.drainSeconds * 1000);
  });
  return {
    origin: address.ownOrigin,
    shownOrigin: origins[0]!,
    sandboxKey: stripe?.keys.secretKey,
    registry: app.registry,
    runJobs: () => app.runJobs(),
    drain: () => app.drain(),
  };
}

/** Mails go to the mail server of the environment, or else to the sandbox's mailbox. */
function openMailRoom(
  env: Env,
  origin: string,
  mailbox: Transport | undefined,
  opened: (() => Promise<unknown>)[],
): MailRoom | undefined {
  const transport = env.smtpUrl ? createSmtpTransport(env.smtpUrl) : mailbox && createTransportBy(mailbox);
  if (!transport) return undefined;
  opened.push(() => transport.close());
  return { transport, origin, perMinute: env.mailsPerMinute };
}

/** The demo catalogue's pictures come along; uploads go where the environment says. */
function openImages(env: Env): ImageHost {
  const included = createDiskStore(join(ROOT, 'content/pictures/products'));
  if (env.imageUploadUrl) return createImgbbHost(env.imageUploadUrl, included);
  return createOwnHost(openStore(env, 'images'), included);
}

/** Files are kept beside the uploaded pictures. On the disk an upload arrives in the folder that keeps it. */
function openFiles(env: Env): FileRoom {
  const folder = join(env.dataDir, 'files');
  return { store: openStore(env, 'files'), uploads: folder };
}
