import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hashPassword } from 'better-auth/crypto';
import { proveAddressOf, signUpStaff } from '../../tests/fixtures/accounts.ts';
import { createTestClient, type TestClient } from '../../tests/test-client.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { readEnv } from '../ground/env.ts';
import { listEvents } from '../log/list.ts';
import { startShop } from '../start.ts';

const shop = await startTestShop();
const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-test-'));
const variables = {
  ...{ DATABASE_URL: shop.database.url, SANDBOX: '1', DATA_DIR: dataDir, PORT: '0' },
  PASSWORD_HASH: 'cheap',
};
/** A second server on the same database. */
const second = await startShop(readEnv({ ...variables, LOG_LEVEL: 'silent' }), { withoutPages: true });
const elsewhere = createTestClient(second.origin);
after(async () => {
  await second.close();
  await shop.close();
  await rm(dataDir, { recursive: true, force: true });
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Makes a request to the sign-in provider as a browser with this cookie. */
function ask(client: TestClient, route: string, cookie: string, body?: object) {
  const headers = { cookie, origin: client.origin };
  return client.call(route.replace(' ', ' /api/auth/'), { headers, ...(body && { body }) });
}

/** Signs somebody in once more, by another browser. */
async function signInAgain({ email, password }: Person, client: TestClient = shop): Promise<Person> {
  const answer = await client.call('POST /api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: client.origin, 'user-agent': FIREFOX },
  });
  assert.equal(answer.status, 200);
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const exchange = await client.call(`PUT /user/${email}`, {
    body: { email },
    headers: { cookie, origin: client.origin },
  });
  return { name: '', email, password, cookie, token: exchange.body.token };
}

/** Asks a server who somebody is: 200 as long as their session is good. */
async function statusAt(client: TestClient, { email, token }: Person): Promise<number> {
  return (await client.call(`GET /admin/${email}`, { token })).status;
}

/** What was done to a person, as the log shows it, oldest first. */
async function eventsOf(email: string) {
  const events = await listEvents(shop.database.db, { person: email });
  return events.toReversed().map(({ kind, who, why }) => ({ kind, who, why }));
}

describe('one server and another on the same database', () => {
  test('agree at once on who has signed out', async () => {
    const buyer = await shop.signUp();
    assert.equal(await statusAt(elsewhere, buyer), 200);
    await ask(shop, 'POST sign-out', buyer.cookie, {});
    assert.equal(await statusAt(elsewhere, buyer), 401);
  });

  test('agree at once on who has signed out everywhere', async () => {
    const buyer = await shop.signUp();
    const others = [await signInAgain(buyer), await signInAgain(buyer, elsewhere)];
    for (const one of [buyer, ...others]) assert.equal(await statusAt(elsewhere, one), 200);
    const ended = await ask(shop, 'POST revoke-sessions', buyer.cookie, {});
    assert.deepEqual(ended.body, { status: true });
    for (const one of [buyer, ...others]) {
      assert.equal(await statusAt(elsewhere, one), 401);
      assert.equal(await statusAt(shop, one), 401);
      // Nor can the cookie be exchanged for another token.
      const headers = { cookie: one.cookie, origin: second.origin };
      const again = await elsewhere.call(`PUT /user/${one.email}`, { body: { email: one.email }, headers });
      assert.equal(again.status, 401);
    }
    assert.deepEqual((await eventsOf(buyer.email)).at(-1), {
      kind: 'sessions_ended',
      who: buyer.email,
      why: 'All sessions, from A program, or an unknown browser',
    });
  });

  test('agree at once on who is an admin', async () => {
    const admin = await shop.signInAdmin();
    const buyer = await shop.signUp();
    const list = async () => (await elsewhere.call('GET /users', { token: buyer.token })).status;
    assert.equal(await list(), 403);
    await proveAddressOf(shop.database.pool, buyer.email);
    await shop.call(`PUT /user/admin/${buyer.email}`, { token: admin.token });
    assert.equal(await list(), 200);
    await shop.call(`DELETE /user/admin/${buyer.email}`, { token: admin.token });
    assert.equal(await list(), 403);
  });

  test('agree at once on who has been removed', async () => {
    const admin = await shop.signInAdmin();
    const buyer = await shop.signUp();
    assert.equal(await statusAt(elsewhere, buyer), 200);
    await shop.call(`DELETE /users/${buyer.email}`, { token: admin.token });
    assert.equal(await statusAt(elsewhere, buyer), 401);
  });

  test('agree at once on a password that was changed', async () => {
    const buyer = await shop.signUp();
    const other = await signInAgain(buyer, elsewhere);
    const body = { currentPassword: buyer.password, newPassword: 'another secret' };
    assert.equal((await ask(shop, 'POST change-password', buyer.cookie, body)).status, 200);
    assert.equal(await statusAt(elsewhere, other), 401);
  });
});

describe("the list of one's sessions", () => {
  test('has each, with its browser, and one of them can be ended', async () => {
    const buyer = await shop.signUp();
    const other = await signInAgain(buyer);
    const list = await ask(shop, 'GET list-sessions', buyer.cookie);
    assert.equal(list.body.length, 2);
    const foreign = list.body.find(({ userAgent }: { userAgent: string }) => userAgent === FIREFOX);
    assert.deepEqual((await ask(shop, 'POST revoke-session', buyer.cookie, { token: foreign.token })).body, {
      status: true,
    });
    assert.equal(await statusAt(shop, other), 401);
    assert.equal(await statusAt(shop, buyer), 200);
    assert.equal((await eventsOf(buyer.email)).at(-1)?.kind, 'sessions_ended');
  });

  test('is there for a session of last week, too', async () => {
    const buyer = await shop.signUp();
    await shop.database.pool.query(
      "update sessions set created_at = now() - interval '6 days' where user_id = (select id from users where email = $1)",
      [buyer.email],
    );
    assert.equal((await ask(shop, 'GET list-sessions', buyer.cookie)).status, 200);
  });

  test("has nobody else's, and nobody else's can be ended", async () => {
    const buyer = await shop.signUp();
    const eve = await shop.signUp();
    const [session] = (await ask(shop, 'GET list-sessions', buyer.cookie)).body;
    await ask(shop, 'POST revoke-session', eve.cookie, { token: session.token });
    assert.equal(await statusAt(shop, buyer), 200);
    assert.equal((await ask(shop, 'GET list-sessions', '')).status, 401);
  });

  test('says when a session was last used', async () => {
    const buyer = await shop.signUp();
    const used = async () => {
      const [session] = (await ask(shop, 'GET list-sessions', buyer.cookie)).body;
      return new Date(session.updatedAt).getTime();
    };
    const lately = await used();
    await statusAt(shop, buyer);
    assert.equal(await used(), lately, 'is not written with every request');
    await shop.database.pool.query(
      "update sessions set updated_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
      [buyer.email],
    );
    const before = Date.now();
    await statusAt(shop, buyer);
    while ((await used()) < before - 1000) await statusAt(shop, buyer);
  });
});

describe('a session of staff', () => {
  test('ends when it was not used for twelve hours; that of a customer goes on', async () => {
    const admin = await shop.signInAdmin();
    const clerk = await signUpStaff(shop, admin);
    const buyer = await shop.signUp();
    const idleFor = (hours: number) =>
      shop.database.pool.query('update sessions set updated_at = now() - make_interval(hours => $1)', [
        hours,
      ]);
    await idleFor(11);
    // What a page sends by itself is answered, and no use.
    const poll = { token: admin.token, headers: { 'x-unattended': '1' } };
    assert.equal((await shop.call(`GET /admin/${admin.email}`, poll)).status, 200);
    assert.equal(await statusAt(shop, clerk), 200);
    // That use is noted beside the request.
    const isIdle = async (email: string) => {
      const { rowCount } = await shop.database.pool.query(
        "select from sessions join users on users.id = user_id where email = $1 and sessions.updated_at < now() - interval '1 hour'",
        [email],
      );
      return rowCount !== 0;
    };
    await until(async () => !(await isIdle(clerk.email)));
    assert.ok(await isIdle(admin.email));
    await idleFor(13);
    assert.equal(await statusAt(shop, clerk), 401);
    assert.equal(await statusAt(elsewhere, admin), 401);
    assert.equal(await statusAt(shop, buyer), 200);
    const sessionOf = async ({ cookie }: Person) => (await ask(shop, 'GET get-session', cookie)).body;
    assert.equal(await sessionOf(clerk), null, 'it gives no other accessToken either');
    assert.equal((await sessionOf(buyer)).user.email, buyer.email);
  });
});

test('a password that was hashed in an older way is hashed anew at the next sign-ins, also at two that come together', async () => {
  const { PASSWORD_HASH, ...usual } = variables;
  const third = await startShop(readEnv({ ...usual, LOG_LEVEL: 'silent' }), { withoutPages: true });
  try {
    const buyer = await shop.signUp();
    const { rows } = await shop.database.pool.query(
      'update accounts set password = $1 where user_id = (select id from users where email = $2) returning id',
      [await hashPassword(buyer.password), buyer.email],
    );
    const client = createTestClient(third.origin);
    await Promise.all([signInAgain(buyer, client), signInAgain(buyer, client)]);
    const stored = await shop.database.pool.query('select password from accounts where id = $1', [
      rows[0].id,
    ]);
    assert.match(stored.rows[0].password, /^scrypt-17-8-1:/);
    await signInAgain(buyer, client);
  } finally {
    await third.close();
  }
});

describe('an accessToken', () => {
  const sessionOf = (email: string) => `user_id = (select id from users where email = '${email}')`;

  test('ends by itself, and the session gives another', async () => {
    const buyer = await shop.signUp();
    const { rows } = await shop.database.pool.query(
      `select extract(epoch from t.expires_at - now()) / 3600 as hours
       from access_tokens t join sessions s on s.id = t.session_id where ${sessionOf(buyer.email)}`,
    );
    assert.ok(Math.abs(rows[0].hours - 24) < 0.1, `lives ${rows[0].hours} hours`);
    await shop.database.pool.query(
      `update access_tokens set expires_at = now() where session_id in
         (select id from sessions where ${sessionOf(buyer.email)})`,
    );
    assert.equal(await statusAt(shop, buyer), 401);
    const headers = { cookie: buyer.cookie, origin: shop.origin };
    const { body } = await shop.call(`PUT /user/${buyer.email}`, { body: { email: buyer.email }, headers });
    assert.equal(await statusAt(shop, { ...buyer, token: body.token }), 200);
  });

  test('is no better than its session', async () => {
    const buyer = await shop.signUp();
    await shop.database.pool.query(`update sessions set expires_at = now() where ${sessionOf(buyer.email)}`);
    assert.equal(await statusAt(shop, buyer), 401);
    const headers = { cookie: buyer.cookie, origin: shop.origin };
    const again = await shop.call(`PUT /user/${buyer.email}`, { body: { email: buyer.email }, headers });
    assert.equal(again.status, 401);
  });

  test('of a session that ends in the same moment is refused, not an error', async () => {
    const buyer = await shop.signUp();
    const headers = { cookie: buyer.cookie, origin: shop.origin };
    const client = await shop.database.pool.connect();
    await client.query('begin');
    await client.query(`delete from sessions where ${sessionOf(buyer.email)}`);
    // The session is still seen, and the token's reference to it waits for the deletion.
    const exchange = shop.call(`PUT /user/${buyer.email}`, { body: { email: buyer.email }, headers });
    await shop.database.untilWaiting();
    await client.query('commit');
    client.release();
    assert.equal((await exchange).status, 401);
  });
});
