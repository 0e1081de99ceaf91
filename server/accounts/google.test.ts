import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { beginGoogle } from '../../tests/fixtures/google.ts';
import { Browser, type Page } from '../../tests/fixtures/google-browser.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { DEMO_BUYER, DEMO_PASSWORD } from '../accounts/demo.ts';

const shop = await startTestShop();
after(() => shop.close());

const isCallback = (url: URL) => url.pathname === '/api/auth/callback/google';
const isPage = (url: URL) => url.pathname === '/login';
const DONE = '/login?google=done&from=%2Fdashboard';
const START = { provider: 'google', callbackURL: DONE, errorCallbackURL: '/login?from=%2Fdashboard' };

const begin = (browser: Browser, body: object = START, origin = shop.origin) =>
  beginGoogle(browser, origin, body);

/** Goes to Google and answers its page to pick an account. */
async function leave(browser: Browser, origin = shop.origin): Promise<Page> {
  const start = await begin(browser, START, origin);
  assert.equal(start.status, 200, start.text);
  return browser.go(JSON.parse(start.text).url);
}

/** Picks or types an account and comes back; answers the address where that ends. */
async function come(
  browser: Browser,
  fields: Record<string, string>,
  { origin = shop.origin, stop = isPage } = {},
): Promise<URL> {
  const page = await leave(browser, origin);
  return (await browser.submit(page, fields, stop)).url;
}

const typed = (email: string, verified = true, name = 'Grace Hopper') => ({
  action: 'type',
  email,
  name,
  ...(verified && { verified: 'yes' }),
});

/** Whose session a browser has, as the login page finds out. */
async function whoIs(browser: Browser, origin = shop.origin): Promise<string | undefined> {
  const { text } = await browser.request(`${origin}/api/auth/get-session`);
  return JSON.parse(text)?.user.email;
}

async function exchange(browser: Browser, email: string): Promise<string> {
  const answer = await browser.request(`${shop.origin}/user/${email}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ email }),
  });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text).token;
}

async function findUser(email: string) {
  const { db } = shop.database;
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  if (!user) return undefined;
  const accounts = await db
    .selectFrom('accounts')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .orderBy('provider_id')
    .execute();
  return { ...user, providers: accounts.map((one) => one.provider_id) };
}

const signInByPassword = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  shop.call('POST /api/auth/sign-in/email', { body: { email, password }, headers: { origin: shop.origin } });

function assertFailed(end: URL, error: string) {
  assert.equal(end.pathname, '/login');
  assert.equal(end.searchParams.get('error'), error);
  assert.equal(end.origin, shop.origin);
}

describe('Continue With Google', () => {
  test('is offered by the sandbox', async () => {
    assert.equal((await shop.call('GET /config')).body.google, true);
  });

  for (const host of ['127.0.0.1', 'localhost']) {
    test(`signs a newcomer up and in, at ${host}, and the session gives an accessToken`, async () => {
      const origin = shop.origin.replace('127.0.0.1', host);
      const browser = new Browser();
      const email = `grace@${host === 'localhost' ? 'local' : 'loop'}.example.com`;
      const end = await come(browser, typed(email.replace('grace', 'Grace')), { origin });
      assert.equal(end.href, origin + DONE);
      assert.equal(await whoIs(browser, origin), email);
      const user = await findUser(email);
      assert.equal(user?.name, 'Grace Hopper');
      assert.equal(user?.role, 'customer');
      assert.equal(user?.email_verified, true);
      assert.deepEqual(user?.providers, ['google']);
    });
  }

  test('comes back to the same account, and its accessToken is one of the shop', async () => {
    const browser = new Browser();
    await come(browser, typed('ida@example.com'));
    const first = await findUser('ida@example.com');
    await come(browser, typed('ida@example.com'));
    assert.equal((await findUser('ida@example.com'))?.id, first?.id);
    const token = await exchange(browser, 'ida@example.com');
    const answer = await shop.call('GET /admin/ida@example.com', { token });
    assert.deepEqual(answer.body, { admin: false });
  });

  test('keeps none of the tokens that Google gives', async () => {
    await come(new Browser(), typed('kay@example.com'));
    await come(new Browser(), typed('kay@example.com'));
    const { rows } = await shop.database.pool.query(
      `select access_token, refresh_token, id_token from accounts where user_id = $1`,
      [(await findUser('kay@example.com'))!.id],
    );
    assert.deepEqual(rows, [{ access_token: null, refresh_token: null, id_token: null }]);
  });

  test('a demo account is picked with one click', async () => {
    const browser = new Browser();
    assert.equal((await come(browser, { account: DEMO_BUYER.email })).href, shop.origin + DONE);
    assert.equal(await whoIs(browser), DEMO_BUYER.email);
  });
});

describe('an address that Google proves', () => {
  test('takes the account over from a password that never was proven, at the first try', async () => {
    const squatter = await shop.signUp('Squatter');
    assert.equal((await findUser(squatter.email))?.email_verified, false);
    const browser = new Browser();
    assert.equal((await come(browser, typed(squatter.email))).href, shop.origin + DONE);
    assert.equal(await whoIs(browser), squatter.email);

    const user = await findUser(squatter.email);
    assert.deepEqual(user?.providers, ['google']);
    assert.equal(user?.email_verified, true);
    assert.equal((await signInByPassword(squatter)).status, 401);
    assert.equal((await shop.call(`GET /admin/${squatter.email}`, { token: squatter.token })).status, 401);
    const headers = { cookie: squatter.cookie, origin: shop.origin };
    const body = { email: squatter.email };
    assert.equal((await shop.call(`PUT /user/${squatter.email}`, { body, headers })).status, 401);

    const token = await exchange(browser, squatter.email);
    assert.equal((await shop.call(`GET /admin/${squatter.email}`, { token })).status, 200);
    const admin = await shop.signInAdmin();
    const { body: events } = await shop.call(`GET /events?person=${squatter.email}&kind=address_proven`, {
      token: admin.token,
    });
    assert.equal(events.length, 1);
  });

  test('keeps password and sessions when it was proven before', async () => {
    const owner = await shop.signUp('Owner');
    await shop.database.pool.query('update users set email_verified = true where email = $1', [owner.email]);
    await come(new Browser(), typed(owner.email));
    assert.deepEqual((await findUser(owner.email))?.providers, ['credential', 'google']);
    assert.equal((await signInByPassword(owner)).status, 200);
    assert.equal((await shop.call(`GET /admin/${owner.email}`, { token: owner.token })).status, 200);
    assert.equal((await signInByPassword({ email: DEMO_BUYER.email, password: DEMO_PASSWORD })).status, 200);
  });

  test('keeps orders, role and name of the account', async () => {
    const squatter = await shop.signUp('Known Name');
    await shop.database.pool.query(`update users set role = 'admin' where email = $1`, [squatter.email]);
    await come(new Browser(), typed(squatter.email, true, 'Other Name'));
    const user = await findUser(squatter.email);
    assert.deepEqual([user?.name, user?.role], ['Known Name', 'admin']);
    await shop.database.pool.query(`update users set role = 'customer' where email = $1`, [squatter.email]);
  });

  test('cannot be taken by a password afterwards', async () => {
    await come(new Browser(), typed('proven@example.com'));
    const body = { name: 'Eve', email: 'proven@example.com', password: 'bolt-7' };
    const answer = await shop.call('POST /api/auth/sign-up/email', {
      body,
      headers: { origin: shop.origin },
    });
    assert.equal(answer.status, 422);
    assert.equal((await signInByPassword(body)).status, 401);
  });
});

describe('an address that Google did not prove', () => {
  test('gets no account', async () => {
    const browser = new Browser();
    const end = await come(browser, typed('nobody@example.com', false));
    assertFailed(end, 'email_not_verified');
    assert.equal(end.searchParams.get('from'), '/dashboard');
    assert.equal(await whoIs(browser), undefined);
    assert.equal(await findUser('nobody@example.com'), undefined);
  });

  for (const proven of [false, true]) {
    test(`is not linked to a password account ${proven ? 'with' : 'without'} a proven address`, async () => {
      const owner = await shop.signUp('Owner');
      await shop.database.pool.query('update users set email_verified = $2 where email = $1', [
        owner.email,
        proven,
      ]);
      const browser = new Browser();
      assertFailed(await come(browser, typed(owner.email, false)), 'account_not_linked');
      assert.equal(await whoIs(browser), undefined);
      assert.deepEqual((await findUser(owner.email))?.providers, ['credential']);
      assert.equal((await signInByPassword(owner)).status, 200);
      assert.equal((await shop.call(`GET /admin/${owner.email}`, { token: owner.token })).status, 200);
    });
  }

  test('does not sign in to an account that is linked already', async () => {
    await come(new Browser(), typed('lee@example.com'));
    const browser = new Browser();
    assertFailed(await come(browser, typed('lee@example.com', false)), 'email_not_verified');
    assert.equal(await whoIs(browser), undefined);
  });
});

test('an address that the shop cannot have is refused with a reason', async () => {
  const browser = new Browser();
  assertFailed(await come(browser, typed('jürgen@example.com')), 'email_not_supported');
  assert.equal(await whoIs(browser), undefined);
});

describe('what goes wrong ends on the login page with nobody signed in', () => {
  test('turning back at Google', async () => {
    const browser = new Browser();
    const end = await come(browser, { action: 'cancel' });
    assertFailed(end, 'access_denied');
    assert.equal(end.searchParams.get('from'), '/dashboard');
    assert.equal(await whoIs(browser), undefined);
  });

  const tampered: [name: string, change: (back: URL) => void, error: string][] = [
    ['a tampered state', (back) => back.searchParams.set('state', 'x'.repeat(32)), 'state_mismatch'],
    ['no state', (back) => back.searchParams.delete('state'), 'state_not_found'],
    ['a made-up code', (back) => back.searchParams.set('code', 'x'.repeat(43)), 'invalid_code'],
    ['no code', (back) => back.searchParams.delete('code'), 'no_code'],
    ['another issuer', (back) => back.searchParams.set('iss', 'https://evil.example'), 'issuer_mismatch'],
    ['repeated parameters', (back) => back.searchParams.append('state', 'x'), 'unavailable'],
  ];
  for (const [name, change, error] of tampered) {
    test(name, async () => {
      const browser = new Browser();
      const email = `tampered-${error.replaceAll('_', '-')}@example.com`;
      const back = await come(browser, typed(email), { stop: isCallback });
      change(back);
      assertFailed((await browser.go(back, isPage)).url, error);
      assert.equal(await whoIs(browser), undefined);
      assert.equal(await findUser(email), undefined);
    });
  }

  test("somebody else's way back: an attacker cannot sign a victim in to the attacker's account", async () => {
    const back = await come(new Browser(), typed('attacker@example.com'), { stop: isCallback });
    for (const begun of [false, true]) {
      const victim = new Browser();
      if (begun) await begin(victim);
      assertFailed((await victim.go(back, isPage)).url, 'state_mismatch');
      assert.equal(await whoIs(victim), undefined);
    }
  });

  test('a way back that was used before', async () => {
    const browser = new Browser();
    const back = await come(browser, typed('once@example.com'), { stop: isCallback });
    const cookies = browser.cookies.map((cookie) => ({ ...cookie }));
    assert.equal((await browser.go(back, isPage)).url.href, shop.origin + DONE);
    const thief = new Browser();
    thief.cookies.push(...cookies);
    assertFailed((await thief.go(back, isPage)).url, 'state_mismatch');
    assert.equal(await whoIs(thief), undefined);
  });

  test('a way back that took longer than ten minutes', async () => {
    const browser = new Browser();
    const back = await come(browser, typed('late@example.com'), { stop: isCallback });
    await shop.database.pool.query(
      `update verifications set value = jsonb_set(value::jsonb, '{expiresAt}', to_jsonb(1))::text
       where value like '{%'`,
    );
    assertFailed((await browser.go(back, isPage)).url, 'state_mismatch');
    assert.equal(await whoIs(browser), undefined);
  });

  test('the database away, in the middle', async () => {
    const browser = new Browser();
    const back = await come(browser, typed('outage@example.com'), { stop: isCallback });
    await shop.database.setReachable(false);
    let end: Page;
    try {
      end = await browser.go(back, isPage);
    } finally {
      await shop.database.setReachable(true);
    }
    assert.equal(end.url.pathname, '/login');
    assert.ok(end.url.searchParams.get('error'));
    assert.equal(await whoIs(browser), undefined);
  });

  test('an address of the shop under a foreign name', async () => {
    const browser = new Browser(() => shop.origin);
    const end = await browser.go('http://evil.example/api/auth/callback/google?code=x&state=y', isPage);
    assert.equal(end.url.pathname, '/login');
  });
});

describe('the start', () => {
  const outside = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2F/evil.example/%2e%2e',
    'javascript:alert(1)',
    'http://localhost@evil.example/',
    '/\tevil',
  ];
  for (const field of ['callbackURL', 'errorCallbackURL']) {
    for (const address of outside) {
      test(`takes no ${field} outside of the shop: ${JSON.stringify(address)}`, async () => {
        const answer = await begin(new Browser(), { ...START, [field]: address });
        assert.ok(answer.status === 400 || answer.status === 403, `${answer.status} ${answer.text}`);
        assert.equal(answer.headers.get('location'), null);
      });
    }
  }

  test('takes no address of the shop under its other name either: the cookie would stay behind', async () => {
    const callbackURL = `${shop.origin.replace('127.0.0.1', 'localhost')}/login`;
    assert.equal((await begin(new Browser(), { ...START, callbackURL })).status, 400);
  });

  const extras: object[] = [
    { idToken: { token: 'x.y.z' } },
    { scopes: ['https://www.googleapis.com/auth/drive'] },
    { newUserCallbackURL: '/x' },
    { additionalParams: { prompt: 'none' } },
    { additionalData: { link: { email: 'a@example.com', userId: 'x' } } },
    { provider: 'github' },
  ];
  for (const extra of extras) {
    test(`takes no ${JSON.stringify(extra)}`, async () => {
      assert.equal((await begin(new Browser(), { ...START, ...extra })).status, 400);
    });
  }

  test('asks Google for a code with PKCE, state, nonce and the three scopes, and always for the account', async () => {
    const { text } = await begin(new Browser());
    const { searchParams: asked } = new URL(JSON.parse(text).url);
    assert.equal(asked.get('response_type'), 'code');
    assert.equal(asked.get('code_challenge_method'), 'S256');
    assert.equal(asked.get('code_challenge')?.length, 43);
    assert.ok(asked.get('state')!.length >= 32 && asked.get('nonce')!.length >= 32);
    assert.equal(asked.get('scope'), 'openid email profile');
    assert.equal(asked.get('prompt'), 'select_account');
    assert.equal(asked.get('redirect_uri'), `${shop.origin}/api/auth/callback/google`);
  });

  test('is not another site to begin', async () => {
    const browser = new Browser();
    await begin(browser);
    const answer = await beginGoogle(browser, shop.origin, START, 'https://evil.example');
    assert.equal(answer.status, 403);
  });

  for (const path of ['link-social', 'unlink-account', 'get-access-token', 'refresh-token', 'account-info']) {
    test(`/api/auth/${path} is not there`, async () => {
      const { cookie } = await shop.signUp();
      const body = { provider: 'google', providerId: 'google' };
      const answer = await shop.call(`POST /api/auth/${path}`, {
        body,
        headers: { cookie, origin: shop.origin },
      });
      assert.equal(answer.status, 404);
    });
  }
});

test('several processes behind one address share a sign-in, from its start to its session', async () => {
  const address = { PUBLIC_URL: 'https://shop.example.com' };
  const one = await startTestShop(address);
  const two = await startTestShop({ ...address, DATABASE_URL: one.database.url });
  try {
    let turn = 0;
    const browser = new Browser(() => {
      turn += 1;
      return turn % 2 ? one.origin : two.origin;
    });
    const origin = address.PUBLIC_URL;
    assert.equal((await come(browser, typed('many@example.com'), { origin })).href, origin + DONE);
    assert.equal(await whoIs(browser, origin), 'many@example.com');
    assert.equal(await whoIs(browser, origin), 'many@example.com');
  } finally {
    await two.close();
    await one.close();
  }
});

describe('at the same moment', () => {
  /** Runs a request until it waits for a lock that `hold` takes; does `meanwhile`; lets it go on. */
  async function whileHeld<T>(hold: string, values: unknown[], start: () => Promise<T>, meanwhile: string) {
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(hold, values);
      const started = start();
      await shop.database.untilWaiting();
      const { rows } = await client.query(meanwhile, values);
      await client.query('commit');
      return { answer: await started, rows };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  test('a password that ends while it signs in opens no session', async () => {
    const { email, password } = await shop.signUp();
    const { id } = (await findUser(email))!;
    const { answer } = await whileHeld(
      'select from users where id = $1 for update',
      [id],
      () => signInByPassword({ email, password }),
      `delete from accounts where user_id = $1 and provider_id = 'credential'`,
    );
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    const { rows } = await shop.database.pool.query(
      `select 1 from sessions where user_id = $1 and created_at > now() - interval '2 seconds' offset 1`,
      [id],
    );
    assert.deepEqual(rows, []);
  });

  test('nobody sees an address whose sign-up is not complete', async () => {
    const body = { name: 'Half', email: 'half@example.com', password: 'bolt-7' };
    const { answer, rows } = await whileHeld(
      'lock table accounts in exclusive mode',
      [],
      () => shop.call('POST /api/auth/sign-up/email', { body, headers: { origin: shop.origin } }),
      `select email from users where email = 'half@example.com'`,
    );
    assert.deepEqual(rows, []);
    assert.equal(answer.status, 200);
    assert.ok(await findUser('half@example.com'));
  });
});
