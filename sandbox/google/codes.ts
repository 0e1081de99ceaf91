import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { SignInRequest } from './requests.ts';

/** Who a code stands for, and what it was asked for. */
export interface Grant {
  sub: string;
  request: SignInRequest;
}

/** Keeps a grant for a minute and returns the code that takes it. */
export async function giveCode(pool: pg.Pool, { sub, request }: Grant): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into sandbox_google.codes (hash, sub, request, expires_at) values ($1, $2, $3, now() + interval '1 minute')`,
    [hashOf(code), sub, JSON.stringify(request)],
  );
  return code;
}

/** Takes the grant of a code, which is used up by that, also when it turns out to be for somebody else. */
export async function takeCode(pool: pg.Pool, code: string): Promise<Grant | undefined> {
  const { rows } = await pool.query<Grant & { good: boolean }>(
    'delete from sandbox_google.codes where hash = $1 returning sub, request, expires_at > now() as good',
    [hashOf(code)],
  );
  return rows[0]?.good ? rows[0] : undefined;
}

/** Removes the codes that nobody has taken in time. */
export async function removeExpired(pool: pg.Pool): Promise<void> {
  await pool.query('delete from sandbox_google.codes where expires_at < now()');
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
