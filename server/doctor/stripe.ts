import Stripe from 'stripe';
import type { Env } from '../env.ts';
import { ProviderFailure, toFailure } from '../payments/failure.ts';
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
 * Asks Stripe with the shop's key: whether it is taken, the account may charge, the webhook is registered, and events reach it.
 * Changes nothing there. What a restricted key may not look at is told, and is no fault.
 * @param at where Stripe's HTTP API is, when it is not Stripe itself
 */
export async function lookAtStripe(
  { stripe: keys, publicUrl }: Env,
  at?: { host: string; port: number; protocol: 'http' },
): Promise<Finding[]> {
  if (!keys)
    return [notUsed("STRIPE_SECRET_KEY is not set: the sandbox's Stripe, with which no real money moves.")];
  const stripe = new Stripe(keys.secretKey, {
    ...at,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const mode = keys.publishableKey.startsWith('pk_live_') ? 'live' : 'test';
  try {
    await stripe.paymentIntents.list({ limit: 1 });
  } catch (error) {
    return [ofRefusal(error)];
  }
  return [
    well(`STRIPE_SECRET_KEY: Stripe takes it, in ${mode} mode.`),
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

/** Nobody but Stripe knows an endpoint's signing secret: a wrong one shows in events that could not be delivered. */
async function lookAtDeliveries(stripe: Stripe): Promise<Finding> {
  const failed = await stripe.events.list({ types: [...WEBHOOK_EVENTS], delivery_success: false, limit: 1 });
  const [last] = failed.data;
  if (!last)
    return well(
      'Stripe: no event waits for its delivery, so STRIPE_WEBHOOK_SECRET is right if there was one.',
    );
  return look(
    `Stripe: the event ${last.id} of ${new Date(last.created * 1000).toISOString()} could not be delivered.`,
    "See in Stripe's dashboard how the shop answered: 400 means that STRIPE_WEBHOOK_SECRET is of another endpoint.",
  );
}
