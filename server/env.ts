import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { EmailSchema } from '#contract/accounts.ts';
import type { S3Options } from './images/s3.ts';

/** Everything the environment decides, parsed once at start. */
export interface Env {
  /** 0 picks a free port. */
  port: number;
  host: string;
  dataDir: string;
  /** A PostgreSQL of one's own; without it the embedded one runs in `dataDir`. */
  databaseUrl: string | undefined;
  /** Whether the stand-ins of the outside world run. */
  sandbox: boolean;
  logLevel: LogLevel;
  /** The address people use, where it is not the one they connect to (behind a proxy). No slash at its end. */
  publicUrl: string | undefined;
  /** Addresses of the proxies in front, whose X-Forwarded-* is believed; undefined: nobody's. */
  trustProxy: string[] | undefined;
  /** What monitors read /metrics with; undefined: who asks on this machine reads them. */
  metricsToken: string | undefined;
  /** Whether tries are limited; off for load tests only. */
  rateLimits: boolean;
  /** Signs the sign-in provider's cookies; the sandbox makes one of its own. */
  authSecret: string | undefined;
  /** Stripe's keys; undefined: the sandbox's Stripe. */
  stripe: StripeKeys | undefined;
  /** The mail server; undefined: the sandbox's mailbox, and in a real deployment mails are kept and not sent. */
  smtpUrl: string | undefined;
  /** Sender of all mails: `Northbridge <orders@example.com>`. */
  mailFrom: string;
  /** Mails a minute, of all processes together. */
  mailsPerMinute: number;
  /** Who becomes an admin as soon as Google has proven the address. */
  adminEmail: string | undefined;
  /** Google's keys; undefined: the sandbox's Google, and none in a real deployment. */
  google: GoogleKeys | undefined;
  /** An imgbb-compatible image host, with its key in the address. */
  imageUploadUrl: string | undefined;
  /** S3-compatible storage for uploaded pictures. */
  s3: S3Options | undefined;
  /** How long one try to reach the payment provider may take. */
  paymentTimeoutSeconds: number;
  stockHoldMinutes: number;
  maxUnpaidOrders: number;
  /** Dollars that the stock held for a buyer whose address is not proven may come to; one order may be more. */
  unprovenHoldLimit: number;
  /** Seconds between two runs of what the shop does by itself. */
  jobSeconds: number;
}

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export interface GoogleKeys {
  clientId: string;
  clientSecret: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A variable that is missing or wrong. The message names it and says what is wanted, in one line. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Reads the environment. Throws an EnvError that names the variable when one is wrong, or missing in a real deployment. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const get = (name: string) => source[name]?.trim() || undefined;
  const databaseUrl = get('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new EnvError('DATABASE_URL is to be a postgres:// address');
  }
  const sandbox = flag('SANDBOX', get('SANDBOX'), databaseUrl === undefined);
  if (!sandbox && !databaseUrl)
    throw new EnvError('DATABASE_URL is missing: without the sandbox, the shop needs a database');
  const publicUrl = withoutSlashesAtEnd(get('PUBLIC_URL'));
  if (publicUrl && !/^https?:\/\/[^/]+$/.test(publicUrl)) {
    throw new EnvError('PUBLIC_URL is to be the origin people use, such as https://shop.example.com');
  }
  const stripe = stripeKeys(get);
  const authSecret = get('AUTH_SECRET');
  if (authSecret && authSecret.length < 32)
    throw new EnvError('AUTH_SECRET is to have 32 characters or more');
  if (!sandbox) {
    const needed = { STRIPE_SECRET_KEY: stripe, AUTH_SECRET: authSecret, PUBLIC_URL: publicUrl };
    for (const [name, value] of Object.entries(needed)) {
      if (!value)
        throw new EnvError(
          `${name} is missing: with DATABASE_URL set, this is a real deployment (or set SANDBOX=1)`,
        );
    }
  }
  const google = googleKeys(get);
  const rateLimits = flag('RATE_LIMITS', get('RATE_LIMITS'), true);
  if (!rateLimits && (stripe || google || !sandbox))
    throw new EnvError('RATE_LIMITS is off: that is for load tests, and refused together with real keys');
  const imageUploadUrl = webAddress('IMAGE_UPLOAD_URL', get('IMAGE_UPLOAD_URL'));
  const s3 = s3Options(get);
  if (s3 && imageUploadUrl)
    throw new EnvError('IMAGE_UPLOAD_URL and S3_ENDPOINT are both set: uploads go to one place');
  return {
    port: wholeNumber('PORT', get('PORT'), 3000, 0, 65_535),
    host: get('HOST') ?? '127.0.0.1',
    dataDir: resolve(get('DATA_DIR') ?? '.data'),
    databaseUrl,
    sandbox,
    logLevel: oneOf('LOG_LEVEL', get('LOG_LEVEL'), sandbox ? 'warn' : 'info', LOG_LEVELS),
    publicUrl,
    trustProxy: proxies(get('TRUST_PROXY')),
    metricsToken: metricsToken(get('METRICS_TOKEN')),
    rateLimits,
    authSecret,
    stripe,
    smtpUrl: smtpAddress(get('SMTP_URL')),
    mailFrom: mailFrom(get('MAIL_FROM'), publicUrl),
    mailsPerMinute: wholeNumber('MAILS_PER_MINUTE', get('MAILS_PER_MINUTE'), 600, 1, 100_000),
    adminEmail: adminEmail(get('ADMIN_EMAIL')),
    google,
    imageUploadUrl,
    s3,
    paymentTimeoutSeconds: wholeNumber('PAYMENT_TIMEOUT_SECONDS', get('PAYMENT_TIMEOUT_SECONDS'), 6, 1, 60),
    stockHoldMinutes: wholeNumber('STOCK_HOLD_MINUTES', get('STOCK_HOLD_MINUTES'), 1440, 1, 525_600),
    jobSeconds: wholeNumber('JOB_SECONDS', get('JOB_SECONDS'), 30, 1, 60),
    maxUnpaidOrders: wholeNumber('MAX_UNPAID_ORDERS', get('MAX_UNPAID_ORDERS'), 20, 1, 1_000_000),
    unprovenHoldLimit: wholeNumber(
      'UNPROVEN_HOLD_LIMIT',
      get('UNPROVEN_HOLD_LIMIT'),
      500_000,
      0,
      1_000_000_000,
    ),
  };
}

function stripeKeys(get: (name: string) => string | undefined): StripeKeys | undefined {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey, publishableKey, webhookSecret] = names.map(get);
  if (!secretKey && !publishableKey && !webhookSecret) return undefined;
  for (const name of names)
    if (!get(name)) throw new EnvError(`${name} is missing: Stripe needs all three of ${names.join(', ')}`);
  return { secretKey: secretKey!, publishableKey: publishableKey!, webhookSecret: webhookSecret! };
}

function s3Options(get: (name: string) => string | undefined): S3Options | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  if (names.every((name) => !get(name))) return undefined;
  for (const name of names)
    if (!get(name)) throw new EnvError(`${name} is missing: S3 needs all of ${names.join(', ')}`);
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map((name) => get(name)!) as [
    string,
    string,
    string,
    string,
  ];
  return {
    endpoint: withoutSlashesAtEnd(webAddress('S3_ENDPOINT', endpoint))!,
    bucket,
    region: get('S3_REGION') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
}

const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Addresses only: whoever believes every X-Forwarded-For, or counts its hops, believes what a stranger wrote into it. */
function proxies(text: string | undefined): string[] | undefined {
  if (text === undefined || text === 'off') return undefined;
  const addresses = text.split(',').map((one) => one.trim());
  if (!addresses.every((one) => NETWORKS.has(one) || isNetwork(one)))
    throw new EnvError(
      `TRUST_PROXY is to be the addresses of the proxies in front, such as 10.0.0.0/8 or loopback, not "${text}"`,
    );
  return addresses;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function withoutSlashesAtEnd(text: string | undefined): string | undefined {
  return text?.endsWith('/') ? withoutSlashesAtEnd(text.slice(0, -1)) : text;
}

function metricsToken(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\w.~+/-]{16,512}$/.test(text))
    throw new EnvError('METRICS_TOKEN is to be 16 letters, digits or signs of .~+/_- or more');
  return text;
}

function webAddress(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:\/\/[^/\s]+/.test(text))
    throw new EnvError(`${name} is to be an http(s) address`);
  return text;
}

function smtpAddress(text: string | undefined): string | undefined {
  // With credentials in it: the message does not repeat what was given.
  if (
    text !== undefined &&
    !(/^smtps?:\/\/[^\s]+$/.test(text) && URL.canParse(text) && new URL(text).hostname)
  )
    throw new EnvError('SMTP_URL is to be an address such as smtps://user:password@mail.example.com');
  return text;
}

function mailFrom(text: string | undefined, publicUrl: string | undefined): string {
  if (text === undefined)
    return `Northbridge <orders@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`;
  if (!/^([^<>@\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text))
    throw new EnvError(
      'MAIL_FROM is to be an email address, or a name and one: Northbridge <orders@example.com>',
    );
  return text;
}

function adminEmail(text: string | undefined): string | undefined {
  const email = text?.toLowerCase();
  if (email !== undefined && !EmailSchema.safeParse(email).success)
    throw new EnvError('ADMIN_EMAIL is to be an email address');
  return email;
}

function googleKeys(get: (name: string) => string | undefined): GoogleKeys | undefined {
  const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
  const [clientId, clientSecret] = names.map(get);
  if (!clientId && !clientSecret) return undefined;
  for (const name of names)
    if (!get(name)) throw new EnvError(`${name} is missing: Google needs both of ${names.join(', ')}`);
  return { clientId: clientId!, clientSecret: clientSecret! };
}

function wholeNumber(
  name: string,
  text: string | undefined,
  otherwise: number,
  min: number,
  max: number,
): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new EnvError(`${name} is to be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function flag(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  if (['1', 'true', 'on'].includes(text)) return true;
  if (['0', 'false', 'off'].includes(text)) return false;
  throw new EnvError(`${name} is to be 1 or 0, not "${text}"`);
}

function oneOf<T extends string>(
  name: string,
  text: string | undefined,
  otherwise: T,
  allowed: readonly T[],
): T {
  if (text === undefined) return otherwise;
  if (!allowed.includes(text as T))
    throw new EnvError(`${name} is to be one of ${allowed.join(', ')}, not "${text}"`);
  return text as T;
}
