import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Person, startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
after(() => shop.close());

const query = (statement: string, values: unknown[] = []) => shop.database.pool.query(statement, values);
// Mails wait until a test sends them: then their tokens are forgotten.
await query("alter table mails alter column next_at set default 'infinity'");

const auth = (path: string, body: object, cookie = '') =>
  shop.call(`POST /api/auth/${path}`, { body, headers: { origin: shop.origin, ...(cookie && { cookie }) } });

const signIn = ({ email, password }: { email: string; password: string }) =>
  auth('sign-in/email', { email, password });

async function statusOf({ email, token }: Person): Promise<number> {
  return (await shop.call(`GET /admin/${email}`, { token })).status;
}

/** The token of the newest mail of a kind to an address, before it is sent. */
async function tokenFor(email: string, kind: string): Promise<string | undefined> {
  const { rows } = await query(
    "select facts ->> 'token' as token from mails where recipient = $1 and kind = $2 order by id desc limit 1",
    [email, kind],
  );
  return rows[0]?.token;
}

async function askForReset(email: string): Promise<string> {
  await query("delete from mails where recipient = $1 and kind = 'reset_password'", [email]);
  assert.equal((await auth('request-password-reset', { email })).status, 200);
  const token = await tokenFor(email, 'reset_password');
  assert.ok(token);
  return token;
}

/** What the log says of somebody, but for failed sign-ins, whose ids are of the minute's beginning. */
async function kindsOf(email: string): Promise<string[]> {
  const { rows } = await query(
    "select kind from events where person = $1 and kind <> 'sign_in_failed' order by id",
    [email],
  );
  return rows.map(({ kind }) => kind);
}

async function isProven(email: string): Promise<boolean> {
  const { rows } = await query('select email_verified from users where email = $1', [email]);
  return rows[0].email_verified;
}

/** How often somebody was told that their password was changed. */
async function toldOf(email: string): Promise<number> {
  const { rows } = await query("select from mails where recipient = $1 and kind = 'password_changed'", [
    email,
  ]);
  return rows.length;
}

describe('changing the password', () => {
  test('takes the current one, and keeps this browser signed in alone', async () => {
    const buyer = await shop.signUp();
    const other = await signIn(buyer);
    const change = await auth(
      'change-password',
      // The client cannot ask for the others to stay.
      { currentPassword: buyer.password, newPassword: 'another secret', revokeOtherSessions: false },
      buyer.cookie,
    );
    assert.equal(change.status, 200);
    assert.equal((await signIn(buyer)).status, 401);
    assert.equal((await signIn({ ...buyer, password: 'another secret' })).status, 200);
    const sessionOf = (cookie: string) => shop.call('GET /api/auth/get-session', { headers: { cookie } });
    const cookieOf = (answer: typeof change) => answer.headers.getSetCookie()[0]!.split(';')[0]!;
    assert.equal((await sessionOf(cookieOf(other))).body, null);
    assert.equal((await sessionOf(buyer.cookie)).body, null, 'the old cookie is of no use any more');
    assert.equal((await sessionOf(cookieOf(change))).body.user.email, buyer.email);
    assert.equal(await toldOf(buyer.email), 1);
    assert.deepEqual(await kindsOf(buyer.email), ['signed_in', 'signed_in', 'password_changed', 'signed_in']);
  });

  test('is told to an address that nobody has proven once a day, and to a proven one each time', async () => {
    const buyer = await shop.signUp();
    let { cookie } = buyer;
    let current = buyer.password;
    const change = async (newPassword: string) => {
      const answer = await auth('change-password', { currentPassword: current, newPassword }, cookie);
      assert.equal(answer.status, 200);
      current = newPassword;
      cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    };
    for (let i = 1; i <= 3; i += 1) await change(`another secret ${i}`);
    // Two, when the day ended in between.
    assert.ok((await toldOf(buyer.email)) <= 2, `${await toldOf(buyer.email)} mails`);
    await query("delete from mails where kind = 'password_changed'");
    await query('update users set email_verified = true where email = $1', [buyer.email]);
    for (let i = 4; i <= 6; i += 1) await change(`another secret ${i}`);
    assert.equal(await toldOf(buyer.email), 3);
  });

  const wrong: [name: string, body: object, message: string][] = [
    ['a wrong current password', { currentPassword: 'wrong-one' }, 'Invalid password'],
    ['no current password', { currentPassword: '' }, 'Password is Required'],
    ['a short password', { newPassword: '12345' }, 'Secret KeY Should be 6 char. or longer'],
    ['a common password', { newPassword: 'Password' }, 'Secret KeY Should not be one of the 1,000 most used'],
    [
      'a common password in full width',
      { newPassword: '１２３４５６' },
      'Secret KeY Should not be one of the 1,000 most used',
    ],
    ['no new password', { newPassword: '' }, 'Password is Required'],
    ['a very long password', { newPassword: 'x'.repeat(129) }, '128 characters at most'],
  ];
  for (const [name, body, message] of wrong) {
    test(`is refused with ${name}: '${message}'`, async () => {
      const buyer = await shop.signUp();
      const full = { currentPassword: buyer.password, newPassword: 'another secret', ...body };
      const answer = await auth('change-password', full, buyer.cookie);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.message, message);
      assert.equal(await statusOf(buyer), 200);
      assert.equal((await signIn(buyer)).status, 200);
      assert.equal(await toldOf(buyer.email), 0);
    });
  }

  test('needs a session', async () => {
    const body = { currentPassword: 'bolt-7', newPassword: 'another secret' };
    assert.equal((await auth('change-password', body)).status, 401);
  });

  test('that was begun before a reset neither undoes it nor stays signed in', async () => {
    const squatter = await shop.signUp();
    const token = await askForReset(squatter.email);
    // Holds the change just before it is written: the old password has been proven by then.
    const lock = await shop.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from users where email = $1 for update', [squatter.email]);
    const change = auth(
      'change-password',
      { currentPassword: squatter.password, newPassword: 'taken over' },
      squatter.cookie,
    );
    await shop.database.untilWaiting();
    const reset = auth('reset-password', { token, newPassword: 'the owner sets' });
    // The reset writes its password first and then waits for the same lock.
    await shop.database.untilWaiting(2);
    await lock.query('commit');
    lock.release();
    assert.equal((await reset).status, 200);
    assert.equal((await change).status, 400);
    assert.equal((await signIn({ ...squatter, password: 'taken over' })).status, 401);
    assert.equal((await signIn({ ...squatter, password: 'the owner sets' })).status, 200);
    assert.equal(await statusOf(squatter), 401);
  });
});

describe('a password reset by mail', () => {
  test('sets a password once, proves the address, and ends the password and the sessions of before', async () => {
    const squatter = await shop.signUp();
    assert.equal(await isProven(squatter.email), false);
    const token = await askForReset(squatter.email);
    const reset = () => auth('reset-password', { token, newPassword: 'the owner sets' });
    assert.equal((await reset()).status, 200);
    assert.equal(await statusOf(squatter), 401);
    assert.equal((await signIn(squatter)).status, 401);
    assert.equal((await signIn({ ...squatter, password: 'the owner sets' })).status, 200);
    assert.equal(await isProven(squatter.email), true);
    assert.equal(await toldOf(squatter.email), 1);
    const again = await reset();
    assert.deepEqual([again.status, again.body.code], [400, 'INVALID_TOKEN']);
    assert.deepEqual(await kindsOf(squatter.email), [
      'signed_in',
      'password_reset',
      'address_proven',
      'signed_in',
    ]);
  });

  test('works once when two ask at the same time', async () => {
    const buyer = await shop.signUp();
    const token = await askForReset(buyer.email);
    const answers = await Promise.all(
      ['first password', 'second password'].map((newPassword) =>
        auth('reset-password', { token, newPassword }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  });

  test('ends other links that were sent before', async () => {
    const buyer = await shop.signUp();
    const first = await askForReset(buyer.email);
    const secondToken = await askForReset(buyer.email);
    assert.equal((await auth('reset-password', { token: secondToken, newPassword: 'a secret' })).status, 200);
    assert.equal((await auth('reset-password', { token: first, newPassword: 'b secret' })).status, 400);
  });

  test('is over after an hour', async () => {
    const buyer = await shop.signUp();
    const token = await askForReset(buyer.email);
    const { rows } = await query(
      'select id, extract(epoch from expires_at - now()) as seconds from verifications where value = (select id::text from users where email = $1)',
      [buyer.email],
    );
    assert.ok(Math.abs(rows[0].seconds - 3600) < 60);
    await query('update verifications set expires_at = now() where id = $1', [rows[0].id]);
    assert.equal((await auth('reset-password', { token, newPassword: 'a secret' })).status, 400);
    assert.equal((await signIn(buyer)).status, 200);
  });

  test('keeps its link where a reader of the database finds it only until it is sent', async () => {
    const buyer = await shop.signUp();
    const token = await askForReset(buyer.email);
    const { rows } = await query('select identifier from verifications');
    assert.ok(rows.length > 0);
    assert.ok(rows.every(({ identifier }) => !identifier.includes(token)));
    await query('update mails set next_at = now() where recipient = $1', [buyer.email]);
    await shop.runJobs();
    const { rows: mails } = await query(
      "select facts, sent_at from mails where recipient = $1 and kind = 'reset_password'",
      [buyer.email],
    );
    assert.notEqual(mails[0].sent_at, null);
    assert.equal(JSON.stringify(mails).includes(token), false);
    assert.equal((await auth('reset-password', { token, newPassword: 'a secret' })).status, 200);
  });

  test('answers the same for an address without account, and mails nobody', async () => {
    const { email } = await shop.signUp();
    const known = await auth('request-password-reset', { email });
    const unknown = await auth('request-password-reset', { email: 'nobody@example.com' });
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body]);
    const { rows } = await query("select from mails where recipient = 'nobody@example.com'");
    assert.equal(rows.length, 0);
    const wrong = await auth('request-password-reset', { email: 'nobody' });
    assert.deepEqual([wrong.status, wrong.body.message], [400, 'Enter a valid Email']);
  });

  test('is mailed once a minute, however often it is asked for', async () => {
    const { email } = await shop.signUp();
    const ask = () => auth('request-password-reset', { email });
    await Promise.all([ask(), ask(), ask()]);
    const { rows } = await query("select from mails where recipient = $1 and kind = 'reset_password'", [
      email,
    ]);
    // Two, when the minute ended in between.
    assert.ok(rows.length <= 2, `${rows.length} mails`);
  });

  for (const [newPassword, message] of [
    ['12345', 'Secret KeY Should be 6 char. or longer'],
    ['', 'Password is Required'],
    ['password', 'Secret KeY Should not be one of the 1,000 most used'],
  ] as const) {
    test(`refuses '${newPassword}' and leaves the link good`, async () => {
      const buyer = await shop.signUp();
      const token = await askForReset(buyer.email);
      const answer = await auth('reset-password', { token, newPassword });
      assert.deepEqual([answer.status, answer.body.message], [400, message]);
      assert.equal((await auth('reset-password', { token, newPassword: 'a secret' })).status, 200);
    });
  }

  test('lets no password in that was checked just before', async () => {
    const squatter = await shop.signUp();
    const token = await askForReset(squatter.email);
    const lock = await shop.database.pool.connect();
    await lock.query('begin');
    // The session's reference to the user waits for this lock; the password has been proven by then.
    await lock.query('select from users where email = $1 for update', [squatter.email]);
    const late = signIn(squatter);
    await shop.database.untilWaiting();
    const reset = auth('reset-password', { token, newPassword: 'the owner sets' });
    await shop.database.untilWaiting(2);
    await lock.query('commit');
    lock.release();
    assert.equal((await reset).status, 200);
    assert.equal((await late).status, 401);
    const { rows } = await query(
      'select from sessions where user_id = (select id from users where email = $1)',
      [squatter.email],
    );
    assert.equal(rows.length, 0);
  });
});
