import type Stripe from 'stripe';
import { z } from 'zod';
import { Problem } from '../ground/handling/problem.ts';

/** How far a signature's time may be from ours, in either direction: the SDK's own, which looks back only. */
const TOLERANCE_SECONDS = 300;

/**
 * Reads an event that Stripe signed over its raw bytes (https://docs.stripe.com/webhooks#verify-manually). Throws 400 when
 * the signature is not Stripe's, is too old, or signs something that is no event.
 */
export function readSignedEvent(webhooks: Stripe['webhooks'], secret: string, body: Buffer, signature = '') {
  requireOneTime(signature);
  try {
    webhooks.signature!.verifyHeader(body, signature, secret, TOLERANCE_SECONDS);
  } catch {
    throw new Problem('bad_signature', { why: 'mismatch' });
  }
  const event = EventSchema.safeParse(parseJson(body));
  if (!event.success) throw new Problem('bad_event');
  const { id, type, data } = event.data;
  const { object } = data;
  const disputeId = object.object === 'dispute' ? object.id : undefined;
  return { id, type, intentId: intentOf(object), disputeId };
}

/** One time, and not in the future. Of two, one could be signed and the other be looked at. */
function requireOneTime(signature: string): void {
  const seconds = timeOf(signature);
  // guard: server/payments/payments.test.ts
  if (!(seconds - Date.now() / 1000 <= TOLERANCE_SECONDS)) {
    throw new Problem('bad_signature', { why: 'time' });
  }
}

/**
 * Whether a `Stripe-Signature` header has the form of a recent signature. It proves nothing: it is for what has to be
 * decided before the body is whole.
 */
export function looksSigned(signature: string): boolean {
  const age = Math.floor(Date.now() / 1000) - timeOf(signature);
  return (
    Math.abs(age) <= TOLERANCE_SECONDS && signature.split(',').some((part) => /^v1=[\da-f]{64}$/.test(part))
  );
}

/** The one time of a signature, in seconds since 1970; NaN when there is none, or more than one. */
function timeOf(signature: string): number {
  const times = signature.split(',').filter((part) => part.trimStart().startsWith('t='));
  return times.length === 1 && /^t=\d{1,12}$/.test(times[0]!) ? Number(times[0]!.slice(2)) : NaN;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** What the shop keeps or looks at of an event. Ids of Stripe's have up to 255 characters. */
const WordSchema = z.string().regex(/^[\w.-]{1,255}$/);
const ReferenceSchema = z.union([WordSchema, z.looseObject({ id: WordSchema })]).nullish();
const EventSchema = z.object({
  object: z.literal('event'),
  id: WordSchema,
  type: WordSchema,
  data: z.object({
    object: z.looseObject({ object: z.string(), id: WordSchema.optional(), payment_intent: ReferenceSchema }),
  }),
});

function intentOf(object: z.infer<typeof EventSchema>['data']['object']): string | undefined {
  if (object.object === 'payment_intent') return object.id;
  if (!['charge', 'refund', 'dispute'].includes(object.object)) return undefined;
  return typeof object.payment_intent === 'string' ? object.payment_intent : object.payment_intent?.id;
}
