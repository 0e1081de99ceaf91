import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { SignInRequest } from './requests.ts';

/** The account of a code, and the request that it answers. */
export interface Grant {
  sub: string;
  request: SignInRequest;
}

/** Stores a grant for a minute and returns its authorization code. */
export async function giveCode(pool: pg.Pool, { sub, request }: Grant): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into sandbox_google.codes (hash, sub, request, expires_at) values ($1, $2, $3, now() + interval '1 minute')`,
    [hashOf(code), sub, JSON.stringify(request)],
  );
  return code;
}

/** Returns the grant of a code and deletes it, so a code works once, even when the exchange is then refused. */
export async function takeCode(pool: pg.Pool, code: string): Promise<Grant | undefined> {
  const { rows } = await pool.query<Grant & { good: boolean }>(
    'delete from sandbox_google.codes where hash = $1 returning sub, request, expires_at > now() as good',
    [hashOf(code)],
  );
  return rows[0]?.good ? rows[0] : undefined;
}

/** Deletes expired codes. */
export async function removeExpired(pool: pg.Pool): Promise<void> {
  await pool.query('delete from sandbox_google.codes where expires_at < now()');
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
