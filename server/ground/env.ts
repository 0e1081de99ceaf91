import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { readAdminEmail, readMailFrom, readSmtpUrl } from './env/mail.ts';
import { isPostgresUrl, readHost, readProxies, readPublicUrl, readWebAddress } from './env/network.ts';
import { readS3, type S3Options } from './env/s3.ts';
import { readStripeKeys, STRIPE_KEYS, type StripeKeys } from './env/stripe.ts';
import { readTracing, type TracingOptions } from './env/tracing.ts';
import { Variables } from './env/variables.ts';
import { isLoopbackHost } from './loopback.ts';

/** Everything the environment decides, parsed once at start. */
export interface Env {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Processes that serve; one is this process itself. */
  processes: number;
  dataDir: string;
  /** A PostgreSQL of one's own; without it the embedded one runs in `dataDir`. */
  databaseUrl: string | undefined;
  /** Where traces go; undefined: nothing is traced. */
  tracing: TracingOptions | undefined;
  /** Whether the stand-ins of external services run. */
  sandbox: boolean;
  /** Whether an empty sandbox begins with ninety days of business; its own Stripe knows the payments. */
  demoHistory: boolean;
  logLevel: LogLevel;
  /** The address people use, where it is not the one they connect to (behind a proxy). No slash at its end. */
  publicUrl: string | undefined;
  /** Addresses of the proxies in front, whose X-Forwarded-* is believed; undefined: nobody's. */
  trustProxy: string[] | undefined;
  /** What monitors read /metrics with; undefined: who asks on this machine reads them, where no proxy is known. */
  metricsToken: string | undefined;
  /** Whether tries are limited; off for load tests only. */
  rateLimits: boolean;
  /** Whether passwords are hashed in a way that costs nothing; for tests only. */
  cheapPasswords: boolean;
  /** Signs the sign-in provider's cookies; the sandbox makes one of its own. */
  authSecret: string | undefined;
  /** What it was before: the secrets of authenticator apps that it encrypted are opened by it. */
  authSecretBefore: string | undefined;
  /** Stripe's keys; undefined: the sandbox's Stripe. */
  stripe: StripeKeys | undefined;
  /** The mail server; undefined: the sandbox's mailbox, and in a real deployment mails are kept and not sent. */
  smtpUrl: string | undefined;
  /** Sender of all mails: `Northbridge <orders@example.com>`. */
  mailFrom: string;
  /** Mails a minute, of all processes together. */
  mailsPerMinute: number;
  /** Whether staff and admins have to have a second factor. */
  secondFactor: 'optional' | 'required';
  /** Who becomes an admin as soon as Google has proven the address. */
  adminEmail: string | undefined;
  /** Google's keys; undefined: the sandbox's Google, and none in a real deployment. */
  google: GoogleKeys | undefined;
  /** An imgbb-compatible image host, with its key in the address. */
  imageUploadUrl: string | undefined;
  /** The bucket that uploads are kept in; undefined: folders of `dataDir`. */
  s3: S3Options | undefined;
  /** How long one try to reach the payment provider may take. */
  paymentTimeoutSeconds: number;
  stockHoldMinutes: number;
  /** The same for buyers whose address is not proven; no more than that. */
  unprovenHoldMinutes: number;
  maxUnpaidOrders: number;
  /** Dollars that the stock held for a buyer whose address is not proven may come to; one order may be more. */
  unprovenHoldLimit: number;
  /** Seconds between two runs of the background jobs. */
  jobSeconds: number;
  /** Seconds that a process that is told to stop goes on serving, so that load balancers notice. */
  drainSeconds: number;
}

export interface GoogleKeys {
  clientId: string;
  clientSecret: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a command beside the shop needs: where the data is. */
export type DataEnv = Pick<Env, 'databaseUrl' | 'dataDir' | 'sandbox'>;

/** Reads the environment. Throws an EnvError that names every variable that is wrong, or missing in a real deployment. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const variables = new Variables(source);
  const data = readData(variables);
  const { sandbox } = data;
  const publicUrl = readPublicUrl(variables);
  const stripe = readStripeKeys(variables, sandbox);
  const authSecret = variables.fitting(
    'AUTH_SECRET',
    (text) => text.length >= 32,
    '32 random characters or more',
  );
  if (!sandbox) requireProductionVariables(variables);
  const google = readGoogleKeys(variables);
  const isReal = !sandbox || variables.get('STRIPE_SECRET_KEY') !== undefined || google !== undefined;
  const rateLimits = variables.flag('RATE_LIMITS', true);
  if (!rateLimits && isReal)
    variables.wrong('RATE_LIMITS is off: that is for load tests, and refused together with real keys');
  const cheapPasswords = variables.oneOf('PASSWORD_HASH', 'scrypt', ['scrypt', 'cheap']) === 'cheap';
  const isPublic = publicUrl !== undefined && !isOfNobody(new URL(publicUrl).hostname);
  if (cheapPasswords && (isReal || isPublic))
    variables.wrong(
      'PASSWORD_HASH is cheap: that is for tests, and refused together with real keys or a PUBLIC_URL of others',
    );
  const imageUploadUrl = readWebAddress(variables, 'IMAGE_UPLOAD_URL');
  const s3 = readS3(variables);
  if (s3 && imageUploadUrl)
    variables.wrong('IMAGE_UPLOAD_URL and S3_ENDPOINT are both set: uploads go to one place');
  // Not used by the shop, but named with all else that is wrong, and not by the first backup.
  readKey(variables);
  const stockHoldMinutes = variables.wholeNumber('STOCK_HOLD_MINUTES', 1440, 1, 525_600);
  const unprovenHoldMinutes = variables.wholeNumber('UNPROVEN_HOLD_MINUTES', 120, 1, 525_600);
  const env = {
    ...data,
    tracing: readTracing(variables),
    port: variables.wholeNumber('PORT', 3000, 0, 65_535),
    host: readHost(variables),
    processes: readProcesses(variables),
    logLevel: variables.oneOf('LOG_LEVEL', sandbox ? 'warn' : 'info', LOG_LEVELS),
    publicUrl,
    trustProxy: readProxies(variables),
    metricsToken: variables.fitting(
      'METRICS_TOKEN',
      (text) => /^[\w.~+/-]{16,512}$/.test(text),
      '16 letters, digits or signs of .~+/_- or more',
    ),
    rateLimits,
    cheapPasswords,
    demoHistory: variables.flag('DEMO_HISTORY', true) && sandbox && stripe === undefined,
    authSecret,
    authSecretBefore: variables.get('AUTH_SECRET_BEFORE'),
    stripe,
    smtpUrl: readSmtpUrl(variables),
    mailFrom: readMailFrom(variables, publicUrl),
    mailsPerMinute: variables.wholeNumber('MAILS_PER_MINUTE', 600, 1, 100_000),
    secondFactor: variables.oneOf('SECOND_FACTOR', 'optional', ['optional', 'required']),
    adminEmail: readAdminEmail(variables),
    google,
    imageUploadUrl,
    s3,
    paymentTimeoutSeconds: variables.wholeNumber('PAYMENT_TIMEOUT_SECONDS', 6, 1, 60),
    stockHoldMinutes,
    unprovenHoldMinutes: Math.min(unprovenHoldMinutes, stockHoldMinutes),
    jobSeconds: variables.wholeNumber('JOB_SECONDS', 30, 1, 60),
    drainSeconds: variables.wholeNumber('DRAIN_SECONDS', 0, 0, MOST_DRAIN_SECONDS),
    maxUnpaidOrders: variables.wholeNumber('MAX_UNPAID_ORDERS', 20, 1, 1_000_000),
    unprovenHoldLimit: variables.wholeNumber('UNPROVEN_HOLD_LIMIT', 500_000, 0, 1_000_000_000),
  };
  variables.check();
  return env;
}

/** Returns the names of all variables of the shop: those that are read of a source in which all is set that others depend on. */
export function variableNames(): Set<string> {
  const names = new Set(['ENV_FILE']);
  const given: Record<string, string> = {
    SANDBOX: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
  };
  const source = new Proxy(given, {
    get(target, name: string) {
      names.add(name);
      return target[name];
    },
  });
  readEnv(source);
  return names;
}

/** What a backup needs: all places that have data, and the key that encrypts it. */
export type BackupEnv = DataEnv & { s3: S3Options | undefined; key: string | undefined };

/** Reads what a backup needs, with `BACKUP_KEY`. Throws an EnvError. */
export function readBackupEnv(source: Record<string, string | undefined>): BackupEnv {
  const variables = new Variables(source);
  const env = { ...readData(variables), s3: readS3(variables), key: readKey(variables) };
  variables.check();
  return env;
}

const readKey = (variables: Variables) =>
  variables.fitting('BACKUP_KEY', (text) => text.length >= 32, '32 random characters or more');

/** Reads where the data is, for a command that needs nothing else. Throws an EnvError. */
export function readDataEnv(source: Record<string, string | undefined>): DataEnv {
  const variables = new Variables(source);
  const data = readData(variables);
  variables.check();
  return data;
}

const readDataDir = (variables: Variables) => resolve(variables.get('DATA_DIR') ?? '.data');

function readData(variables: Variables): DataEnv {
  const databaseUrl = variables.fitting(
    'DATABASE_URL',
    isPostgresUrl,
    'a postgres:// address, such as postgres://shop:password@db.example.com/shop',
  );
  const sandbox = variables.flag('SANDBOX', variables.get('DATABASE_URL') === undefined);
  if (!sandbox && variables.get('DATABASE_URL') === undefined) {
    variables.missing(
      'DATABASE_URL',
      'without the sandbox, the shop needs a database: postgres://shop:password@db.example.com/shop',
    );
  }
  return { databaseUrl, sandbox, dataDir: readDataDir(variables) };
}

/** Variables that a deployment without the sandbox needs. The sandbox makes its own. */
const REQUIRED_IN_PRODUCTION = {
  PUBLIC_URL: 'the origin people use, such as https://shop.example.com',
  AUTH_SECRET: '32 random characters or more: openssl rand -base64 32',
  ...STRIPE_KEYS,
};

function requireProductionVariables(variables: Variables): void {
  const hasStripe = Object.keys(STRIPE_KEYS).some((name) => variables.get(name) !== undefined);
  for (const [name, wanted] of Object.entries(REQUIRED_IN_PRODUCTION)) {
    // One of Stripe's three that is missing beside others has been named already.
    if (variables.get(name) === undefined && !(hasStripe && name in STRIPE_KEYS))
      variables.missing(name, `a real deployment needs it (or set SANDBOX=1). It is to be ${wanted}`);
  }
}

/** The longest `DRAIN_SECONDS`. */
export const MOST_DRAIN_SECONDS = 60;
/** More would need more connections than PostgreSQL has: each has some of its own. */
const MOST_PROCESSES = 16;

/** A number of processes; `auto` is one for each processor that this process may use. */
function readProcesses(variables: Variables): number {
  if (variables.get('PROCESSES') === 'auto') return Math.min(availableParallelism(), MOST_PROCESSES);
  return variables.wholeNumber('PROCESSES', 1, 1, MOST_PROCESSES, ' or auto');
}

function readGoogleKeys(variables: Variables): GoogleKeys | undefined {
  const keys = variables.together('Google', {
    GOOGLE_CLIENT_ID: "the client's id, which ends in .apps.googleusercontent.com",
    GOOGLE_CLIENT_SECRET: "the client's secret",
  });
  return keys && { clientId: keys.GOOGLE_CLIENT_ID, clientSecret: keys.GOOGLE_CLIENT_SECRET };
}

/** Whether no shop of others can have a host: of this machine, or one of the names that RFC 2606 keeps for tests and examples. */
function isOfNobody(host: string): boolean {
  return isLoopbackHost(host) || /(?:^|\.)(?:example\.(?:com|net|org)|test|example|invalid)$/.test(host);
}
