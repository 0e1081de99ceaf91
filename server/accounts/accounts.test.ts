import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
after(() => shop.close());

const auth = (path: string, body: unknown, cookie?: string) =>
  shop.call(`POST /api/auth/${path}`, { body, headers: { origin: shop.origin, ...(cookie && { cookie }) } });

describe('signing up and in', () => {
  const person = { name: 'Ada', email: 'ada@parts.example.com', password: 'bolt-7' };
  const cases: [name: string, body: object, message: string][] = [
    ['no name', { ...person, name: '' }, 'Name is Required'],
    ['a name of spaces', { ...person, name: '  ' }, 'Name is Required'],
    ['no email', { ...person, email: '' }, 'Email is Required'],
    ['no email at all', { name: 'Ada', password: 'bolt-7' }, 'Email is Required'],
    ['an email that is none', { ...person, email: 'ada@parts' }, 'Enter a valid Email'],
    ['no password', { ...person, password: '' }, 'Password is Required'],
    ['a short password', { ...person, password: '12345' }, 'Secret KeY Should be 6 char. or longer'],
  ];
  for (const [name, body, message] of cases) {
    test(`[S5.1, S5.2, S5.3, S5.4, S5.5] ${name} is refused with '${message}'`, async () => {
      const answer = await auth('sign-up/email', body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.message, message);
    });
  }

  test('an address is taken in any case, and only once', async () => {
    assert.equal((await auth('sign-up/email', { ...person, email: 'Ada@Parts.Example.com' })).status, 200);
    assert.equal((await auth('sign-up/email', person)).status, 422);
    assert.equal((await auth('sign-in/email', { ...person, email: 'ADA@parts.example.com' })).status, 200);
  });

  test('many more at once than there are connections to the database all get in', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => shop.signUp()));
    assert.equal(new Set(people.map(({ token }) => token)).size, 40);
  });

  test('those who sign up leave connections to the others', async () => {
    let isOver = false;
    const all = Promise.all(Array.from({ length: 20 }, () => shop.signUp())).finally(() => (isOver = true));
    let most = 0;
    while (!isOver) {
      const { rows } = await shop.database.pool.query<{ count: number }>(
        `select count(*) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
      );
      most = Math.max(most, rows[0]!.count);
    }
    await all;
    assert.ok(most > 0 && most <= 4, `${most} connections in the middle of signing up`);
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await auth('sign-in/email', { email: person.email, password: 'wrong-password' });
    const unknown = await auth('sign-in/email', { email: 'nobody@example.com', password: 'wrong-password' });
    assert.equal(wrong.status, 401);
    assert.deepEqual(wrong.body, unknown.body);
  });

  test('a picture that a client sends is dropped', async () => {
    const { cookie, email } = await shop.signUp();
    for (const image of ['javascript:alert(1)', 'a\u0000b']) {
      assert.equal((await auth('update-user', { name: 'Ada', image }, cookie)).status, 200);
    }
    const { rows } = await shop.database.pool.query('select image from users where email = $1', [email]);
    assert.deepEqual(rows, [{ image: null }]);
  });

  test('a role in a sign-up gives none', async () => {
    const eve = { ...person, email: 'eve@example.com', role: 'admin' };
    await auth('sign-up/email', eve);
    const user = await shop.database.db
      .selectFrom('users')
      .select('role')
      .where('email', '=', 'eve@example.com')
      .executeTakeFirst();
    assert.ok(user === undefined || user.role === 'customer');
  });
});

describe('PUT /user/{email}', () => {
  test('[S7.12, S7.13] returns a token only to the session of exactly that address', async () => {
    const { token, email } = await shop.signUp();
    const answer = await shop.call(`GET /admin/${email}`, { token });
    assert.deepEqual(answer.body, { admin: false });
  });

  test('refuses another address with 403 and a body that disagrees with 400', async () => {
    const { cookie, email } = await shop.signUp();
    const headers = { cookie, origin: shop.origin };
    const other = 'admin@example.com';
    assert.equal((await shop.call(`PUT /user/${other}`, { body: { email: other }, headers })).status, 403);
    assert.equal((await shop.call(`PUT /user/${email}`, { body: { email: other }, headers })).status, 400);
  });

  test('a new token does not end the older one, signing out ends both', async () => {
    const { cookie, email, token } = await shop.signUp();
    const second = await shop.call(`PUT /user/${email}`, {
      body: { email },
      headers: { cookie, origin: shop.origin },
    });
    for (const one of [token, second.body.token]) {
      assert.equal((await shop.call(`GET /admin/${email}`, { token: one })).status, 200);
    }
    await auth('sign-out', {}, cookie);
    for (const one of [token, second.body.token]) {
      assert.equal((await shop.call(`GET /admin/${email}`, { token: one })).status, 401);
    }
  });

  test('an expired token is 401', async () => {
    const { email, token } = await shop.signUp();
    await shop.database.pool.query("update access_tokens set expires_at = now() - interval '1 second'");
    assert.equal((await shop.call(`GET /admin/${email}`, { token })).status, 401);
  });
});

describe('people', () => {
  test('[S7.15] an admin promotes a user, who is then admin with the token they have', async () => {
    const admin = await shop.signInAdmin();
    const buyer = await shop.signUp();
    await proveAddressOf(shop.database.pool, buyer.email);
    const route = `PUT /user/admin/${buyer.email}`;
    assert.equal((await shop.call('GET /users', { token: buyer.token })).status, 403);
    assert.deepEqual((await shop.call(route, { token: admin.token })).body, { modifiedCount: 1 });
    assert.deepEqual((await shop.call(route, { token: admin.token })).body, { modifiedCount: 0 });
    assert.equal((await shop.call('GET /users', { token: buyer.token })).status, 200);
    const { body: events } = await shop.call(`GET /events?kind=user_promoted&person=${buyer.email}`, {
      token: admin.token,
    });
    assert.equal(events.length, 1);
    assert.equal(events[0].who, admin.email);
    const demoted = await shop.call(`DELETE /user/admin/${buyer.email}`, { token: admin.token });
    assert.deepEqual(demoted.body, { modifiedCount: 1 });
    assert.equal((await shop.call('GET /users', { token: buyer.token })).status, 403);
  });

  test('an account whose address nobody has proven is not made an admin, and the list tells so', async () => {
    const admin = await shop.signInAdmin();
    const buyer = await shop.signUp();
    const promote = () => shop.call(`PUT /user/admin/${buyer.email}`, { token: admin.token });
    const rowOf = async ({ email }: { email: string }) => {
      const { body } = await shop.call('GET /users', { token: admin.token });
      return body.find((user: { email: string }) => user.email === email);
    };
    const refused = await promote();
    assert.deepEqual([refused.status, refused.body.code], [409, 'address_unproven']);
    assert.match(refused.body.detail, /confirm it on My Profile/);
    const { role, proven } = await rowOf(buyer);
    assert.deepEqual({ role, proven }, { role: 'customer', proven: false });
    assert.equal((await rowOf(admin)).proven, true);
    await proveAddressOf(shop.database.pool, buyer.email);
    assert.equal((await rowOf(buyer)).proven, true);
    assert.deepEqual((await promote()).body, { modifiedCount: 1 });
    await shop.call(`DELETE /user/admin/${buyer.email}`, { token: admin.token });
  });

  test('clients of the specification send JSON without a body on PUT', async () => {
    const admin = await shop.signInAdmin();
    const headers = { 'content-type': 'application/json' };
    const answer = await shop.call('PUT /user/admin/nobody@example.com', { token: admin.token, headers });
    assert.deepEqual(answer.body, { modifiedCount: 0 });
  });

  test('asking whether somebody else is admin is 403', async () => {
    const buyer = await shop.signUp();
    assert.equal((await shop.call('GET /admin/admin@example.com', { token: buyer.token })).status, 403);
  });

  test('removing a user ends their session and keeps the last admin and oneself', async () => {
    const admin = await shop.signInAdmin();
    const buyer = await shop.signUp();
    assert.deepEqual((await shop.call(`DELETE /users/${buyer.email}`, { token: admin.token })).body, {
      deletedCount: 1,
    });
    assert.equal((await shop.call(`GET /admin/${buyer.email}`, { token: buyer.token })).status, 401);
    assert.equal((await shop.call(`DELETE /users/${admin.email}`, { token: admin.token })).status, 409);
    assert.equal((await shop.call(`DELETE /user/admin/${admin.email}`, { token: admin.token })).status, 409);
  });

  test('two admins who demote each other at once leave one', async () => {
    const first = await shop.signInAdmin();
    const second = await shop.signUp();
    await proveAddressOf(shop.database.pool, second.email);
    await shop.call(`PUT /user/admin/${second.email}`, { token: first.token });
    const answers = await Promise.all([
      shop.call(`DELETE /user/admin/${second.email}`, { token: first.token }),
      shop.call(`DELETE /user/admin/${first.email}`, { token: second.token }),
    ]);
    const { rows } = await shop.database.pool.query("select email from users where role = 'admin'");
    assert.equal(rows.length, 1, JSON.stringify(answers.map(({ status }) => status)));
    await shop.database.pool.query('update users set role = $1 where email = $2', ['admin', first.email]);
    await shop.database.pool.query('update users set role = $1 where email = $2', ['customer', second.email]);
  });

  test('staff is neither customer nor admin: they take a role by an admin, and lose it', async () => {
    const { token } = await shop.signInAdmin();
    const clerk = await shop.signUp();
    const give = (role: string) =>
      shop.call(`PUT /users/${clerk.email.toUpperCase()}/role`, { token, body: { role } });
    assert.equal((await give('staff')).body.code, 'address_unproven');
    await proveAddressOf(shop.database.pool, clerk.email);
    assert.deepEqual((await give('staff')).body, { modifiedCount: 1 });
    assert.deepEqual((await give('staff')).body, { modifiedCount: 0 });
    const own = () => shop.call(`GET /admin/${clerk.email}`, { token: clerk.token });
    assert.deepEqual((await own()).body, { admin: false, staff: true });
    assert.deepEqual((await shop.call(`GET /admin/${clerk.email}`, { token })).body, (await own()).body);
    assert.equal((await shop.call('GET /orders', { token: clerk.token })).status, 200);
    assert.equal((await shop.call('GET /users', { token: clerk.token })).status, 403);
    assert.deepEqual((await give('admin')).body, { modifiedCount: 1 });
    assert.deepEqual((await own()).body, { admin: true });
    assert.deepEqual((await give('customer')).body, { modifiedCount: 1 });
    assert.deepEqual((await own()).body, { admin: false });
    assert.equal((await give('owner')).status, 400);
    const { body } = await shop.call(`GET /events?person=${clerk.email}`, { token });
    assert.deepEqual(
      body.flatMap(({ kind, why = '' }: Record<string, string>) =>
        /^user_/.test(kind!) ? [`${kind} ${why}`] : [],
      ),
      ['user_demoted Was an admin', 'user_promoted ', 'user_made_staff '],
    );
  });

  test('[S7.14, S3.4] a list tells the whole number and gives a piece', async () => {
    const admin = await shop.signInAdmin();
    const all = await shop.call('GET /users', { token: admin.token });
    const piece = await shop.call(`GET /users?limit=1&after=${all.body[0]._id}`, { token: admin.token });
    assert.deepEqual(piece.body, [all.body[1]]);
    assert.equal(piece.headers.get('x-total-count'), String(all.body.length));
    assert.deepEqual(Object.keys(all.body[0]).sort(), ['_id', 'email', 'name', 'proven', 'role']);
    assert.equal((await shop.call('GET /users?limit=0', { token: admin.token })).status, 400);
  });

  test('a list is narrowed by words of address and name, in any case, piece by piece; a percent sign is a letter', async () => {
    const admin = await shop.signInAdmin();
    const people = await Promise.all([1, 2, 3].map(() => shop.signUp()));
    for (const [n, { email }] of people.entries())
      await shop.database.pool.query('update users set name = $1 where email = $2', [
        `Özil Weiß-Quill-${n}`,
        email,
      ]);
    const find = async (query: string) => {
      const { status, body, headers } = await shop.call(`GET /users?${query}`, { token: admin.token });
      assert.equal(status, 200);
      return {
        emails: body.map(({ email }: { email: string }) => email),
        total: headers.get('x-total-count'),
      };
    };
    const all = people.map(({ email }) => email);
    const { emails: found, total } = await find('q=QUILL%20%C3%B6zil');
    assert.deepEqual([found.toSorted(), total], [all.toSorted(), '3']);
    assert.deepEqual(await find(`q=quill-1%20${all[1]!.toUpperCase()}`), { emails: [all[1]], total: '1' });
    for (const q of ['ozil', 'OZIL', 'weiss', 'WEI%C3%9F', 'O%CC%88zil'])
      assert.equal((await find(`q=quill%20${q}`)).total, '3', q);
    assert.deepEqual(await find('q=quill-1%20quill-2'), { emails: [], total: '0' });
    assert.deepEqual(await find('q=%25'), { emails: [], total: '0' });
    const first = await find('q=quill&limit=2');
    assert.deepEqual([first.emails.length, first.total], [2, '3']);
    const [, last] = (await shop.call('GET /users?q=quill&limit=2', { token: admin.token })).body;
    assert.deepEqual(await find(`q=quill&limit=2&after=${last._id}`), { emails: [found[2]], total: '3' });
    const tooLong = await shop.call(`GET /users?q=${'a'.repeat(101)}`, { token: admin.token });
    assert.equal(tooLong.status, 400);
  });
});
