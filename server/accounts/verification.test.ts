import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { enterByGoogle } from '../../tests/fixtures/google.ts';
import { orderFor, type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { listEvents } from '../log/list.ts';

const ADMIN_EMAIL = 'owner@example.com';

const shop = await startTestShop({ ADMIN_EMAIL: ADMIN_EMAIL.toUpperCase() });
after(() => shop.close());

const query = (statement: string, values: unknown[] = []) => shop.database.pool.query(statement, values);
// Mails wait until a test sends them: then their tokens are forgotten.
await query("alter table mails alter column next_at set default 'infinity'");

const auth = (path: string, body: object, cookie = '') =>
  shop.call(`POST /api/auth/${path}`, { body, headers: { origin: shop.origin, ...(cookie && { cookie }) } });

const verify = (token: string, cookie = '') =>
  shop.call(`GET /api/auth/verify-email?token=${token}`, {
    headers: { origin: shop.origin, ...(cookie && { cookie }) },
  });

async function linksFor(email: string): Promise<string[]> {
  const { rows } = await query(
    "select facts ->> 'token' as token from mails where recipient = $1 and kind = 'verify_address' order by id",
    [email],
  );
  return rows.map(({ token }) => token);
}

async function userOf(email: string): Promise<{ email_verified: boolean; role: string }> {
  const { rows } = await query('select email_verified, role from users where email = $1', [email]);
  return rows[0];
}

/** What was done to a person, as the log shows it, oldest first. */
async function eventsOf(email: string) {
  const events = await listEvents(shop.database.db, { person: email });
  return events.toReversed().map(({ kind, who, why }) => ({ kind, who, why }));
}

const signInWithGoogle = (email: string) => enterByGoogle(shop.origin, email);

describe('confirming an address by mail', () => {
  test('is offered at signing up, and done with both the link and the session', async () => {
    const buyer = await shop.signUp();
    const [token] = await linksFor(buyer.email);
    const answer = await verify(token!, buyer.cookie);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal((await userOf(buyer.email)).email_verified, true);
    assert.deepEqual((await eventsOf(buyer.email)).at(-1), {
      kind: 'address_proven',
      who: buyer.email,
      why: 'By a link in a mail',
    });
  });

  test('does not come from the link alone: the first to register the address would keep their password', async () => {
    const squatter = await shop.signUp();
    const [token] = await linksFor(squatter.email);
    assert.equal((await verify(token!)).status, 401);
    const owner = await shop.signUp();
    const other = await verify(token!, owner.cookie);
    assert.deepEqual([other.status, other.body.code], [403, 'OTHER_ACCOUNT']);
    assert.equal((await userOf(squatter.email)).email_verified, false);
    // The owner proves the address by Google: the squatter is out, as if no link had been followed.
    await signInWithGoogle(squatter.email);
    assert.equal((await auth('sign-in/email', squatter)).status, 401);
  });

  test('takes no link that was changed or has expired', async () => {
    const buyer = await shop.signUp();
    const [token] = await linksFor(buyer.email);
    const [head, body] = token!.split('.') as [string, string];
    assert.equal((await verify(`${head}.${body}.${'A'.repeat(43)}`, buyer.cookie)).status, 401);
    assert.equal((await verify('nonsense', buyer.cookie)).status, 403);
    const { exp, iat } = JSON.parse(Buffer.from(body, 'base64url').toString());
    assert.equal(exp - iat, 3600);
    assert.equal((await userOf(buyer.email)).email_verified, false);
  });

  test('is mailed again when asked for, to oneself only, once a minute', async () => {
    const buyer = await shop.signUp();
    const again = (cookie: string, email = buyer.email) => auth('send-verification-email', { email }, cookie);
    assert.equal((await again(buyer.cookie)).status, 200);
    assert.ok((await linksFor(buyer.email)).length <= 2);
    await query('update mails set dedupe = id::text where recipient = $1', [buyer.email]);
    const before = (await linksFor(buyer.email)).length;
    assert.equal((await again(buyer.cookie)).status, 200);
    assert.equal((await linksFor(buyer.email)).length, before + 1);
    const eve = await shop.signUp();
    assert.equal((await again(eve.cookie)).status, 400);
    assert.equal((await again('')).status, 401);
    assert.equal((await linksFor(buyer.email)).length, before + 1);
  });

  test('is not needed to order', async () => {
    const buyer = await shop.signUp();
    assert.equal((await userOf(buyer.email)).email_verified, false);
    const { body } = await shop.call('GET /products');
    const order = await shop.call('POST /orders', { token: buyer.token, body: orderFor(body[0], buyer) });
    assert.equal(order.status, 201);
  });
});

describe('ADMIN_EMAIL', () => {
  test('makes an admin of the account that Google vouches for, and of nobody who only types the address', async () => {
    const squatter = { name: 'Eve', email: ADMIN_EMAIL, password: 'bolt-7' };
    assert.equal((await auth('sign-up/email', squatter)).status, 200);
    assert.equal((await auth('sign-in/email', squatter)).status, 200);
    assert.deepEqual(await userOf(ADMIN_EMAIL), { email_verified: false, role: 'customer' });
    await signInWithGoogle('somebody@example.com');
    assert.equal((await userOf('somebody@example.com')).role, 'customer');
    await signInWithGoogle(ADMIN_EMAIL);
    assert.deepEqual(await userOf(ADMIN_EMAIL), { email_verified: true, role: 'admin' });
    assert.equal((await auth('sign-in/email', squatter)).status, 401);
    const promoted = (await eventsOf(ADMIN_EMAIL)).filter(({ kind }) => kind === 'user_promoted');
    assert.deepEqual(promoted, [
      { kind: 'user_promoted', who: 'shop', why: 'Named by ADMIN_EMAIL and proven by Google' },
    ]);
    await signInWithGoogle(ADMIN_EMAIL);
    assert.equal((await eventsOf(ADMIN_EMAIL)).filter(({ kind }) => kind === 'user_promoted').length, 1);
  });

  test('is not given by a mailbox, however proven', async () => {
    await query('delete from users where email = $1', [ADMIN_EMAIL]);
    await auth('sign-up/email', { name: 'Eve', email: ADMIN_EMAIL, password: 'bolt-7' });
    await query('update users set email_verified = true where email = $1', [ADMIN_EMAIL]);
    await auth('sign-in/email', { email: ADMIN_EMAIL, password: 'bolt-7' });
    assert.equal((await userOf(ADMIN_EMAIL)).role, 'customer');
  });
});

describe('the log', () => {
  const failures = async (person?: string) =>
    (await listEvents(shop.database.db, { kinds: { names: ['sign_in_failed'] } }))
      .filter((event) => event.person === person)
      .map(({ who, why }) => ({ who, why }));
  const guess = ({ email }: { email: string }, n: number) =>
    auth('sign-in/email', { email, password: `wrong-${n}` });

  test('tells of sign-ins: how, and with which browser', async () => {
    const buyer: Person = await shop.signUp();
    await shop.call('POST /api/auth/sign-in/email', {
      body: buyer,
      headers: { origin: shop.origin, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' },
    });
    await signInWithGoogle('ida@example.com');
    assert.deepEqual(
      (await eventsOf(buyer.email)).map(({ kind, why }) => [kind, why]),
      [
        ['signed_in', 'New account with a password, A program, or an unknown browser'],
        ['signed_in', 'With a password, Firefox on Windows'],
      ],
    );
    assert.match((await eventsOf('ida@example.com'))[0]!.why!, /^With Google, /);
  });

  test('tells of failed sign-ins, once for an address and minute', async () => {
    const buyer = await shop.signUp();
    await Promise.all([1, 2, 3, 4].map((n) => guess(buyer, n)));
    await until(async () => (await failures(buyer.email)).length > 0);
    // Two, when the minute ended in between.
    assert.ok((await failures(buyer.email)).length <= 2);
    assert.equal((await failures(buyer.email))[0]!.who, 'visitor');
  });

  test('is not filled by guessing addresses', async () => {
    const before = (await failures()).length;
    await Promise.all([1, 2, 3, 4, 5].map((n) => guess({ email: `guess-${n}@example.com` }, n)));
    await until(async () => (await failures()).length > 0);
    assert.ok((await failures()).length <= before + 2);
    const { rows } = await query("select from events where person like 'guess-%'");
    assert.equal(rows.length, 0);
  });
});
