import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { list } from './lists.ts';
import { allow, text, texts } from './parameters.ts';
import { type ApiObject, get, insert, newId, now } from './store.ts';
import { enqueue } from './webhooks.ts';

/** The version of the API's objects; that of the `stripe` SDK in package.json. */
export const API_VERSION = '2026-10-28.endive';

/** The origin of an event: a request, or a scheduled step (without request and key). */
export type Origin = Pick<Call, 'db'> & Partial<Pick<Call, 'requestId' | 'idempotencyKey' | 'isSilent'>>;

/**
 * Writes an event with a snapshot of the object, in the transaction of the change; it is delivered after the commit.
 * `before` has previous values of fields; the changed ones become the event's previous_attributes.
 */
export async function record(
  origin: Origin,
  type: Stripe.Event.Type,
  object: ApiObject,
  before: Record<string, unknown> = {},
): Promise<void> {
  if (origin.isSilent) return;
  const changed = Object.entries(before).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(object[field as keyof ApiObject]),
  );
  const event: Stripe.EventBase = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: now(),
    data: { object, ...(changed.length > 0 && { previous_attributes: Object.fromEntries(changed) }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: origin.requestId ?? null, idempotency_key: origin.idempotencyKey ?? null },
    type,
  };
  await insert(origin.db, 'event', event);
  await enqueue(origin.db, event.id, type);
}

/** GET /v1/events/:id */
export async function retrieveEvent(call: Call): Promise<object> {
  allow(call.params, []);
  const { body } = await get<Stripe.EventBase>(call.db, 'event', call.id);
  return (await withPending(call, [body]))[0]!;
}

/** GET /v1/events */
export async function listEvents(call: Call): Promise<object> {
  const { types, ...params } = call.params;
  const wanted = texts(call.params, 'types') ?? text(params, 'type');
  const found = await list<ApiObject>({ ...call, params }, 'event', '/v1/events', { type: wanted });
  return { ...found, data: await withPending(call, found.data) };
}

async function withPending(call: Call, events: ApiObject[]): Promise<object[]> {
  const { rows } = await call.db.query<{ event: string; pending: number }>(
    `select event, count(*)::int as pending from sandbox_stripe.deliveries
     where event = any($1) and done_at is null group by event`,
    [events.map((event) => event.id)],
  );
  return events.map((event) => ({
    ...event,
    pending_webhooks: rows.find((row) => row.event === event.id)?.pending ?? 0,
  }));
}
