import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { enterByGoogle } from '../../tests/fixtures/google.ts';
import { type Enrolled, factorsIn } from '../../tests/fixtures/second-factor.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';

// The order of locks (docs/payments.md): user, second factor, sessions.
const shop = await startTestShop();
const admin = await shop.signInAdmin();
// Mails wait: once one is sent, its token is forgotten.
await shop.database.pool.query("alter table mails alter column next_at set default 'infinity'");
after(() => shop.close());

/** Runs something while another transaction has locked `first`, and asserts that it has not locked `next`, which that takes then. */
async function waits(person: Person, first: string, act: () => Promise<unknown>, next: string) {
  const client = await shop.database.pool.connect();
  let acting: Promise<unknown> | undefined;
  try {
    await client.query('begin');
    const { rowCount } = await client.query(first, [person.email]);
    assert.equal(rowCount, 1);
    acting = act();
    await shop.database.untilWaiting();
    assert.notEqual((await client.query(`${next} nowait`, [person.email])).rowCount, 0);
  } finally {
    await client.query('rollback');
    client.release();
    await acting;
  }
}

const USER = '(select id from users where email = $1)';
const THE_USER = 'select from users where email = $1 for update';
const FACTOR = `select from second_factors where user_id = ${USER} for no key update`;
const SESSIONS = `select from sessions where user_id = ${USER} for no key update`;

const disprove = ({ email }: Person) =>
  shop.database.pool.query('update users set email_verified = false where email = $1', [email]);

/** Each prepares something, and returns what locks the second factor and the sessions of a person. */
const ENDERS: Record<string, (person: Enrolled) => Promise<() => Promise<number>>> = {
  'a change of the password': async (person) => {
    const { asSession, prove, signInAgain } = factorsIn(shop);
    // A wrong code, which the change forgets.
    assert.equal((await prove(await signInAgain(person), '000 000')).status, 400);
    const body = { currentPassword: person.password, newPassword: 'correct horse' };
    return async () =>
      (await shop.call('POST /api/auth/change-password', { ...asSession(person), body })).status;
  },
  'a reset by mail of an account whose address was not proven': async (person) => {
    await disprove(person);
    const headers = { origin: shop.origin };
    const asked = { headers, body: { email: person.email } };
    assert.equal((await shop.call('POST /api/auth/request-password-reset', asked)).status, 200);
    const { rows } = await shop.database.pool.query(
      "select facts ->> 'token' as token from mails where recipient = $1 and kind = 'reset_password'",
      [person.email],
    );
    const body = { token: rows[0].token, newPassword: 'correct horse' };
    return async () => (await shop.call('POST /api/auth/reset-password', { headers, body })).status;
  },
  'Google, for an account whose address was not proven': async (person) => {
    await disprove(person);
    return async () => {
      const { pathname } = await enterByGoogle(shop.origin, person.email);
      return pathname === '/login' ? 200 : 400;
    };
  },
  'another admin, who removes the second factor': async (person) => async () =>
    (await shop.call(`DELETE /users/${person.email}/second-factor`, { token: admin.token })).status,
  'another admin, who removes the account': async (person) => async () =>
    (await shop.call(`DELETE /users/${person.email}`, { token: admin.token })).status,
};

describe('while a code is proven, which locks the second factor and then the session,', () => {
  for (const [name, prepare] of Object.entries(ENDERS)) {
    test(`${name} waits with no session locked`, async () => {
      const person = await factorsIn(shop).enrol();
      const end = await prepare(person);
      let status: number | undefined;
      await waits(person, FACTOR, async () => (status = await end()), SESSIONS);
      assert.equal(status, 200);
    });
  }
});

test('new recovery codes, which refer to their user, wait for the user with no second factor locked', async () => {
  const { asSession, enrol } = factorsIn(shop);
  const person = await enrol();
  let status: number | undefined;
  const replace = async () =>
    (status = (await shop.call('POST /second-factor/codes', asSession(person))).status);
  await waits(person, THE_USER, replace, FACTOR);
  assert.equal(status, 200);
});
