import { answerOf } from './answers.ts';
import type { Call } from './call.ts';
import { StripeError, wrongParameter } from './errors.ts';
import { HeldObjects } from './held-objects.ts';
import type { Answer } from './idempotency.ts';
import { texts } from './parameters.ts';
import type { Route } from './routes.ts';
import { type Database, get, type Kind } from './store.ts';

/** Returns the response of a call's handler; a refusal rolls the changes of a POST back to before it. */
export async function answer(route: Route, call: Call): Promise<Answer & { keep: boolean }> {
  const { db, requestId } = call;
  const post = route.method !== 'GET';
  // Without it, a call that would have to be undone fails the whole transaction of who holds the objects.
  if (post && !(db instanceof HeldObjects)) await db.query('savepoint handler');
  try {
    const { expand: _, ...params } = call.params;
    const paths = texts(call.params, 'expand') ?? [];
    // A copy: expanding must not change the snapshot in an event.
    const body = { ...(await route.handler({ ...call, params })) };
    await expand(db, body, paths);
    return { status: 200, body: JSON.stringify(body, null, 2), requestId, keep: true };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    if (post && error.outcome !== 'effective') await db.query('rollback to savepoint handler');
    return { ...answerOf(error, requestId), keep: error.outcome !== 'refused' };
  }
}

/** Expandable fields with objects in the sandbox. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['latest_charge', 'charge'],
  ['charge', 'charge'],
  ['payment_intent', 'payment_intent'],
  ['payment_method', 'payment_method'],
]);

type Fields = Record<string, unknown>;

/** Replaces the ids at the paths of `expand[]` (`latest_charge`, `data.payment_method`, ...) by their objects. */
async function expand(db: Database, answer: object, paths: readonly string[]): Promise<void> {
  for (const path of paths) await follow(db, answer as Fields, path.split('.'), path);
}

async function follow(db: Database, object: Fields, fields: string[], path: string): Promise<void> {
  const [field = '', ...rest] = fields;
  const kind = KINDS.get(field);
  if (kind === undefined && (field !== 'data' || object.object !== 'list'))
    throw wrongParameter('expand', `This property cannot be expanded (${path}).`);
  const value = object[field];
  if (kind && typeof value === 'string') object[field] = { ...(await get(db, kind, value)).body };
  if (rest.length === 0 || !object[field]) return;
  for (const item of [object[field]].flat()) await follow(db, item as Fields, rest, path);
}
