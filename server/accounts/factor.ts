import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PROOF_MINUTES } from '#contract/second-factor/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { ProvenPerson } from '../ground/handling/authentication.ts';
import { Problem, unauthorized } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';

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

/** The id of the person with this address whose second factor was removed; undefined where there was none. */
export async function removeFactor(transaction: Queryable, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; had: boolean }>`
    update users set second_factor_at = null from (
      select id, second_factor_at is not null as had from users where email = ${email} for no key update
    ) as before where users.id = before.id returning users.id, had`.execute(transaction);
  const person = rows[0];
  if (!person) return undefined;
  await sql`delete from second_factors where user_id = ${person.id}`.execute(transaction);
  await sql`delete from recovery_codes where user_id = ${person.id}`.execute(transaction);
  return person.had ? person.id : undefined;
}

/** Removes, with an entry in the log, the second factor that somebody set up before the owner of the address proved it. */
export async function removeStrangersFactor(transaction: Queryable, email: string): Promise<void> {
  if ((await removeFactor(transaction, email)) === undefined) return;
  await recordEvent(transaction, {
    kind: 'second_factor_removed',
    actor: email,
    person: email,
    facts: { why: 'address_proven' },
  });
}

/** Lets codes be tried again: whoever has tried wrong ones with the former password has no session any more. */
export async function forgetAttempts(transaction: Queryable, userId: string): Promise<void> {
  await sql`update second_factors set attempts = 0 where user_id = ${userId} and attempts > 0`.execute(
    transaction,
  );
}
