import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { ProviderSession } from '../ground/handling/handler.ts';
import { Problem, unauthorized } from '../ground/handling/problem.ts';
import { noteProof } from './queries.ts';

type Session = Pick<ProviderSession, 'userId' | 'sessionId'>;

/**
 * Whether a locked user has no second factor yet. Throws when there is one that the session has not proven: who has only the
 * password cannot put an app or a passkey of theirs beside it, or in its place.
 */
export async function isFirstFactor(
  transaction: Queryable,
  { userId, sessionId }: Session,
): Promise<boolean> {
  const { rows } = await sql<{ hasOne: boolean; hasProven: boolean }>`
    select u.second_factor_at is not null as "hasOne", s.factor_at is not null as "hasProven"
    from users u join sessions s on s.user_id = u.id where u.id = ${userId} and s.id = ${sessionId}`.execute(
    transaction,
  );
  const [found] = rows;
  if (!found) throw unauthorized();
  if (found.hasOne && !found.hasProven) throw new Problem('second_factor_needed', { step: 'prove' });
  return !found.hasOne;
}

/** Turns the second factor of a locked user on: this session has proven it, all others end. */
export async function turnOn(transaction: Queryable, { userId, sessionId }: Session): Promise<void> {
  if (!(await noteProof(transaction, sessionId))) throw unauthorized();
  await sql`update users set second_factor_at = coalesce(second_factor_at, now()) where id = ${userId}`.execute(
    transaction,
  );
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .execute();
}
