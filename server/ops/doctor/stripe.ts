import Stripe from 'stripe';
import type { Env } from '../../ground/env.ts';
import { ProviderFailure, toFailure } from '../../payments/failure.ts';
import { ofClock } from './clock.ts';
import { type Finding, look, notUsed, reasonOf, well, wrong } from './finding.ts';

/** What the endpoint has to be told of (docs/going-live.md). */
export const WEBHOOK_EVENTS = [
  ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'],
  ...['charge.refunded', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'],
  ...['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
] as const;

const TIMEOUT_MS = 10_000;

/**
 * Asks Stripe with the shop's key: whether Stripe takes it, whether the publishable key has the same account, whether the account
 * may charge, the webhook is registered, and events reach it.
 * Changes nothing there. What a restricted key may not look at is told, and is no fault.
 * @param at where Stripe's HTTP API is, when it is not Stripe itself
 */
export async function lookAtStripe(
  { stripe: keys, publicUrl }: Env,
  at?: { host: string; port: number; protocol: 'http' },
): Promise<Finding[]> {
  if (!keys)
    return [notUsed("STRIPE_SECRET_KEY is not set: the sandbox's Stripe, with which no real money moves.")];
  const options = { ...at, timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false };
  const stripe = new Stripe(keys.secretKey, options);
  const mode = keys.publishableKey.startsWith('pk_live_') ? 'live' : 'test';
  const asked = Date.now();
  let intents: Awaited<ReturnType<typeof stripe.paymentIntents.list>>;
  try {
    intents = await stripe.paymentIntents.list({ limit: 1 });
  } catch (error) {
    return [ofRefusal(error)];
  }
  const answered = Date.now();
  return [
    well(`STRIPE_SECRET_KEY: Stripe takes it, in ${mode} mode.`),
    ...ofStripesClock(intents.lastResponse.headers.date, asked, answered),
    await lookAtPublishableKey(new Stripe(keys.publishableKey, options), intents.data[0]),
    await unlessRefused('Whether the account may charge', () => lookAtAccount(stripe)),
    await unlessRefused('Whether the webhook is registered', () => lookAtWebhook(stripe, publicUrl)),
    await unlessRefused('Whether events have arrived', () => lookAtDeliveries(stripe)),
  ];
}

function ofRefusal(error: unknown): Finding {
  const failure = toFailure(error);
  if (!(failure instanceof ProviderFailure) || failure.passes)
    return wrong(
      `Stripe cannot be reached (${reasonOf(error)}).`,
      'Let this machine reach api.stripe.com by https.',
    );
  return wrong(
    `STRIPE_SECRET_KEY: Stripe refuses it (${failure.said.message}).`,
    "Take it anew from Stripe's dashboard, Developers, API keys, with the rights that docs/going-live.md lists.",
  );
}

/** Restricted keys have the shop's rights only: what they may not look at, a person looks at. */
async function unlessRefused(what: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    const failure = toFailure(error);
    const said = failure instanceof ProviderFailure ? failure.said.message : reasonOf(error);
    return look(`${what} cannot be seen with this key (${said}).`, "Look at it in Stripe's dashboard.");
  }
}

async function lookAtAccount(stripe: Stripe): Promise<Finding> {
  const { charges_enabled } = await stripe.accounts.retrieveCurrent();
  if (charges_enabled) return well('Stripe: the account may charge cards.');
  return wrong('Stripe: the account may not charge cards yet.', "Complete it in Stripe's dashboard.");
}

async function lookAtWebhook(stripe: Stripe, publicUrl = ''): Promise<Finding> {
  const address = `${publicUrl}/webhooks/stripe`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const own = data.find(({ url }) => url === address);
  if (!own) return wrong(`Stripe has no webhook for ${address}.`, 'Add it as docs/going-live.md says.');
  if (own.status !== 'enabled')
    return wrong(`Stripe: the webhook for ${address} is disabled.`, "Enable it in Stripe's dashboard.");
  const missing = WEBHOOK_EVENTS.filter(
    (event) => !own.enabled_events.some((one) => one === event || one === '*'),
  );
  if (missing.length === 0) return well(`Stripe: the webhook for ${address} has all events.`);
  return wrong(`Stripe: the webhook for ${address} lacks events.`, `Add ${missing.join(', ')}.`);
}

/**
 * Nobody but Stripe knows an endpoint's signing secret: that it is right shows in the newest event that was delivered, and that
 * it may be wrong in one that was not, as the shop refuses what is signed by another.
 */
async function lookAtDeliveries(stripe: Stripe): Promise<Finding> {
  const newest = async (delivery_success: boolean) =>
    (await stripe.events.list({ types: [...WEBHOOK_EVENTS], delivery_success, limit: 1 })).data[0];
  const [failed, delivered] = await Promise.all([newest(false), newest(true)]);
  const named = ({ id, created }: Stripe.Event) =>
    `the event ${id} of ${new Date(created * 1000).toISOString()}`;
  if (failed && !(delivered && delivered.created > failed.created))
    return look(
      `Stripe: ${named(failed)} could not be delivered.`,
      "See in Stripe's dashboard how the shop answered: 400 means that STRIPE_WEBHOOK_SECRET is of another endpoint.",
    );
  if (delivered) return well(`Stripe: ${named(delivered)} was delivered, so STRIPE_WEBHOOK_SECRET is right.`);
  return look(
    'Stripe: no event has been sent yet, so nobody knows whether STRIPE_WEBHOOK_SECRET is right.',
    'Place an order with a test key and the card 4242 4242 4242 4242, and run this again.',
  );
}

/** Two keys of one mode may be of two accounts: the browser's then finds no payment that the server's has made. */
async function lookAtPublishableKey(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | undefined,
): Promise<Finding> {
  if (!intent?.client_secret)
    return look(
      'STRIPE_PUBLISHABLE_KEY: there is no payment yet by which to see whether it is of the same account.',
      'Place an order, pay it, and run this again.',
    );
  try {
    await stripe.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret });
    return well('STRIPE_PUBLISHABLE_KEY: it is of the same account.');
  } catch (error) {
    const failure = toFailure(error);
    if (!(failure instanceof ProviderFailure) || failure.passes) return ofRefusal(error);
    const said = failure.said.message;
    return wrong(
      `STRIPE_PUBLISHABLE_KEY: it does not open a payment of STRIPE_SECRET_KEY's account (${said}).`,
      "Take both anew from the same account in Stripe's dashboard, Developers, API keys.",
    );
  }
}

/** The date of an answer has seconds, so up to one more is not known. */
function ofStripesClock(date: string | undefined, asked: number, answered: number): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  return [ofClock("Stripe's", theirs + 500 - (asked + answered) / 2, answered - asked + 1000)];
}
