import { proveAddressOf } from '../fixtures/accounts.ts';
import type { Person, TestShop } from '../testing.ts';

/** Every kind of caller there is, by what it has to show. */
export const CALLERS = [
  'nobody',
  'garbage token',
  "'null' as token",
  'expired token',
  'signed-out token',
  'removed user',
  'demoted admin',
  'other customer',
  'customer',
  'admin',
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Callers who are nobody to the shop. */
export const UNPROVEN: readonly CallerKind[] = CALLERS.slice(0, 6);

/** What a caller sends to prove who they are: a bearer to the shop's calls, the provider's cookie to `session` calls. */
export interface Proof {
  token: string | undefined;
  cookie: string | undefined;
}

/** The people of the matrix: `customer` owns what its calls are about. */
export interface Cast {
  customer: Person;
  admin: Person;
  proofs: Record<CallerKind, Proof>;
}

/** Brings one caller of each kind about, as it comes about in life where that is possible. */
export async function gatherCallers(shop: TestShop): Promise<Cast> {
  const { pool } = shop.database;
  const admin = await shop.signInAdmin();
  const customer = await shop.signUp('Customer');
  const other = await shop.signUp('Other');
  const expired = await shop.signUp('Expired');
  const signedOut = await shop.signUp('Signed Out');
  const removed = await shop.signUp('Removed');
  const demoted = await shop.signUp('Demoted');

  await pool.query(
    `update access_tokens t set expires_at = now() - interval '1 second' from sessions s join users u on u.id = s.user_id
     where s.id = t.session_id and u.email = $1`,
    [expired.email],
  );
  // The cookie of somebody else: an expired token has to be refused while its session lives.
  const ended = await shop.signUp('Ended');
  await pool.query(
    `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
    [ended.email],
  );
  // Whoever comes with an ended session makes the provider forget it; that is done before anything is compared.
  const headers = { cookie: ended.cookie, origin: shop.origin };
  await shop.call(`PUT /user/${ended.email}`, { body: { email: ended.email }, headers });
  const auth = { cookie: signedOut.cookie, origin: shop.origin };
  await shop.call('POST /api/auth/sign-out', { body: {}, headers: auth });
  await shop.call(`DELETE /users/${removed.email}`, { token: admin.token });
  await proveAddressOf(pool, demoted.email);
  await shop.call(`PUT /user/admin/${demoted.email}`, { token: admin.token });
  await shop.call(`DELETE /user/admin/${demoted.email}`, { token: admin.token });

  return {
    customer,
    admin,
    proofs: {
      nobody: { token: undefined, cookie: undefined },
      'garbage token': { token: 'x'.repeat(43), cookie: `northbridge.session_token=${'x'.repeat(32)}.AAAA` },
      "'null' as token": { token: 'null', cookie: 'northbridge.session_token=null' },
      'expired token': { token: expired.token, cookie: ended.cookie },
      'signed-out token': signedOut,
      'removed user': removed,
      'demoted admin': demoted,
      'other customer': other,
      customer,
      admin,
    },
  };
}
