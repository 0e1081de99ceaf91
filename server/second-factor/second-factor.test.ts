import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { enterByGoogle } from '../../tests/fixtures/google.ts';
import { codeOf, factorsIn, lettersOf } from '../../tests/fixtures/second-factor.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { readSecret } from '../ground/database/settings.ts';

const BEFORE = 'what AUTH_SECRET was before it was replaced';
const shop = await startTestShop({ AUTH_SECRET_BEFORE: BEFORE });
const { pool } = shop.database;
const admin = await shop.signInAdmin();
after(() => shop.close());

const { asSession, prove, exchange, enrol, signInAgain, makeOld } = factorsIn(shop);

describe('a session with a password alone', () => {
  test('gets no accessToken, and cannot change the account, until a code is given', async () => {
    const person = await enrol();
    const half = await signInAgain(person);
    const refused = await exchange(half);
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.params],
      [403, 'second_factor_needed', { step: 'prove' }],
    );
    for (const [route, body] of [
      ['POST /api/auth/change-password', { currentPassword: person.password, newPassword: 'another one' }],
      ['POST /api/auth/update-user', { name: 'Somebody' }],
      ['GET /api/auth/list-sessions', undefined],
      ['POST /api/auth/revoke-sessions', {}],
    ] as const) {
      const answer = await shop.call(route, { ...asSession(half), body });
      assert.deepEqual([answer.status, answer.body.code], [403, 'SECOND_FACTOR_NEEDED'], route);
    }
    const begun = await shop.call('POST /second-factor', asSession(half));
    assert.deepEqual(begun.body.params, { step: 'prove' });
    assert.equal((await shop.call('POST /second-factor/codes', asSession(half))).status, 403);
    assert.equal((await prove(half, '000000')).status, 400);
    assert.equal((await prove(half, await codeOf(person.secret))).status, 200);
    assert.equal((await exchange(half)).status, 200);
  });

  test('is asked for the second factor after Google, too: by the exchange, which knows no way to sign in', async () => {
    const person = await enrol();
    await pool.query(
      `insert into sessions (id, user_id, token, expires_at) select gen_random_uuid(), id, 'by-google-' || id, now() + interval '1 day'
       from users where email = $1`,
      [person.email],
    );
    // An accessToken of such a session, however it came to be, is nobody's.
    await pool.query(
      `insert into access_tokens select sha256('stolen-token-of-a-session'), id, expires_at from sessions
       where token = 'by-google-' || user_id and factor_at is null and user_id = (select id from users where email = $1)`,
      [person.email],
    );
    assert.equal((await shop.call('GET /lists', { token: 'stolen-token-of-a-session' })).status, 401);
  });
});

describe('a code', () => {
  test('is good once, for one of many who send it at once, and none of before it', async () => {
    const person = await enrol();
    const code = await codeOf(person.secret);
    const sessions = await Promise.all([1, 2, 3, 4].map(() => signInAgain(person)));
    const answers = await Promise.all(sessions.map((session) => prove(session, code)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400]);
    assert.equal((await prove(sessions[0]!, await codeOf(person.secret, -1))).status, 400);
  });

  test('may be wrong ten times in a row; the recovery codes work all the same', async () => {
    const person = await enrol();
    const half = await signInAgain(person);
    const wrong = await Promise.all(Array.from({ length: 14 }, () => prove(half, '000 000')));
    const statuses = wrong.map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((one) => one === 400).length, statuses.filter((one) => one === 429).length],
      [10, 4],
    );
    const locked = await prove(half, await codeOf(person.secret));
    assert.deepEqual([locked.body.code, locked.body.params.what], ['too_many_requests', 'secondFactor']);
    assert.equal((await prove(half, person.codes[0]!.toLowerCase().replaceAll('-', ' '))).status, 200);
  });

  test('may be tried by a session that has proven the factor while others are locked, ten wrong ones of its own', async () => {
    const person = await enrol();
    const proven = await signInAgain(person);
    assert.equal((await prove(proven, person.codes[0]!)).status, 200);
    const thief = await signInAgain(person);
    for (let n = 0; n < 10; n += 1) await prove(thief, '000 000');
    assert.equal((await prove(thief, await codeOf(person.secret))).status, 429);
    assert.equal((await prove(proven, await codeOf(person.secret))).status, 200);
    const wrong = await Promise.all(Array.from({ length: 12 }, () => prove(proven, '000 000')));
    assert.equal(wrong.filter(({ status }) => status === 429).length, 2);
  });

  test('may be tried again after a good recovery code, and after a change of the password', async () => {
    const person = await enrol();
    const half = await signInAgain(person);
    const lock = async () => {
      for (let n = 0; n < 10; n += 1) await prove(half, '000 000');
    };
    await lock();
    const other = await signInAgain(person);
    assert.equal((await prove(other, 'AAAA-BBBB-CCCC-DDDD')).status, 400);
    assert.equal((await prove(half, '000 000')).status, 429);
    assert.equal((await prove(other, person.codes[0]!)).status, 200);
    assert.equal((await prove(half, '000 000')).status, 400);
    await lock();
    const { status } = await shop.call('POST /api/auth/change-password', {
      ...asSession(other),
      body: { currentPassword: person.password, newPassword: 'correct horse' },
    });
    assert.equal(status, 200);
    const again = await signInAgain({ ...person, password: 'correct horse' });
    assert.equal((await prove(again, await codeOf(person.secret))).status, 200);
  });

  test('of recovery is good once, and the next ones end those of before', async () => {
    const person = await enrol();
    assert.equal(new Set(person.codes).size, 10);
    const [first, second] = [await signInAgain(person), await signInAgain(person)];
    const answers = await Promise.all([prove(first, person.codes[0]!), prove(second, person.codes[0]!)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(answers.find(({ status }) => status === 200)!.body.codesLeft, 9);
    const proven = answers[0]!.status === 200 ? first : second;
    const { body } = await shop.call('POST /second-factor/codes', asSession(proven));
    assert.equal(body.codes.length, 10);
    assert.equal((await prove(proven, person.codes[1]!)).status, 400);
    assert.equal((await prove(proven, body.codes[0])).status, 200);
    const stored = await pool.query('select hash::text from recovery_codes');
    assert.ok(!JSON.stringify(stored.rows).includes(body.codes[1]));
  });
});

test('a code of an app is good after AUTH_SECRET was replaced, while the shop knows the one before; recovery codes always are', async () => {
  const person = await enrol();
  const current = await readSecret(shop.database.db, 'auth_secret');
  const own = 'user_id = (select id from users where email = $1)';
  const { rows } = await pool.query(`select secret from second_factors where ${own}`, [person.email]);
  const data = await symmetricDecrypt({ key: current, data: rows[0].secret });
  const sealBy = async (key: string) =>
    pool.query(`update second_factors set secret = $2, last_step = 0 where ${own}`, [
      person.email,
      await symmetricEncrypt({ key, data }),
    ]);
  const half = await signInAgain(person);
  await sealBy('a secret that nobody has any more');
  const refused = await prove(half, await codeOf(person.secret));
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'code_unreadable']);
  assert.equal((await prove(half, person.codes[0]!)).status, 200);
  await sealBy(BEFORE);
  assert.equal((await prove(await signInAgain(person), await codeOf(person.secret))).status, 200);
});

describe('setting it up', () => {
  test('needs a session of now, ends all other sessions, and keeps the secret encrypted', async () => {
    const person = await shop.signUp();
    await proveAddressOf(pool, person.email);
    const other = await signInAgain(person);
    await makeOld(person);
    const old = await shop.call('POST /second-factor', asSession(person));
    assert.deepEqual(old.body.params, { step: 'sign_in' });
    await pool.query('update sessions set created_at = now()');
    const { body } = await shop.call('POST /second-factor', asSession(person));
    const { rows } = await pool.query('select pending from second_factors');
    assert.ok(rows.every(({ pending }) => !String(pending).includes(lettersOf(body.secret))));
    const code = await codeOf(lettersOf(body.secret));
    const confirm = () => shop.call('POST /second-factor/confirm', { ...asSession(person), body: { code } });
    const answers = await Promise.all([confirm(), confirm()]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal((await exchange(other)).status, 401);
    assert.equal((await shop.call('GET /lists', { token: person.token })).status, 200);
    const state = await shop.call('GET /second-factor', asSession(person));
    assert.deepEqual([state.body.codesLeft, state.body.required], [10, false]);
  });

  test('needs a proven address, also where it was begun by a version without this rule', async () => {
    const person = await shop.signUp();
    const begun = await shop.call('POST /second-factor', asSession(person));
    assert.deepEqual([begun.status, begun.body.code], [409, 'own_address_unproven']);
    await proveAddressOf(pool, person.email);
    const { body } = await shop.call('POST /second-factor', asSession(person));
    await pool.query('update users set email_verified = false where email = $1', [person.email]);
    const code = await codeOf(lettersOf(body.secret));
    const confirmed = await shop.call('POST /second-factor/confirm', {
      ...asSession(person),
      body: { code },
    });
    assert.deepEqual([confirmed.status, confirmed.body.code], [409, 'own_address_unproven']);
    const { rows } = await pool.query('select second_factor_at from users where email = $1', [person.email]);
    assert.equal(rows[0].second_factor_at, null);
  });

  test('goes on after a changed password, which its owner has proven', async () => {
    const person = await enrol();
    const { headers, status } = await shop.call('POST /api/auth/change-password', {
      ...asSession(person),
      body: { currentPassword: person.password, newPassword: 'correct horse' },
    });
    assert.equal(status, 200);
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(';')[0]!)
      .join('; ');
    assert.equal((await exchange({ email: person.email, cookie })).status, 200);
  });
});

describe('money, roles and settings', () => {
  test('ask again after ten minutes, and nothing else does', async () => {
    const boss = await enrol();
    await shop.call(`PUT /user/admin/${boss.email}`, { token: admin.token });
    const promote = () => shop.call(`PUT /user/admin/${boss.email}`, { token: boss.token });
    assert.equal((await promote()).status, 200);
    await makeOld(boss);
    const asked = await promote();
    assert.deepEqual([asked.status, asked.body.params], [403, { step: 'prove' }]);
    const change = () =>
      shop.call('PUT /settings/blog', { token: boss.token, body: { revision: 0, value: null } });
    assert.equal((await change()).body.code, 'second_factor_needed');
    for (const path of ['/users', '/settings', '/settings/blog/versions'])
      assert.equal((await shop.call(`GET ${path}`, { token: boss.token })).status, 200, path);
    assert.equal((await prove(boss, await codeOf(boss.secret))).status, 200);
    assert.equal((await promote()).status, 200);
    assert.notEqual((await change()).body.code, 'second_factor_needed');
    await shop.call(`DELETE /user/admin/${boss.email}`, { token: admin.token });
  });

  test('so does saving settings, such as the bank account; opening their page asks for nothing', async () => {
    const boss = await enrol();
    await shop.call(`PUT /user/admin/${boss.email}`, { token: admin.token });
    await makeOld(boss);
    const { token } = boss;
    const { status, body } = await shop.call('GET /settings', { token });
    assert.equal(status, 200);
    assert.equal((await shop.call('GET /settings/shop/versions', { token })).status, 200);
    const { revision, value } = body.shop;
    const save = (bank: string[]) =>
      shop.call('PUT /settings/shop', { token, body: { revision, value: { ...value, bank } } });
    const asked = await save(['Bank of a thief']);
    assert.deepEqual([asked.status, asked.body.params], [403, { step: 'prove' }]);
    assert.deepEqual((await shop.call('GET /settings', { token })).body.shop.value.bank, value.bank);
    assert.equal((await prove(boss, await codeOf(boss.secret))).status, 200);
    assert.equal((await save(['Bank of the owner'])).status, 200);
    const back = { revision: revision + 1, value: null };
    assert.equal((await shop.call('PUT /settings/shop', { token, body: back })).status, 200);
    await shop.call(`DELETE /user/admin/${boss.email}`, { token: admin.token });
  });
});

describe('removing it', () => {
  test('is another admin’s, is logged and mailed, and ends all sessions', async () => {
    const person = await enrol();
    await shop.call(`PUT /user/admin/${person.email}`, { token: admin.token });
    const remove = (token: string) => shop.call(`DELETE /users/${person.email}/second-factor`, { token });
    assert.equal((await remove(person.token)).body.code, 'own_second_factor');
    assert.deepEqual((await remove(admin.token)).body, { deletedCount: 1 });
    assert.deepEqual((await remove(admin.token)).body, { deletedCount: 0 });
    assert.equal((await shop.call('GET /lists', { token: person.token })).status, 401);
    assert.equal((await exchange(await signInAgain(person))).status, 200);
    const { body } = await shop.call(`GET /events?person=${person.email}`, { token: admin.token });
    const removed = body.find(({ kind }: { kind: string }) => kind === 'second_factor_removed');
    assert.equal(removed.who, admin.email);
    const { rows } = await pool.query('select kind from mails where recipient = $1 order by id', [
      person.email,
    ]);
    assert.deepEqual(
      rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('second')),
      ['second_factor_added', 'second_factor_removed'],
    );
  });
});

describe('who proves that an address is theirs', () => {
  const kindsOf = async (email: string) => {
    const { body } = await shop.call(`GET /events?person=${email}`, { token: admin.token });
    return body.map(({ kind }: { kind: string }) => kind);
  };
  /** Proves the address by the link that sets a new password, which its mailbox alone has. */
  async function reset({ email }: Person): Promise<void> {
    const auth = (path: string, body: object) =>
      shop.call(`POST /api/auth/${path}`, { body, headers: { origin: shop.origin } });
    await pool.query("alter table mails alter column next_at set default 'infinity'");
    assert.equal((await auth('request-password-reset', { email })).status, 200);
    const { rows } = await pool.query(
      "select facts ->> 'token' as token from mails where recipient = $1 and kind = 'reset_password'",
      [email],
    );
    await pool.query('alter table mails alter column next_at set default now()');
    const answer = await auth('reset-password', { token: rows[0].token, newPassword: 'of the owner' });
    assert.equal(answer.status, 200);
  }
  const byGoogle = ({ email }: Person) => enterByGoogle(shop.origin, email);
  /** A person whose second factor was set up by a version that asked for no proven address. */
  async function stranger(): Promise<Person> {
    const person = await enrol();
    await pool.query('update users set email_verified = false where email = $1', [person.email]);
    return person;
  }

  for (const [by, come] of [
    ['a reset by mail', reset],
    ['Google', byGoogle],
  ] as const) {
    test(`by ${by} is rid of the second factor that a stranger set up`, async () => {
      const person = await stranger();
      await come(person);
      const { rows } = await pool.query(
        `select second_factor_at, (select count(*)::int from recovery_codes where user_id = users.id) as codes,
           (select count(*)::int from second_factors where user_id = users.id) as secrets
         from users where email = $1`,
        [person.email],
      );
      assert.deepEqual(rows, [{ second_factor_at: null, codes: 0, secrets: 0 }]);
      assert.ok((await kindsOf(person.email)).includes('second_factor_removed'));
    });

    test(`by ${by} keeps the second factor of an address that was proven before`, async () => {
      const person = await enrol();
      await come(person);
      const { rows } = await pool.query('select second_factor_at from users where email = $1', [
        person.email,
      ]);
      assert.notEqual(rows[0].second_factor_at, null);
      assert.ok(!(await kindsOf(person.email)).includes('second_factor_removed'));
    });
  }
});

test('it can be required of staff and admins, also of those who get the role later', async () => {
  const strict = await startTestShop({ SECOND_FACTOR: 'required' });
  try {
    const asks = await strict.call('POST /api/auth/sign-in/email', {
      body: { email: admin.email, password: admin.password },
      headers: { origin: strict.origin },
    });
    const cookie = asks.headers
      .getSetCookie()
      .map((one) => one.split(';')[0]!)
      .join('; ');
    const headers = { cookie, origin: strict.origin };
    const enter = () => strict.call(`PUT /user/${admin.email}`, { headers, body: { email: admin.email } });
    assert.deepEqual((await enter()).body.params, { step: 'enrol' });
    const { body } = await strict.call('POST /second-factor', { headers });
    const code = await codeOf(lettersOf(body.secret));
    assert.equal((await strict.call('POST /second-factor/confirm', { headers, body: { code } })).status, 200);
    const { token } = (await enter()).body;
    const clerk = await strict.signUp();
    await proveAddressOf(strict.database.pool, clerk.email);
    assert.equal((await strict.call('GET /lists', { token: clerk.token })).status, 200);
    const role = { token, body: { role: 'staff' } };
    assert.equal((await strict.call(`PUT /users/${clerk.email}/role`, role)).status, 200);
    assert.equal((await strict.call('GET /lists', { token: clerk.token })).status, 401);
  } finally {
    await strict.close();
  }
});
