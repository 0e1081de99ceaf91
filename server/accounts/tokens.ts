import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/client.ts';
import type { Caller, ProviderSession } from '../http/handler.ts';

/** Milliseconds an accessToken lives: 24 hours, or as long as the session it stands for. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** A new accessToken for a session. Older ones stay good. Only its hash is stored. */
export async function issueToken({ db }: Database, session: ProviderSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Math.min(Date.now() + LIFETIME, session.expiresAt.getTime()));
  await db
    .insertInto('access_tokens')
    .values({ hash: hashOf(token), session_id: session.sessionId, expires_at: expiresAt })
    .execute();
  return token;
}

/** Who an accessToken stands for, read afresh: a sign-out, a removal or a change of role counts from the next request on. */
export async function callerOf({ db }: Database, token: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('access_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id as userId', 's.id as sessionId', 'u.email', 'u.name', 'u.role'])
    .where('t.hash', '=', hashOf(token))
    .where('t.expires_at', '>', new Date())
    .where('s.expires_at', '>', new Date())
    .executeTakeFirst();
  return row;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
