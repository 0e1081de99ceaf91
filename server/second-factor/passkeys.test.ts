import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MOST_PASSKEYS } from '#contract/second-factor/limits.ts';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { Authenticator, type Odd } from '../../tests/fixtures/authenticator.ts';
import { giveChallenges, keepPasskey } from '../../tests/fixtures/passkeys.ts';
import { codeOf, factorsIn, lettersOf, type Session } from '../../tests/fixtures/second-factor.ts';
import { orderFor, type Person, startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const { pool } = shop.database;
const admin = await shop.signInAdmin();
after(() => shop.close());

const { asSession, prove, exchange, enrol, signInAgain, makeOld } = factorsIn(shop);
const passkeyCall = (session: Session, path: string, body?: unknown) =>
  shop.call(`POST /second-factor/passkeys${path}`, { ...asSession(session), body });
const begin = (session: Session) => passkeyCall(session, '/begin');
const add = (session: Session, credential: object, name = 'Laptop') =>
  passkeyCall(session, '', { name, credential });
const ask = (session: Session) => passkeyCall(session, '/challenge');
const send = (session: Session, credential: object) => passkeyCall(session, '/prove', { credential });
const list = (session: Session) => shop.call('GET /second-factor/passkeys', asSession(session));
const remove = (session: Session, id: string) =>
  shop.call(`DELETE /second-factor/passkeys/${id}`, asSession(session));

/** Adds a passkey of one's own. */
async function addOwn(session: Session, key = new Authenticator(shop.origin), name?: string) {
  const { body, status } = await begin(session);
  assert.equal(status, 200, JSON.stringify(body));
  return { key, answer: await add(session, key.create(body), name) };
}

/** Proves a session by a passkey, with what is odd about it. */
async function proveBy(key: Authenticator, session: Session, odd?: Odd) {
  const { body } = await ask(session);
  return send(session, key.get(body, odd));
}

interface Keeper extends Person {
  key: Authenticator;
  codes: string[];
  id: string;
}

/** A person whose only second factor is a passkey. */
async function keeper(key?: Authenticator): Promise<Keeper> {
  const person = await shop.signUp();
  await proveAddressOf(pool, person.email);
  const added = await addOwn(person, key);
  assert.equal(added.answer.status, 201, JSON.stringify(added.answer.body));
  return { ...person, key: added.key, codes: added.answer.body.codes, id: added.answer.body.insertedId };
}

const refusedAs = ({ status, body }: { status: number; body: { errors?: { code?: string }[] } }) =>
  [status, body.errors?.[0]?.code] as const;
const REFUSED = [400, 'passkey_refused'];

const kindsOf = async (email: string) => {
  const { body } = await shop.call(`GET /events?person=${email}`, { token: admin.token });
  return body as { kind: string; what: string; why?: string; who: string }[];
};
const mailsTo = async (email: string) => {
  const { rows } = await pool.query(
    'select kind, facts from mails where recipient = $1 and kind like $2 order by id',
    [email, '%passkey%'],
  );
  return rows;
};

describe('a passkey', () => {
  test('is a second factor: the first ends all other sessions, comes with recovery codes, and is asked at the next sign-in', async () => {
    const person = await shop.signUp();
    await proveAddressOf(pool, person.email);
    const other = await signInAgain(person);
    const { key, answer } = await addOwn(person, new Authenticator(shop.origin), '  Laptop ');
    assert.deepEqual([answer.status, answer.body.codes.length], [201, 10]);
    assert.equal((await exchange(other)).status, 401);
    assert.equal((await shop.call('GET /lists', { token: person.token })).status, 200);
    const state = await shop.call('GET /second-factor', asSession(person));
    assert.deepEqual([state.body.app, state.body.passkeys, state.body.codesLeft], [false, 1, 10]);

    const half = await signInAgain(person);
    assert.deepEqual((await exchange(half)).body.params, { step: 'prove' });
    for (const asked of [list(half), begin(half), remove(half, answer.body.insertedId)])
      assert.deepEqual((await asked).body.params, { step: 'prove' });
    assert.equal((await prove(half, '123456')).status, 400);
    const proven = await proveBy(key, half);
    assert.deepEqual([proven.status, proven.body], [200, { codesLeft: 10 }]);
    assert.equal((await exchange(half)).status, 200);
    const { body } = await list(half);
    assert.deepEqual([body.length, body[0].name], [1, 'Laptop']);
    assert.ok(body[0].usedAt >= body[0].createdAt);

    const log = await kindsOf(person.email);
    assert.ok(log.some(({ kind }) => kind === 'passkey_added'));
    assert.ok(log.some(({ kind, why }) => kind === 'second_factor_proven' && why?.startsWith('By Laptop')));
    const mails = await mailsTo(person.email);
    assert.deepEqual(
      mails.map(({ kind, facts }) => [kind, facts.name, facts.isFirst]),
      [['passkey_added', 'Laptop', true]],
    );
    const again = await signInAgain(person);
    assert.equal((await prove(again, answer.body.codes[0])).status, 200);
  });

  test('beside an app leaves its codes and sessions as they are, and either of both is enough', async () => {
    const person = await enrol();
    const other = await signInAgain(person);
    assert.equal((await prove(other, person.codes[0]!)).status, 200);
    const { key, answer } = await addOwn(person);
    assert.deepEqual([answer.status, answer.body.codes], [201, undefined]);
    assert.equal((await exchange(other)).status, 200);
    const [byKey, byCode] = [await signInAgain(person), await signInAgain(person)];
    assert.equal((await proveBy(key, byKey)).status, 200);
    assert.equal((await prove(byCode, await codeOf(person.secret))).status, 200);
    assert.equal((await mailsTo(person.email))[0].facts.isFirst, false);
  });

  test('is begun soon after signing in or the last proof, and for a proven address only', async () => {
    const person = await shop.signUp();
    const unproven = await begin(person);
    assert.deepEqual([unproven.status, unproven.body.code], [409, 'own_address_unproven']);
    await proveAddressOf(pool, person.email);
    await makeOld(person);
    assert.deepEqual((await begin(person)).body.params, { step: 'sign_in' });
    const young = await signInAgain(person);
    const asked = await begin(young);
    await pool.query('update users set email_verified = false where email = $1', [person.email]);
    const late = await add(young, new Authenticator(shop.origin).create(asked.body));
    assert.deepEqual([late.status, late.body.code], [409, 'own_address_unproven']);
    await proveAddressOf(pool, person.email);
    await addOwn(young);
    await makeOld(person);
    assert.deepEqual((await begin(young)).body.params, { step: 'prove' });
  });

  test('asks for a verified person at the host and origin of the shop, without what is there already', async () => {
    const person = await keeper();
    const { body } = await begin(person);
    assert.deepEqual(
      [body.rp.id, body.authenticatorSelection.userVerification, body.attestation],
      ['127.0.0.1', 'required', 'none'],
    );
    assert.deepEqual(
      body.excludeCredentials.map(({ id }: { id: string }) => id),
      [person.key.id.toString('base64url')],
    );
    const asked = await ask(person);
    assert.deepEqual(
      [asked.body.rpId, asked.body.userVerification, asked.body.allowCredentials.length],
      ['127.0.0.1', 'required', 1],
    );
    assert.equal(Buffer.from(asked.body.challenge, 'base64url').length, 32);
  });

  test('does not let in whom an admin keeps from ordering to order, and nobody who was removed', async () => {
    const person = await keeper();
    const block = { token: admin.token, body: { why: 'Two invoices are overdue.' } };
    assert.equal((await shop.call(`PUT /users/${person.email}/block`, block)).status, 200);
    const half = await signInAgain(person);
    assert.equal((await proveBy(person.key, half)).status, 200);
    const { token } = (await exchange(half)).body;
    const { body: products } = await shop.call('GET /products');
    const order = await shop.call('POST /orders', { token, body: orderFor(products[0], person) });
    assert.deepEqual([order.status, order.body.code], [409, 'ordering_blocked']);
    const asked = await ask(half);
    assert.equal((await shop.call(`DELETE /users/${person.email}`, { token: admin.token })).status, 200);
    assert.equal((await send(half, person.key.get(asked.body))).status, 401);
    const left = await pool.query('select from passkeys where credential_id = $1', [person.key.id]);
    assert.equal(left.rowCount, 0);
  });
});

/** What must not be taken, of a new passkey and of a proof. */
const ODD: [what: string, odd: Odd][] = [
  ['of another origin', { origin: 'https://shop.example.net' }],
  ['of another port', { origin: 'http://127.0.0.1:1' }],
  ['of another host', { rpId: 'example.net' }],
  ['of a person who was not verified', { unverified: true }],
  ['of a page in a frame of another site', { crossOrigin: true }],
  ['of a challenge that the shop has not made', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['of another ceremony', { type: 'payment.get' }],
];

describe('what is refused of a new passkey:', () => {
  for (const [what, odd] of [
    ...ODD,
    ['one with an attestation that was not asked for', { format: 'android-key' }] as const,
    ['one without its statement', { format: 'packed' }] as const,
  ])
    test(what, async () => {
      const person = await shop.signUp();
      await proveAddressOf(pool, person.email);
      const key = new Authenticator(shop.origin);
      const { body } = await begin(person);
      assert.deepEqual(refusedAs(await add(person, key.create(body, odd))), REFUSED);
      // The challenge is used up by it.
      assert.deepEqual(refusedAs(await add(person, key.create(body))), REFUSED);
      assert.equal((await addOwn(person, key)).answer.status, 201);
    });

  const lists = (depth: number) => Buffer.alloc(depth, 0x81).toString('base64url');

  test('one that is no passkey, and one whose id is another', async () => {
    const person = await shop.signUp();
    await proveAddressOf(pool, person.email);
    const key = new Authenticator(shop.origin);
    for (const change of [
      { attestationObject: 'o2NmbXRkbm9uZQ' },
      // Thousands of lists in each other.
      { attestationObject: lists(2400) },
      { clientDataJSON: Buffer.from('null').toString('base64url') },
      { clientDataJSON: Buffer.from('{').toString('base64url') },
      { id: new Authenticator(shop.origin).id.toString('base64url') },
    ]) {
      const { body } = await begin(person);
      assert.deepEqual(refusedAs(await add(person, { ...key.create(body), ...change })), REFUSED);
    }
    const made = key.create({ challenge: 'x' });
    for (const credential of [
      {},
      { ...made, transports: ['pigeon'] },
      { ...made, attestationObject: lists(2401) },
    ])
      assert.equal((await add(person, credential)).status, 400);
    const asked = await begin(person);
    assert.equal((await add(person, key.create(asked.body), 'x'.repeat(51))).status, 400);
    assert.equal((await add(person, key.create(asked.body), 'A\nB')).status, 400);
  });

  test('one for a challenge that has expired, that is of another session, or that was for a proof', async () => {
    const person = await keeper();
    const key = new Authenticator(shop.origin);
    const expired = await begin(person);
    await pool.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    assert.deepEqual(refusedAs(await add(person, key.create(expired.body))), REFUSED);
    const asked = await ask(person);
    assert.deepEqual(refusedAs(await add(person, key.create(asked.body))), REFUSED);
    const other = await keeper();
    const [own] = await Promise.all([begin(person), begin(other)]);
    assert.deepEqual(refusedAs(await add(other, key.create(own.body))), REFUSED);
    await pool.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    await shop.runJobs();
    const { rowCount } = await pool.query('select from passkey_challenges');
    assert.equal(rowCount, 0);
  });

  test('one of a session that lacks the second factor, whatever it was asked for', async () => {
    const person = await keeper();
    const half = await signInAgain(person);
    const asked = await giveChallenges(pool, 'add', person.email);
    const answer = await add(half, new Authenticator(shop.origin).create(asked));
    assert.deepEqual([answer.status, answer.body.params], [403, { step: 'prove' }]);
  });

  test('one that somebody has already', async () => {
    const person = await keeper();
    const other = await shop.signUp();
    await proveAddressOf(pool, other.email);
    assert.deepEqual(refusedAs((await addOwn(other, person.key)).answer), REFUSED);
    const state = await shop.call('GET /second-factor', asSession(other));
    assert.deepEqual([state.body.enrolledAt, state.body.passkeys, state.body.codesLeft], [undefined, 0, 0]);
  });

  test('all but one of forty at once for a challenge', async () => {
    const person = await shop.signUp();
    await proveAddressOf(pool, person.email);
    const { body } = await begin(person);
    const key = new Authenticator(shop.origin);
    const credential = key.create(body);
    const answers = await Promise.all(Array.from({ length: 40 }, () => add(person, credential)));
    assert.deepEqual(
      [201, 400].map((status) => answers.filter((answer) => answer.status === status).length),
      [1, 39],
    );
  });

  test('the eleventh, also of several sessions at once', async () => {
    const person = await keeper();
    for (let place = 2; place <= MOST_PASSKEYS - 2; place += 1)
      await keepPasskey(pool, person.email, new Authenticator(shop.origin), place);
    // Fewer than the shop has connections: none waits for one while others hold the person.
    const tries: { session: Session; credential: object }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const session = await signInAgain(person);
      assert.equal((await proveBy(person.key, session)).status, 200);
      const { body } = await begin(session);
      tries.push({ session, credential: new Authenticator(shop.origin).create(body) });
    }
    const answers = await Promise.all(tries.map(({ session, credential }) => add(session, credential)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 409, 409, 409, 409]);
    assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'passkeys_full'));
    assert.equal((await list(person)).body.length, MOST_PASSKEYS);
    const eleventh = await begin(person);
    assert.deepEqual([eleventh.status, eleventh.body.code], [409, 'passkeys_full']);
    const { body } = await list(person);
    assert.equal((await remove(person, body[3]._id)).status, 200);
    assert.equal((await addOwn(person)).answer.status, 201);
  });
});

describe('what is refused of a proof:', () => {
  for (const [what, odd] of [
    ...ODD,
    ['of the passkey of another person', { userHandle: Buffer.alloc(16).toString('base64url') }] as const,
  ])
    test(what, async () => {
      const person = await keeper();
      const half = await signInAgain(person);
      assert.deepEqual(refusedAs(await proveBy(person.key, half, odd)), REFUSED);
      assert.equal((await exchange(half)).status, 403);
      assert.ok((await kindsOf(person.email)).some(({ kind }) => kind === 'second_factor_failed'));
      assert.equal((await proveBy(person.key, half)).status, 200);
    });

  test('one that is sent again, by one of forty at once, or by another session', async () => {
    const person = await keeper();
    const half = await signInAgain(person);
    const { body } = await ask(half);
    const signed = person.key.get(body);
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(half, signed)));
    assert.deepEqual(
      [200, 400].map((status) => answers.filter((answer) => answer.status === status).length),
      [1, 39],
    );
    const other = await signInAgain(person);
    assert.deepEqual(refusedAs(await send(other, signed)), REFUSED);
    await ask(other);
    assert.deepEqual(refusedAs(await send(other, signed)), REFUSED);
    assert.equal((await exchange(other)).status, 403);
  });

  test('one by the passkey of somebody else, also where they send the id of one’s own', async () => {
    const [person, thief] = [await keeper(), await keeper()];
    const half = await signInAgain(person);
    assert.deepEqual(refusedAs(await proveBy(thief.key, half)), REFUSED);
    const { body } = await ask(half);
    const signed = { ...thief.key.get(body), id: person.key.id.toString('base64url') };
    assert.deepEqual(refusedAs(await send(half, signed)), REFUSED);
    assert.equal((await exchange(half)).status, 403);
  });

  test('one for a challenge that has expired, or that was for a new passkey', async () => {
    const person = await keeper();
    const half = await signInAgain(person);
    const expired = await ask(half);
    await pool.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    assert.deepEqual(refusedAs(await send(half, person.key.get(expired.body))), REFUSED);
    const begun = await begin(person);
    assert.deepEqual(refusedAs(await send(person, person.key.get(begun.body))), REFUSED);
  });

  test('one of a copy: its counter does not go on', async () => {
    const person = await keeper(new Authenticator(shop.origin, 5));
    const half = await signInAgain(person);
    assert.equal((await proveBy(person.key, half)).status, 200);
    for (const counter of [0, 5, 6])
      assert.deepEqual(refusedAs(await proveBy(person.key, half, { counter })), REFUSED, String(counter));
    assert.equal((await proveBy(person.key, half)).status, 200);
  });

  test('any, without a passkey or a session', async () => {
    const person = await enrol();
    const asked = await ask(person);
    assert.deepEqual([asked.status, asked.body.code], [404, 'not_found']);
    const key = new Authenticator(shop.origin);
    assert.deepEqual(refusedAs(await send(person, key.get({ challenge: 'eA' }))), REFUSED);
    const nobody = { email: 'nobody@example.com', cookie: '' };
    for (const answer of await Promise.all([
      ask(nobody),
      begin(nobody),
      list(nobody),
      send(nobody, key.get({ challenge: 'eA' })),
    ]))
      assert.equal(answer.status, 401);
    // Pages of another origin are refused as everywhere; an origin that is not the shop's has no passkeys.
    const elsewhere = { cookie: person.cookie, origin: shop.origin.replace('127.0.0.1', '127.0.0.2') };
    const answer = await shop.call('POST /second-factor/passkeys/begin', { headers: elsewhere });
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
    assert.equal((await shop.call('POST /api/auth/passkey/verify-authentication', {})).status, 404);
  });
});

describe('removing a passkey', () => {
  test('needs a proof of the last ten minutes, is logged and mailed, and leaves the others', async () => {
    const person = await keeper();
    const { answer } = await addOwn(person, new Authenticator(shop.origin), 'Key');
    await makeOld(person);
    assert.deepEqual((await remove(person, answer.body.insertedId)).body.params, { step: 'prove' });
    assert.equal((await proveBy(person.key, person)).status, 200);
    const other = await keeper();
    assert.deepEqual((await remove(other, answer.body.insertedId)).body, { deletedCount: 0 });
    assert.deepEqual((await remove(person, 'x')).body, { deletedCount: 0 });
    assert.deepEqual((await remove(person, answer.body.insertedId)).body, { deletedCount: 1 });
    assert.deepEqual((await remove(person, answer.body.insertedId)).body, { deletedCount: 0 });
    const removed = (await kindsOf(person.email)).find(({ kind }) => kind === 'passkey_removed');
    assert.match(removed?.why ?? '', /^Key, from/);
    assert.deepEqual(
      (await mailsTo(person.email)).map(({ kind }) => kind),
      ['passkey_added', 'passkey_added', 'passkey_removed'],
    );
  });

  test('leaves a second factor: of two at once one stays, and an app does', async () => {
    const person = await keeper();
    const last = await remove(person, person.id);
    assert.deepEqual([last.status, last.body.code], [409, 'last_passkey']);
    const { answer } = await addOwn(person);
    const both = await Promise.all([person.id, answer.body.insertedId].map((id) => remove(person, id)));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const { body } = await shop.call('POST /second-factor', asSession(person));
    const [left] = (await list(person)).body;
    // An app that is not turned on yet is none.
    assert.equal((await remove(person, left._id)).body.code, 'last_passkey');
    const code = await codeOf(lettersOf(body.secret));
    await shop.call('POST /second-factor/confirm', { ...asSession(person), body: { code } });
    assert.deepEqual((await remove(person, left._id)).body, { deletedCount: 1 });
  });

  test('with the second factor is another admin’s, and ends its sessions and challenges', async () => {
    const person = await keeper();
    const half = await signInAgain(person);
    const { body } = await ask(half);
    const removed = await shop.call(`DELETE /users/${person.email}/second-factor`, { token: admin.token });
    assert.deepEqual(removed.body, { deletedCount: 1 });
    assert.equal((await send(half, person.key.get(body))).status, 401);
    const again = await signInAgain(person);
    assert.equal((await exchange(again)).status, 200);
    assert.deepEqual((await list(again)).body, []);
    assert.equal((await ask(again)).status, 404);
    assert.equal((await addOwn(again, person.key)).answer.status, 201);
  });
});

test('money and roles ask for it again after ten minutes', async () => {
  const boss = await keeper();
  await shop.call(`PUT /user/admin/${boss.email}`, { token: admin.token });
  const promote = () => shop.call(`PUT /user/admin/${boss.email}`, { token: boss.token });
  await makeOld(boss);
  assert.deepEqual((await promote()).body.params, { step: 'prove' });
  assert.equal((await proveBy(boss.key, boss)).status, 200);
  assert.equal((await promote()).status, 200);
  await shop.call(`DELETE /user/admin/${boss.email}`, { token: admin.token });
});

test('where a second factor is required, a passkey is one', async () => {
  const strict = await startTestShop({ SECOND_FACTOR: 'required' });
  try {
    const { headers } = await strict.call('POST /api/auth/sign-in/email', {
      body: { email: admin.email, password: admin.password },
      headers: { origin: strict.origin },
    });
    const cookie = headers.getSetCookie().map((one) => one.split(';')[0]!);
    const session = { headers: { cookie: cookie.join('; '), origin: strict.origin } };
    const enter = () => strict.call(`PUT /user/${admin.email}`, { ...session, body: { email: admin.email } });
    assert.deepEqual((await enter()).body.params, { step: 'enrol' });
    const { body } = await strict.call('POST /second-factor/passkeys/begin', session);
    const credential = new Authenticator(strict.origin).create(body);
    const added = await strict.call('POST /second-factor/passkeys', {
      ...session,
      body: { name: 'Laptop', credential },
    });
    assert.equal(added.status, 201);
    const { token } = (await enter()).body;
    assert.equal((await strict.call('GET /users', { token })).status, 200);
  } finally {
    await strict.close();
  }
});
