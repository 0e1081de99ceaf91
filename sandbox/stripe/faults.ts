import type { Call } from './call.ts';
import { allow, integer, oneOf, text } from './parameters.ts';
import type { Database } from './store.ts';

/**
 * Fault injection for tests, which Stripe does not have. `POST /v1/sandbox/faults` (secret key) with
 *
 *   effect     for requests `error`, `timeout`, `drop`, `delay`, `processing`;
 *              for webhooks `duplicate`, `hold`, `delay`, `lose`, `reorder`
 *   times      how many requests or events it affects (1)
 *   method     requests only: GET or POST (any)
 *   path       requests only: the prefix of the path (`/v1/`)
 *   when       requests only: `before` any effect, or `after` the effect, so that only the response is lost (before)
 *   status     `error` only: the status, 400, 401, 403, 429 or 5xx (500)
 *   code, message
 *              `error` only: the code and message (those that Stripe has for the status)
 *   ms         `delay`: how long; `timeout`: when the connection is closed; `processing`: how long a confirmed payment
 *              stays in that state before it succeeds (60,000)
 *   event      webhooks only: an event's type, or `*`
 *
 * `reorder` delivers the next `times` events in reverse order, `hold` keeps them until
 * `DELETE /v1/sandbox/faults`, which removes all faults and releases held events.
 */
export interface RequestFault {
  effect: 'error' | 'timeout' | 'drop' | 'delay' | 'processing';
  method?: string;
  path: string;
  when: 'before' | 'after';
  status: number;
  code?: string;
  message?: string;
  ms: number;
}

export interface WebhookFault {
  effect: 'duplicate' | 'hold' | 'delay' | 'lose' | 'reorder';
  event: string;
  ms: number;
}

const STATUSES = ['400', '401', '403', '429', '500', '502', '503', '504'] as const;
const REQUEST_EFFECTS = ['error', 'timeout', 'drop', 'delay', 'processing'] as const;
const WEBHOOK_EFFECTS = ['duplicate', 'hold', 'delay', 'lose', 'reorder'] as const;

/** POST /v1/sandbox/faults */
export async function addFault(call: Call): Promise<object> {
  const { params } = call;
  const event = text(params, 'event');
  let fault: RequestFault | WebhookFault;
  if (event === undefined) {
    allow(params, ['effect', 'times', 'method', 'path', 'when', 'status', 'code', 'message', 'ms']);
    const effect = oneOf(params, 'effect', REQUEST_EFFECTS) ?? 'error';
    const method = oneOf(params, 'method', ['GET', 'POST']);
    const [code, message] = [text(params, 'code'), text(params, 'message')];
    fault = {
      effect,
      ...(method && { method }),
      path: text(params, 'path') ?? '/v1/',
      when: oneOf(params, 'when', ['before', 'after']) ?? 'before',
      status: Number(oneOf(params, 'status', STATUSES) ?? 500),
      ...(code && { code }),
      ...(message && { message }),
      ms: integer(params, 'ms') ?? 60_000,
    };
  } else {
    allow(params, ['effect', 'times', 'event', 'ms']);
    fault = {
      effect: oneOf(params, 'effect', WEBHOOK_EFFECTS) ?? 'lose',
      event,
      ms: integer(params, 'ms') ?? 1_000,
    };
  }
  const { rows } = await call.db.query<{ id: string }>(
    'insert into sandbox_stripe.faults (fault, remaining) values ($1, $2) returning id',
    [JSON.stringify(fault), integer(params, 'times') ?? 1],
  );
  return { id: String(rows[0]!.id), object: 'sandbox.fault', ...fault };
}

/** DELETE /v1/sandbox/faults */
export async function clearFaults(call: Call): Promise<object> {
  const { rowCount } = await call.db.query('delete from sandbox_stripe.faults');
  await call.db.query(
    `update sandbox_stripe.deliveries set held = false, after = null, next_at = least(next_at, clock_timestamp())
     where done_at is null and fault is not null`,
  );
  return { object: 'sandbox.fault', deleted: rowCount };
}

/** Returns the fault for this request, if any, and counts it. */
export async function requestFault(
  db: Database,
  method: string,
  path: string,
): Promise<RequestFault | undefined> {
  // Faults never affect the calls that remove them.
  if (path.startsWith('/v1/sandbox/')) return undefined;
  const { rows } = await db.query<{ fault: RequestFault }>({
    name: 'sandbox_stripe_request_fault',
    text: `update sandbox_stripe.faults set remaining = remaining - 1
           where id = (
             select id from sandbox_stripe.faults
             where remaining > 0 and fault->>'path' is not null
               and starts_with($2, fault->>'path') and coalesce(fault->>'method', $1) = $1
             order by id limit 1 for update)
           returning fault`,
    values: [method, path],
  });
  return rows[0]?.fault;
}

/** Returns the fault for this event, if any, and counts it in the transaction that writes the event. */
export async function webhookFault(
  db: Database,
  type: string,
): Promise<(WebhookFault & { id: string; remaining: number }) | undefined> {
  // One transaction at a time: several that update several faults could deadlock.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('sandbox_stripe faults', 0))`);
  const { rows } = await db.query<{ id: string; remaining: number; fault: WebhookFault }>({
    name: 'sandbox_stripe_webhook_fault',
    text: `update sandbox_stripe.faults set remaining = remaining - 1
           where id = (
             select id from sandbox_stripe.faults
             where remaining > 0 and fault->>'event' in ($1, '*')
             order by id limit 1 for update)
           returning id, remaining, fault`,
    values: [type],
  });
  const row = rows[0];
  return row && { ...row.fault, id: row.id, remaining: row.remaining };
}
