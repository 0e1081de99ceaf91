import type { Variables } from './variables.ts';

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** What each variable is to hold, with the words for it. https://docs.stripe.com/keys, https://docs.stripe.com/webhooks */
export const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'a secret or restricted key: sk_live_..., rk_live_..., sk_test_... or rk_test_...',
  STRIPE_PUBLISHABLE_KEY: 'the publishable key: pk_live_... or pk_test_...',
  STRIPE_WEBHOOK_SECRET: "the signing secret of the webhook's endpoint: whsec_...",
} as const;

const FORMS: Record<keyof typeof STRIPE_KEYS, RegExp> = {
  STRIPE_SECRET_KEY: /^(?:sk|rk)_(test|live)_\w{1,250}$/,
  STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_\w{1,250}$/,
  STRIPE_WEBHOOK_SECRET: /^whsec_[\w+/=]{1,250}$/,
};

/** What a value looks like that stands in the wrong variable. */
const KINDS: [beginning: string, kind: string][] = [
  ['sk_', 'a secret key'],
  ['rk_', 'a restricted key'],
  ['pk_', 'a publishable key'],
  ['whsec_', 'a signing secret'],
];

/**
 * Stripe's keys, each in its place and both of one mode; undefined when there are none. Live keys never run with the
 * sandbox, whose demo accounts have a password that everybody knows. No message repeats a value.
 */
export function readStripeKeys(variables: Variables, sandbox: boolean): StripeKeys | undefined {
  const keys = variables.together('Stripe', STRIPE_KEYS);
  const names = Object.keys(STRIPE_KEYS) as (keyof typeof STRIPE_KEYS)[];
  // Each that is there is looked at, also while another is missing.
  const modes = names.map((name) => readMode(variables, name));
  if (keys === undefined || modes.includes(undefined)) return undefined;
  const [secret, publishable] = modes;
  if (secret !== publishable) {
    return variables.wrong(
      `STRIPE_SECRET_KEY is a ${secret} key and STRIPE_PUBLISHABLE_KEY a ${publishable} key: both are to be of one mode`,
    );
  }
  // guard: server/ground/env.test.ts
  if (sandbox && secret === 'live') {
    return variables.wrong(
      'STRIPE_SECRET_KEY is a live key, and this is a sandbox, whose demo accounts have a password that everybody knows: set DATABASE_URL and no SANDBOX, or use test keys',
    );
  }
  return {
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
  };
}

/** The mode of a key, `none` for a signing secret; undefined, and noted, when it is not what belongs there. */
function readMode(variables: Variables, name: keyof typeof STRIPE_KEYS): string | undefined {
  const value = variables.get(name);
  if (value === undefined) return undefined;
  const form = FORMS[name].exec(value);
  if (form) return form[1] ?? 'none';
  const kind = KINDS.find(([beginning]) => value.startsWith(beginning))?.[1];
  const isMisplaced =
    kind !== undefined && !STRIPE_KEYS[name].includes(value.slice(0, value.indexOf('_') + 1));
  return variables.wrong(`${name} is to be ${STRIPE_KEYS[name]}${isMisplaced ? `, and is ${kind}` : ''}`);
}
