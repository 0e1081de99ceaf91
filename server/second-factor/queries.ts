import { type RawBuilder, sql } from 'kysely';
import { PROOF_MINUTES } from '#contract/second-factor/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { Problem } from '../ground/handling/problem.ts';
import { hashOfCode, newRecoveryCodes } from './codes.ts';

/** Wrong codes of an app in a row, and the minutes after which as many may be tried again. Recovery codes cannot be guessed. */
const MOST_ATTEMPTS = 10;
const ATTEMPT_MINUTES = 60;

/** Where tries are counted: in the second factor or, of a session that has proven it, there. Nobody else can lock that one. */
const OF_PERSON = { attempts: sql.ref('attempts'), since: sql.ref('attempts_since') };
const OF_SESSION = { attempts: sql.ref('factor_attempts'), since: sql.ref('factor_attempts_since') };
type Counter = typeof OF_PERSON;

const isOld = ({ since }: Counter) =>
  sql`${since} < now() - make_interval(mins => ${sql.lit(ATTEMPT_MINUTES)})`;
const isFull = (counter: Counter) => sql`(${counter.attempts} >= ${MOST_ATTEMPTS} and not ${isOld(counter)})`;
const counted = (counter: Counter) => sql`
  ${counter.attempts} = case when ${isOld(counter)} then 1 else ${counter.attempts} + 1 end,
  ${counter.since} = case when ${counter.attempts} = 0 or ${isOld(counter)} then now() else ${counter.since} end`;
const HAS_PROVEN = (sessionId: string) => sql`id = ${sessionId} and factor_at is not null`;
const RECENTLY = sql`now() - make_interval(mins => ${sql.lit(PROOF_MINUTES)})`;

/**
 * Whether a user `u` may set a second factor up: whoever opens an account with somebody else's address must not lock its owner out.
 * An admin answers for the address of staff and admins, who may have to have one.
 */
const MAY_ENROL = sql<boolean>`(u.email_verified or u.role <> 'customer')`;

export interface Stored {
  /** Encrypted. */
  secret: string | null;
  pending: string | null;
}

interface Session {
  userId: string;
  sessionId: string;
}

/** Counts a try of a code before it is looked at; undefined when there were too many, or there is nothing to try it on. */
export async function takeAttempt(
  db: Queryable,
  { userId, sessionId }: Session,
): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    with by_session as (
      update sessions set ${counted(OF_SESSION)} where ${HAS_PROVEN(sessionId)} and not ${isFull(OF_SESSION)} returning 1
    ), by_person as (
      update second_factors set ${counted(OF_PERSON)}
      where user_id = ${userId} and not ${isFull(OF_PERSON)}
        and not exists (select from sessions where ${HAS_PROVEN(sessionId)})
      returning 1
    )
    select secret, pending from second_factors
    where user_id = ${userId} and (exists (select from by_session) or exists (select from by_person))`.execute(
    db,
  );
  return rows[0];
}

/** Seconds until a code may be tried again; undefined where that is now, or there is nothing to try it on. */
export async function secondsToWait(
  db: Queryable,
  { userId, sessionId }: Session,
): Promise<number | undefined> {
  const wait = ({ since }: Counter) =>
    sql`greatest(1, ceil(extract(epoch from ${since} - now()) + ${ATTEMPT_MINUTES * 60}))::int as seconds`;
  const { rows } = await sql<{ seconds: number }>`
    select ${wait(OF_SESSION)} from sessions where ${HAS_PROVEN(sessionId)} and ${isFull(OF_SESSION)}
    union all
    select ${wait(OF_PERSON)} from second_factors where user_id = ${userId} and ${isFull(OF_PERSON)}
      and not exists (select from sessions where ${HAS_PROVEN(sessionId)})`.execute(db);
  return rows[0]?.seconds;
}

/**
 * From whom a second factor can be set up in a session `s` of a user `u`: the address is proven (`MAY_ENROL`), and the session was
 * opened, or has proven the second factor that there is already, in the last ten minutes.
 */
export function mayEnrol(sessionId: string): RawBuilder<unknown> {
  return sql`from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and ${MAY_ENROL}
      and case when u.second_factor_at is null then s.created_at else s.factor_at end > ${RECENTLY}`;
}

/** Keeps a secret that is being set up; false when that may not be done in the session (`mayEnrol`). */
export async function keepPending(db: Queryable, sessionId: string, sealed: string): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors (user_id, pending) select u.id, ${sealed} ${mayEnrol(sessionId)}
    on conflict (user_id) do update set pending = excluded.pending
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Throws where the person's address has to be proven before a second factor is set up. */
export async function requireProvenAddress(db: Queryable, userId: string): Promise<void> {
  const { rows } = await sql`select 1 from users u where u.id = ${userId} and not ${MAY_ENROL}`.execute(db);
  if (rows.length > 0) throw new Problem('own_address_unproven');
}

/** Makes the secret that was set up the one in use, if it still is that one. */
export async function takePending(
  transaction: Queryable,
  userId: string,
  sealed: string,
  step: number,
): Promise<boolean> {
  const { rows } = await sql`
    update second_factors set secret = pending, pending = null, last_step = ${step}, attempts = 0
    where user_id = ${userId} and pending = ${sealed} returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Uses up a code of the app, with all earlier ones; returns false when it was used before. */
export async function spendStep(
  transaction: Queryable,
  userId: string,
  sealed: string,
  step: number,
): Promise<boolean> {
  const { rows } = await sql`
    update second_factors set last_step = ${step}, attempts = 0
    where user_id = ${userId} and secret = ${sealed} and last_step < ${step} returning 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Uses a recovery code up, after which codes of the app may be tried again; false when there is none such. */
export async function spendRecoveryCode(
  transaction: Queryable,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`
    with spent as (
      delete from recovery_codes where user_id = ${userId} and hash = ${hashOfCode(code)} returning 1
    ), freed as (
      update second_factors set attempts = 0 where user_id = ${userId} and exists (select from spent)
    )
    select from spent`.execute(transaction);
  return rows.length > 0;
}

/** Since when a person has a second factor, and what of. */
export async function stateOf(
  db: Queryable,
  userId: string,
): Promise<{ enrolledAt: Date | null; app: boolean; passkeys: number; codesLeft: number }> {
  const { rows } = await sql<Awaited<ReturnType<typeof stateOf>>>`
    select second_factor_at as "enrolledAt",
      exists (select from second_factors where user_id = u.id and secret is not null) as app,
      (select count(*)::int from passkeys where user_id = u.id) as passkeys,
      (select count(*)::int from recovery_codes where user_id = u.id) as "codesLeft"
    from users u where id = ${userId}`.execute(db);
  return rows[0]!;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where user_id = ${userId}`.execute(db);
  return rows[0]!.left;
}

/** Replaces all recovery codes of a locked user by new ones, which it returns. The user is locked because each code refers to it. */
export async function replaceCodes(transaction: Queryable, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(transaction);
  const hashes = sql.join(codes.map((code) => sql`(${userId}::uuid, ${hashOfCode(code)}::bytea)`));
  await sql`insert into recovery_codes (user_id, hash) values ${hashes}`.execute(transaction);
  return codes;
}

/** Notes that a session has proven the second factor; the answer tells whether it had before, and is undefined when it ended. */
export async function noteProof(
  transaction: Queryable,
  sessionId: string,
): Promise<{ again: boolean } | undefined> {
  const { rows } = await sql<{ again: boolean }>`
    update sessions set factor_at = now(), factor_attempts = 0 from (
      select id, factor_at is not null as again from sessions where id = ${sessionId} for no key update
    ) as before where sessions.id = before.id returning again`.execute(transaction);
  return rows[0];
}

/** Locks somebody's second factor where the session has proven it in the last ten minutes. */
export async function lockProven(transaction: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from second_factors f join users u on u.id = f.user_id join sessions s on s.user_id = u.id
    where s.id = ${sessionId} and u.second_factor_at is not null and s.factor_at > ${RECENTLY}
    for update of f`.execute(transaction);
  return rows.length > 0;
}

/** Source of a mail to a person about their second factor. */
export function toPerson(userId: string, subject: string, facts: object = {}): RawBuilder<unknown> {
  return sql`select email as recipient, ${subject}::text as subject,
    ${JSON.stringify(facts)}::jsonb || jsonb_build_object('at', now()) as facts
    from users where id = ${userId}::uuid`;
}
