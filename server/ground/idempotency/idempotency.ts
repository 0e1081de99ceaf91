import { hash } from 'node:crypto';
import type { CallName } from '#contract/api.ts';
import type { Queryable } from '../database/client.ts';
import { Problem } from '../handling/problem.ts';

/** What makes a repeat of a creating call the same: who, which call, the key the client chose, and the request's hash. */
export interface Attempt {
  userId: string;
  call: CallName;
  key: string;
  requestHash: Buffer;
}

/**
 * The attempt behind a request, or undefined when its client sent no Idempotency-Key. `deciding` is what of the parsed
 * request decides its result, always in the same order of fields. Another field has no place in it: a client that sends
 * the same request again may have read it anew meanwhile.
 */
export function attemptOf(
  userId: string,
  call: CallName,
  key: string | undefined,
  deciding: unknown,
): Attempt | undefined {
  if (key === undefined) return undefined;
  return { userId, call, key, requestHash: hash('sha256', JSON.stringify(deciding), 'buffer') };
}

/**
 * The answer an earlier attempt got, or undefined. Throws 409 when the key was used with another request, with the id of
 * what that one created: a client whose answer was lost finds it by that.
 */
export async function findAnswer<T>(db: Queryable, attempt: Attempt): Promise<T | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', attempt.userId)
    .where('call', '=', attempt.call)
    .where('key', '=', attempt.key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (!attempt.requestHash.equals(row.request_hash)) throw keyReused(row.answer as { insertedId?: string });
  return row.answer as T;
}

/** 409: a key was used with another request, which was answered this. */
export function keyReused({ insertedId }: { insertedId?: string }): Problem {
  return new Problem('idempotency_key_reused', undefined, insertedId ? { createdId: insertedId } : {});
}

/**
 * Runs `work` in a transaction that also stores its answer under the attempt's key, so that a repeat, at once or within
 * `KEY_HOURS` and on any process, gets the same answer and changes nothing.
 */
export async function once<T>(
  db: Queryable,
  attempt: Attempt | undefined,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  if (!attempt) return db.transaction().execute(work);
  const earlier = await findAnswer<T>(db, attempt);
  if (earlier !== undefined) return earlier;
  try {
    return await db.transaction().execute(async (transaction) => {
      const answer = await work(transaction);
      await insertAnswer(transaction, attempt, answer).execute();
      return answer;
    });
  } catch (error) {
    // The same key may have been committed while this attempt ran, and have left nothing for it: its transaction is undone, the
    // other's answer counts.
    if (!isRepeat(error) && !(error instanceof Problem)) throw error;
    const answer = await findAnswer<T>(db, attempt);
    if (answer === undefined) throw error;
    return answer;
  }
}

/**
 * The same for work outside of the database, which is safe to do twice: the answer is stored after it. Two attempts at
 * once may both do it; the first to finish answers for both.
 */
export async function onceOutside<T>(
  db: Queryable,
  attempt: Attempt | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!attempt) return work();
  const earlier = await findAnswer<T>(db, attempt);
  if (earlier !== undefined) return earlier;
  const answer = await work();
  await insertAnswer(db, attempt, answer)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findAnswer<T>(db, attempt)) ?? answer;
}

function insertAnswer(db: Queryable, attempt: Attempt, answer: unknown) {
  return db.insertInto('idempotency_keys').values({
    user_id: attempt.userId,
    call: attempt.call,
    key: attempt.key,
    request_hash: attempt.requestHash,
    answer: JSON.stringify(answer),
  });
}

/** Whether a statement failed because another one with the same Idempotency-Key was faster. */
export function isRepeat(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_keys_pkey';
}
