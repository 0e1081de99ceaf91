import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PROOF_MINUTES } from '#contract/second-factor.ts';
import type { Queryable } from '../database/client.ts';
import type { ProvenPerson } from '../handling/authentication.ts';
import { Problem, unauthorized } from '../handling/problem.ts';

/** What a session has proven of a second factor: nothing as there is none, or as it is missing, or it some time ago. */
export type Factor = ProvenPerson['factor'] | 'missing';

/** `Factor` of a session `s` of a user `u`. */
export const FACTOR = sql<Factor>`case when u.second_factor_at is null then 'none'
  when s.factor_at is null then 'missing'
  when s.factor_at > now() - make_interval(mins => ${sql.lit(PROOF_MINUTES)}) then 'recent'
  else 'old' end`;

/** Whether a session `s` of a user `u` is all that the shop asks of the user, who may have to have a second factor. */
export function isComplete(isRequired: boolean): RawBuilder<SqlBool> {
  return sql`(case when u.second_factor_at is null then u.role = 'customer' or not ${isRequired}::boolean
    else s.factor_at is not null end)`;
}

/** What a session has proven; undefined when it has ended. */
export async function factorOf(db: Queryable, sessionId: string): Promise<Factor | undefined> {
  const { rows } = await sql<{ factor: Factor }>`
    select ${FACTOR} as factor from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.expires_at > now()`.execute(db);
  return rows[0]?.factor;
}

/** The refusal of a session that has not proven enough. Without a second factor `step` is what it needs first. */
export async function factorNeeded(
  db: Queryable,
  sessionId: string,
  step: 'enrol' | 'sign_in',
): Promise<Problem> {
  const factor = await factorOf(db, sessionId);
  if (factor === undefined) return unauthorized();
  return new Problem('second_factor_needed', { step: factor === 'none' ? step : 'prove' });
}
