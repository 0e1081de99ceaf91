import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/client.ts';
import { prepare } from '../database/prepare.ts';
import type { Caller, ProviderSession } from '../http/handler.ts';
import { unauthorized } from '../http/problem.ts';

/** Milliseconds an accessToken lives: 24 hours, or as long as the session it stands for. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** How old, in milliseconds, the moment of a session's last use may get before it is written anew. */
const USE_NOTED_EVERY = 60 * 1000;

/** PostgreSQL: a row refers to another that is not there. */
const FOREIGN_KEY_VIOLATION = '23503';

/** A new accessToken for a session. Older ones stay good. Only its hash is stored. 401 when the session has just ended. */
export async function issueToken({ db }: Database, session: ProviderSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Math.min(Date.now() + LIFETIME, session.expiresAt.getTime()));
  try {
    await db
      .insertInto('access_tokens')
      .values({ hash: hashOf(token), session_id: session.sessionId, expires_at: expiresAt })
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw unauthorized();
    throw error;
  }
  return token;
}

/**
 * Who an accessToken stands for, read afresh: a sign-out, a removal or a change of role counts from the next request on,
 * in every process. Notes now and then that the session is in use.
 */
export async function callerOf(database: Database, token: string): Promise<Caller | undefined> {
  const [row] = await findCaller(database.db, { hash: hashOf(token) });
  if (!row) return undefined;
  const { usedAt, ...caller } = row;
  // Not waited for, and not missed when it fails: it is only shown.
  if (Date.now() - usedAt.getTime() > USE_NOTED_EVERY) noteUse(database, row.sessionId).catch(() => {});
  return caller;
}

const findCaller = prepare<{ hash: Buffer }, Caller & { usedAt: Date }>(
  (value) => sql`
    select u.id as "userId", s.id as "sessionId", u.email, u.name, u.role, s.updated_at as "usedAt"
    from access_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
    where t.hash = ${value('hash')} and t.expires_at > now() and s.expires_at > now()`,
);

async function noteUse({ db }: Database, sessionId: string): Promise<void> {
  const now = new Date();
  await db
    .updateTable('sessions')
    .set({ updated_at: now })
    .where('id', '=', sessionId)
    // Requests that come together write once.
    .where('updated_at', '<', new Date(now.getTime() - USE_NOTED_EVERY))
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
