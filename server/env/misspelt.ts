import { SECRETS } from './variables.ts';

/** All variables of the shop, besides the files of secrets. */
export const NAMES: readonly string[] = [
  ...SECRETS,
  ...[
    'PORT',
    'HOST',
    'PROCESSES',
    'DATA_DIR',
    'LOG_LEVEL',
    'SANDBOX',
    'DEMO_HISTORY',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'ENV_FILE',
  ],
  ...['RATE_LIMITS', 'PASSWORD_HASH', 'SECOND_FACTOR', 'ADMIN_EMAIL', 'GOOGLE_CLIENT_ID'],
  ...['STRIPE_PUBLISHABLE_KEY', 'PAYMENT_TIMEOUT_SECONDS', 'STOCK_HOLD_MINUTES', 'UNPROVEN_HOLD_MINUTES'],
  ...[
    'UNPROVEN_HOLD_LIMIT',
    'MAX_UNPAID_ORDERS',
    'JOB_SECONDS',
    'DRAIN_SECONDS',
    'MAIL_FROM',
    'MAILS_PER_MINUTE',
  ],
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME'],
  ...['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
  ...['OTEL_BSP_SCHEDULE_DELAY'],
];
const KNOWN = new Set([...NAMES, ...[...SECRETS].map((name) => `${name}_FILE`)]);

/** Letters that may be wrong in a name of so many letters. */
const mostWrong = (letters: number) => (letters < 10 ? 1 : 2);

/**
 * Says which variables look like misspelt ones of the shop, or like files of what is no secret, a line each. Those without an
 * underscore are other programs' as well as not, and are left alone.
 */
export function findMisspelt(source: Record<string, string | undefined>): string[] {
  return Object.keys(source).flatMap((name) => {
    if (!name.includes('_') || KNOWN.has(name)) return [];
    const plain = name.endsWith('_FILE') && name.slice(0, -'_FILE'.length);
    if (plain && KNOWN.has(plain)) return [`${name} is not read, as ${plain} is no secret: set ${plain}.`];
    const meant = [...KNOWN].find((known) => differ(name, known) <= mostWrong(name.length));
    return meant === undefined ? [] : [`${name}: did you mean ${meant}?`];
  });
}

/** How many letters have to be changed, put in or left out to make one name of the other; more than two are not counted. */
function differ(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1];
    for (let m = 0; m < other.length; m += 1)
      next.push(Math.min(row[m]! + (letter === other[m] ? 0 : 1), row[m + 1]! + 1, next[m]! + 1));
    row = next;
  }
  return row[other.length]!;
}
