import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { MOST_PASSKEYS } from '#contract/second-factor/limits.ts';
import { CHALLENGE_MINUTES, type Passkey } from '#contract/second-factor/passkeys.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { mayEnrol } from './queries.ts';
import type { KnownPasskey, MadePasskey } from './webauthn.ts';

/** What a passkey is asked for: to be added, or to prove who signs in. The answer to one is none to the other. */
type Purpose = 'add' | 'prove';

const until = sql`now() + make_interval(mins => ${sql.lit(CHALLENGE_MINUTES)})`;

/**
 * Keeps a new challenge for a session in place of the one before. Undefined when the session has ended or, for a passkey that is
 * to be added, when it may not set a second factor up now (`mayEnrol`).
 */
export async function keepChallenge(
  db: Queryable,
  sessionId: string,
  purpose: Purpose,
): Promise<Buffer | undefined> {
  const challenge = randomBytes(32);
  const who = purpose === 'add' ? mayEnrol(sessionId) : sql`from sessions s where s.id = ${sessionId}`;
  const { rows } = await sql`
    insert into passkey_challenges (session_id, purpose, challenge, expires_at)
    select s.id, ${purpose}, ${challenge}::bytea, ${until} ${who}
    on conflict (session_id) do update
      set purpose = excluded.purpose, challenge = excluded.challenge, expires_at = excluded.expires_at
    returning 1`.execute(db);
  return rows.length > 0 ? challenge : undefined;
}

/** Uses a session's challenge up, before its answer is looked at. Undefined when there is none for the purpose that is still good. */
export async function takeChallenge(
  db: Queryable,
  sessionId: string,
  purpose: Purpose,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ challenge: Buffer }>`
    delete from passkey_challenges
    where session_id = ${sessionId} and purpose = ${purpose} and expires_at > now() returning challenge`.execute(
    db,
  );
  return rows[0]?.challenge;
}

/** Deletes challenges that nobody has answered. */
export async function forgetChallenges(db: Queryable): Promise<void> {
  await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
}

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<{ _id: string; name: string; createdAt: Date; usedAt: Date | null }>`
    select id as _id, name, created_at as "createdAt", used_at as "usedAt" from passkeys
    where user_id = ${userId} order by id`.execute(db);
  return rows.map(({ createdAt, usedAt, ...passkey }) => ({
    ...passkey,
    createdAt: createdAt.toISOString(),
    ...(usedAt && { usedAt: usedAt.toISOString() }),
  }));
}

/** The passkeys of a person as browsers know them. */
export async function listKnown(db: Queryable, userId: string): Promise<KnownPasskey[]> {
  const { rows } = await sql<KnownPasskey>`
    select id, name, credential_id as "credentialId", public_key as "publicKey", counter, transports from passkeys
    where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/**
 * Adds a passkey of a locked user in the first free place. Answers its id, `full` when there is
 * no place, and `known` when somebody has the same one.
 */
export async function insertPasskey(
  transaction: Queryable,
  userId: string,
  name: string,
  { credentialId, publicKey, counter, transports }: MadePasskey,
): Promise<{ id: string } | 'full' | 'known'> {
  const id = newId();
  await sql`insert into second_factors (user_id) values (${userId}) on conflict do nothing`.execute(
    transaction,
  );
  const { rows } = await sql<{ free: number; added: number }>`
    with free as (
      select place from generate_series(1, ${sql.lit(MOST_PASSKEYS)}) as place
      except select place from passkeys where user_id = ${userId} order by place limit 1
    ), added as (
      insert into passkeys (id, user_id, place, name, credential_id, public_key, counter, transports)
      select ${id}::uuid, ${userId}::uuid, place, ${name}, ${credentialId}::bytea, ${publicKey}::bytea, ${counter}::bigint,
        ${transports}::text[]
      from free on conflict (credential_id) do nothing returning 1
    )
    select (select count(*) from free) as free, (select count(*) from added) as added`.execute(transaction);
  const { free, added } = rows[0]!;
  return free === 0 ? 'full' : added === 0 ? 'known' : { id };
}

/**
 * Notes that a passkey has signed, and its counter. False when it was removed meanwhile, or when the counter has not gone on:
 * then somebody has copied the passkey, or sends what was sent before. Authenticators that do not count say 0.
 */
export async function notePasskeyUse(
  transaction: Queryable,
  { id }: Pick<KnownPasskey, 'id'>,
  counter: number,
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Removes a passkey of a person whose second factor is locked, and answers its name. Undefined where there is none such. */
export async function deletePasskey(
  transaction: Queryable,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where user_id = ${userId} and id = ${id} returning name`.execute(transaction);
  return rows[0]?.name;
}

/** Whether a person has an authenticator app or a passkey. */
export async function hasFactor(transaction: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from second_factors as f
    where user_id = ${userId} and (secret is not null or exists (select from passkeys p where p.user_id = f.user_id))`.execute(
    transaction,
  );
  return rows.length > 0;
}
