import { createHash } from 'node:crypto';
import { StripeError } from './errors.ts';
import type { Params } from './form-body.ts';
import type { Database } from './store.ts';

/** The response to a request. */
export interface Answer {
  status: number;
  body: string;
  requestId: string;
  replayed?: true;
}

export interface KeyedRequest {
  key: string;
  /** Method and path. */
  endpoint: string;
  params: Params;
  requestId: string;
}

/**
 * Runs a request under its Idempotency-Key, in the transaction of its effects: the first
 * response is stored with the effects or not at all, and replayed for 24 hours. A concurrent request with the same key,
 * in any process, gets 409; a different request with it gets 400.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function underKey(
  db: Database,
  request: KeyedRequest,
  work: () => Promise<Answer & { keep: boolean }>,
): Promise<Answer> {
  const { key, endpoint, requestId } = request;
  if (key.length > 255) {
    throw new StripeError(400, {
      type: 'invalid_request_error',
      message: `Idempotency keys cannot be longer than 255 characters: yours has ${key.length}.`,
    });
  }
  const { rows: locks } = await db.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('sandbox_stripe key ' || $1, 0)) as locked`,
    [key],
  );
  if (!locks[0]!.locked) {
    throw new StripeError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message:
        'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
    });
  }
  const parameters = createHash('sha256')
    .update(JSON.stringify(sorted(request.params)))
    .digest('hex');
  const { rows } = await db.query<{
    endpoint: string;
    parameters: string;
    status: number;
    body: string;
    request_id: string;
  }>(
    `select endpoint, parameters, status, body, request_id from sandbox_stripe.idempotency_keys
     where key = $1 and created > now() - interval '24 hours'`,
    [key],
  );
  const first = rows[0];
  if (first && first.endpoint !== endpoint) throw reused(endpoint, first.endpoint, key);
  if (first && first.parameters !== parameters) {
    throw new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (first) return { status: first.status, body: first.body, requestId: first.request_id, replayed: true };

  const answer = await work();
  if (answer.keep) {
    await db.query(
      `insert into sandbox_stripe.idempotency_keys (key, endpoint, parameters, status, body, request_id)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (key) do update set endpoint = $2, parameters = $3, status = $4, body = $5, request_id = $6, created = now()`,
      [key, endpoint, parameters, answer.status, answer.body, requestId],
    );
  }
  return answer;
}

function reused(endpoint: string, first: string, key: string): StripeError {
  return new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/** Sorts parameters, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}
