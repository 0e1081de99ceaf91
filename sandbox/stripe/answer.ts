import { answerOf } from './answers.ts';
import type { Call } from './call.ts';
import { StripeError } from './errors.ts';
import { expand } from './expand.ts';
import { HeldObjects } from './held-objects.ts';
import type { Answer } from './idempotency.ts';
import { texts } from './parameters.ts';
import type { Route } from './routes.ts';

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
