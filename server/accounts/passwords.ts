import { APIError, BASE_ERROR_CODES } from 'better-auth';
import { sql } from 'kysely';
import type { EventFacts } from '#contract/log/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { recordEvent } from '../log/queries.ts';
import { forgetAttempts, removeStrangersFactor } from './factor.ts';
import type { PasswordHashing } from './hashing.ts';
import { enqueuePasswordChanged } from './mails.ts';
import { provenHere } from './proven.ts';
import { endSessions, holdUser, proveAddress } from './queries.ts';

/** A way to hash passwords that notes for the request which hash it has proven. */
export function notingProof(hashing: PasswordHashing): Pick<PasswordHashing, 'hash' | 'verify'> {
  return {
    async hash(password) {
      const hash = await hashing.hash(password);
      provenHere().passwordHash = hash;
      return hash;
    },
    async verify({ hash, password }) {
      const right = await hashing.verify({ hash, password });
      // Also for a wrong password: how long it takes would tell whether the address has an account.
      const renewed = await hashing.renew({ hash, password });
      if (right)
        Object.assign(provenHere(), { passwordHash: hash, renewed: renewed && { from: hash, to: renewed } });
      return right;
    },
  };
}

/**
 * Takes a new session back when the password that opened it is not the account's any more. Checking one takes a tenth of a
 * second, in which it may be changed, reset or handed over: then it must not open a session just after. With `facts`
 * it notes the sign-in, too. A hash that was made in an older way is replaced.
 */
export async function admitByPassword(
  { db }: Database,
  session: { id: string; userId: string },
  facts?: EventFacts['signed_in'],
): Promise<void> {
  const { passwordHash = null, renewed } = provenHere();
  const newer = renewed?.from === passwordHash ? renewed?.to : undefined;
  const { rows } = await sql`
    with proof as (
      select users.email from accounts join users on users.id = accounts.user_id
      where user_id = ${session.userId} and provider_id = 'credential'
        -- guard: server/accounts/passwords.test.ts
        and password in (${passwordHash}, ${newer ?? passwordHash})
    ), renewed as (
      update accounts set password = ${newer ?? null} where ${newer !== undefined}
        and user_id = ${session.userId} and provider_id = 'credential' and password = ${passwordHash}
    ), refused as (
      delete from sessions where id = ${session.id} and not exists (select from proof)
    ), noted as (
      insert into events (id, kind, actor, person, facts)
      select ${newId()}::uuid, 'signed_in', email, email, ${JSON.stringify(facts ?? null)}::jsonb from proof
      where ${facts !== undefined}
    )
    select from proof`.execute(db);
  if (rows.length === 0) throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD);
}

/**
 * Replaces the password that this request has proven, and ends all sessions and open resets. Throws when it was replaced
 * meanwhile, by whoever holds the mailbox: then nothing is changed.
 */
export async function changePassword(
  { db }: Database,
  { session, user: { id: userId } }: { session: { id: string }; user: { id: string } },
  hash: string,
): Promise<void> {
  const proven = provenHere();
  await db.transaction().execute(async (transaction) => {
    const user = await holdUser(transaction, userId);
    const { numUpdatedRows } = await transaction
      .updateTable('accounts')
      .set({ password: hash, updated_at: new Date() })
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      // guard: server/accounts/passwords.test.ts
      .where('password', '=', proven.passwordHash ?? '')
      .executeTakeFirst();
    if (!user || numUpdatedRows !== 1n) throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD);
    await forgetAttempts(transaction, userId);
    const before = await transaction
      .selectFrom('sessions')
      .select('factor_at')
      .where('id', '=', session.id)
      .executeTakeFirst();
    proven.factorAt = before?.factor_at ?? null;
    await endSessions(transaction, userId);
    await recordEvent(transaction, {
      kind: 'password_changed',
      actor: user.email,
      person: user.email,
      facts: { ended: 'others' },
    });
    await enqueuePasswordChanged(transaction, userId);
  });
  proven.passwordHash = hash;
}

/**
 * After a reset by a link that only the address's mailbox had: the address is proven, and whoever was in before, with a
 * password or a session, is out. A second factor stays, unless it was set up before anybody had proven the address.
 */
export async function finishReset(
  { db }: Database,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  provenHere().reset = email;
  await db.transaction().execute(async (transaction) => {
    const user = await holdUser(transaction, userId);
    if (!user) return;
    // guard: server/second-factor/second-factor.test.ts
    if (!user.email_verified) await removeStrangersFactor(transaction, user.email);
    await endSessions(transaction, userId);
    await recordEvent(transaction, {
      kind: 'password_reset',
      actor: user.email,
      person: user.email,
      facts: { ended: 'all' },
    });
    if (!user.email_verified) await proveAddress(transaction, user, 'reset_link');
    await enqueuePasswordChanged(transaction, userId);
  });
}
