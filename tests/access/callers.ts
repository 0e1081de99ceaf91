import { MEMBER_ROLES } from '#contract/companies/rights.ts';
import { proveAddressOf, signUpStaff } from '../fixtures/accounts.ts';
import { actFor, idOf, openCompany } from '../fixtures/companies.ts';
import type { Person, TestShop } from '../testing.ts';

/** Every kind of caller, by its credentials. */
const CALLERS = [
  'nobody',
  'garbage token',
  "'null' as token",
  'expired token',
  'signed-out token',
  'removed user',
  'demoted admin',
  'other customer',
  'customer',
  'staff',
  'admin',
] as const;

/** Members of another company, who act for it: one with each role. */
export const ELSEWHERE = MEMBER_ROLES.map((role) => ({ role, caller: `${role} elsewhere` as const }));

export type CallerKind = (typeof CALLERS)[number] | 'colleague' | (typeof ELSEWHERE)[number]['caller'];

/** Callers without valid credentials. */
export const UNPROVEN: readonly CallerKind[] = CALLERS.slice(0, 6);

/** Nobody, and everybody whose credentials are valid. */
export const PROVEN: readonly CallerKind[] = ['nobody', ...CALLERS.slice(6)];

/** A caller's credentials: a bearer token for the shop's calls, the provider's cookie for `session` calls. */
export interface Proof {
  token: string | undefined;
  cookie: string | undefined;
}

/** The people of the matrix: `customer` owns the objects that the calls act on. */
export interface Cast {
  customer: Person;
  admin: Person;
  /** The admin of a company, who acts for it. */
  colleague: Person;
  /** The other company. */
  elsewhere: { id: string; admin: Person };
  proofs: Record<CallerKind, Proof>;
}

/** Creates one caller of each kind, through the API where possible. */
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
  // Another person's cookie: an expired token must be refused while its session is valid.
  const ended = await shop.signUp('Ended');
  await pool.query(
    `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
    [ended.email],
  );
  // The first use of an ended session makes the provider delete it; that happens before digests are compared.
  const headers = { cookie: ended.cookie, origin: shop.origin };
  await shop.call(`PUT /user/${ended.email}`, { body: { email: ended.email }, headers });
  const auth = { cookie: signedOut.cookie, origin: shop.origin };
  await shop.call('POST /api/auth/sign-out', { body: {}, headers: auth });
  await shop.call(`DELETE /users/${removed.email}`, { token: admin.token });
  await proveAddressOf(pool, demoted.email);
  await shop.call(`PUT /user/admin/${demoted.email}`, { token: admin.token });
  await shop.call(`DELETE /user/admin/${demoted.email}`, { token: admin.token });

  const staff = await signUpStaff(shop, admin);

  const { admin: colleague } = await openCompany(shop);
  const elsewhere = await openCompany(shop, 'Another');
  const members: [CallerKind, Proof][] = [];
  for (const { role, caller } of ELSEWHERE) {
    const person = await shop.signUp(role);
    await pool.query('insert into members (buyer_id, user_id, roles) values ($1, $2, $3)', [
      ...[elsewhere.id, await idOf(shop, person), [role]],
    ]);
    members.push([caller, await actFor(shop, person, elsewhere.id)]);
  }

  return {
    customer,
    admin,
    colleague,
    elsewhere,
    proofs: {
      ...(Object.fromEntries(members) as Record<CallerKind, Proof>),
      nobody: { token: undefined, cookie: undefined },
      'garbage token': { token: 'x'.repeat(43), cookie: `northbridge.session_token=${'x'.repeat(32)}.AAAA` },
      "'null' as token": { token: 'null', cookie: 'northbridge.session_token=null' },
      'expired token': { token: expired.token, cookie: ended.cookie },
      'signed-out token': signedOut,
      'removed user': removed,
      'demoted admin': demoted,
      'other customer': other,
      customer,
      staff,
      admin,
      colleague,
    },
  };
}
