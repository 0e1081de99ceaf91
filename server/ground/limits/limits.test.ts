// alone: replaces what all shops of a process use
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { ProblemSchema } from '#contract/kernel/problem.ts';
import { proveAddressOf } from '../../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/fixtures/database.ts';
import { type CallResult, orderFor, startTestShop, type TestShop } from '../../../tests/testing.ts';
import { Problem } from '../handling/problem.ts';
import { createLimits, keyOfCounter, type Limits } from './limits.ts';
import { LIMITS, type Limit, type LimitName, REQUESTS } from './rules.ts';

describe('attempts counted in memory', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  test('ask the database only when they are used up, and then count in all processes', async () => {
    const order: Limit = { counters: [{ by: 'account', burst: 3, every: 60, free: 2 }] };
    const limits: Record<LimitName, Limit> = { ...LIMITS, order };
    const processes = [createLimits(database, limits), createLimits(database, limits)];
    const rows = async () => (await database.pool.query('select 1 from rate_limits')).rowCount;
    const order1 = (process: Limits) => process.count('order', { ip: '192.0.2.1', account: 'a' });
    for (const process of processes) {
      await order1(process);
      await order1(process);
    }
    assert.equal(await rows(), 0);
    await order1(processes[0]!);
    await order1(processes[1]!);
    await order1(processes[0]!);
    assert.equal(await rows(), 1);
    await assert.rejects(order1(processes[1]!), (error) => error instanceof Problem && error.status === 429);
  });
});

/** Client addresses come from X-Forwarded-For, as from a proxy on this machine. */
describe('a shop with limits behind a proxy', () => {
  let shop: TestShop;
  before(async () => {
    // No mail server: the mails stay in the outbox with their links.
    shop = await startTestShop({
      RATE_LIMITS: 'on',
      TRUST_PROXY: 'loopback',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
  });
  after(() => shop.close());
  beforeEach(() => shop.database.pool.query('delete from rate_limits'));

  /** The counters in the database without the mails', which the outbox counts whenever a mail leaves. */
  const countersOfClients = async () =>
    (await shop.database.pool.query('select key from rate_limits where key <> $1', [keyOfCounter('mails')]))
      .rows;

  const from = (ip: string) => ({ origin: shop.origin, 'x-forwarded-for': ip });
  const signIn = (ip: string, email: string, password: string) =>
    shop.call('POST /api/auth/sign-in/email', { body: { email, password }, headers: from(ip) });

  const cookiesOf = ({ headers }: CallResult) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');

  function assertTooMany(answer: CallResult): void {
    assert.equal(answer.status, 429);
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    if (answer.body.message !== undefined) {
      assert.equal(answer.body.code, 'TOO_MANY_REQUESTS');
      assert.match(answer.body.message, /^Too many .+\. Wait .+ and try again\.$/);
      return;
    }
    assert.match(answer.headers.get('content-type')!, /^application\/problem\+json/);
    assert.equal(ProblemSchema.parse(answer.body).code, 'too_many_requests');
  }

  test('blocks password guessing from one address, and lets the owner sign in from another', async () => {
    const owner = await shop.signUp();
    for (let i = 0; i < 10; i += 1) {
      assert.equal((await signIn('192.0.2.1', owner.email, `wrong-${i}`)).status, 401);
    }
    assertTooMany(await signIn('192.0.2.1', owner.email, 'wrong-again'));
    assertTooMany(await signIn('192.0.2.1', owner.email.toUpperCase(), owner.password));
    assert.equal((await signIn('192.0.2.2', owner.email, owner.password)).status, 200);
    assert.equal((await signIn('192.0.2.1', 'other@example.com', 'x12345')).status, 401);
  });

  test('bounds wrong passwords for one account, whoever tries, and lets its owner in from a browser that was in before', async () => {
    const owner = await shop.signUp();
    await proveAddressOf(shop.database.pool, owner.email);
    const known = cookiesOf(await signIn('198.51.100.35', owner.email, owner.password));
    const tryFrom = (i: number, password: string) => signIn(`198.51.100.${i}`, owner.email, password);
    assert.equal((await tryFrom(0, owner.password)).status, 200);
    for (let i = 1; i <= 30; i += 1) assert.equal((await tryFrom(i, `wrong-${i}`)).status, 401, `try ${i}`);
    assertTooMany(await tryFrom(31, 'wrong-again'));
    assertTooMany(await tryFrom(32, owner.password));
    const fromKnown = (password: string) =>
      shop.call('POST /api/auth/sign-in/email', {
        body: { email: owner.email, password },
        headers: { ...from('198.51.100.33'), cookie: known },
      });
    assert.equal((await fromKnown('wrong-once')).status, 401);
    assert.equal((await fromKnown(owner.password)).status, 200);
    const other = await shop.signUp();
    await proveAddressOf(shop.database.pool, other.email);
    const signInWith = (cookie: string, ip: string, person: typeof owner) =>
      shop.call('POST /api/auth/sign-in/email', {
        body: { email: person.email, password: person.password },
        headers: { ...from(ip), cookie },
      });
    const foreign = cookiesOf(await signIn('198.51.100.36', other.email, other.password));
    assertTooMany(await signInWith(foreign, '198.51.100.34', owner));
    const both = cookiesOf(await signInWith(known, '198.51.100.37', other));
    assert.equal((await signInWith(both, '198.51.100.38', owner)).status, 200);
  });

  test('counts wrong passwords of who changes theirs together with those of who signs in', async () => {
    const owner = await shop.signUp();
    const change = (i: number, currentPassword: string, newPassword = 'another one') =>
      shop.call('POST /api/auth/change-password', {
        body: { currentPassword, newPassword, email: 'other@example.com' },
        headers: { ...from(`203.0.113.${i}`), cookie: owner.cookie },
      });
    assert.equal((await change(0, owner.password, 'x')).status, 400);
    for (let i = 1; i < 30; i += 1) assert.equal((await change(i, `wrong-${i}`)).status, 400, `try ${i}`);
    assert.equal((await signIn('203.0.113.30', owner.email, 'wrong-again')).status, 401);
    assertTooMany(await change(31, 'wrong-again'));
    assertTooMany(await signIn('203.0.113.32', owner.email, owner.password));
  });

  test('blocks an address that tries one password on many accounts', async () => {
    assert.equal((await signIn('192.0.2.4', 'somebody@example.com', 'x12345')).status, 401);
    // As after 60 attempts, and long enough for a slow machine.
    await shop.database.pool.query("update rate_limits set empty_at = now() + interval '1 hour'");
    assertTooMany(await signIn('192.0.2.4', 'nobody@example.com', 'x12345'));
    assert.equal((await signIn('192.0.2.5', 'nobody@example.com', 'x12345')).status, 401);
  });

  test('counts a /64 of IPv6 as one client', async () => {
    const countCounters = async () => (await countersOfClients()).length;
    const tryFrom = (ip: string) => signIn(ip, 'nobody@example.com', 'x12345');
    assert.equal((await tryFrom('2001:db8:1:2::1')).status, 401);
    const ofOne = await countCounters();
    assert.ok(ofOne > 0);
    await tryFrom('2001:db8:1:2::2');
    await tryFrom('2001:db8:1:2:ffff::3');
    assert.equal(await countCounters(), ofOne);
    await tryFrom('2001:db8:1:3::1');
    assert.equal(await countCounters(), ofOne + 2, 'the account, the /56 and the /48 are the same');
  });

  test('allows a /48 of IPv6 what 16 clients may, however many addresses it has', async () => {
    const limits = createLimits(shop.database, {
      ...LIMITS,
      signUp: { counters: [{ by: 'client', burst: 2, every: 3_600 }] },
    });
    const tried = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        limits.count('signUp', { ip: `2001:db8:7:${(i << 8).toString(16)}::1` }),
      ),
    );
    assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 32);
    await limits.count('signUp', { ip: '2001:db8:8::1' });
  });

  test('limits documents by account', async () => {
    const buyer = await shop.signUp();
    const askFor = () =>
      shop.call('GET /credit-notes/CN-000001/credit-note.pdf', {
        token: buyer.token,
        headers: from('192.0.2.40'),
      });
    assert.equal((await askFor()).status, 404);
    const { id } = (await shop.database.pool.query('select id from users where email = $1', [buyer.email]))
      .rows[0];
    const { free } = LIMITS.document.counters[0]!;
    const others = createLimits(shop.database);
    for (let i = 0; i <= free; i += 1) await others.count('document', { ip: '192.0.2.41', account: id });
    // As after all that are allowed, and long enough for a slow machine.
    await shop.database.pool.query("update rate_limits set empty_at = now() + interval '1 hour'");
    let answer = await askFor();
    // Some are counted in the memory of the shop's process first.
    for (let i = 0; i < 2 * free && answer.status === 404; i += 1) answer = await askFor();
    assertTooMany(answer);
  });

  test('limits new accounts by client', async () => {
    const signUp = (name: string) =>
      shop.call('POST /api/auth/sign-up/email', {
        body: { name, email: `${name}@example.com`, password: 'bolt-7' },
        headers: from('192.0.2.6'),
      });
    assert.equal((await signUp('first')).status, 200);
    const others = createLimits(shop.database);
    for (let i = 1; i < 30; i += 1) await others.count('signUp', { ip: '192.0.2.6' });
    assertTooMany(await signUp('second'));
  });

  test('limits mails to reset a password by their recipient', async () => {
    const ask = (i: number) =>
      shop.call('POST /api/auth/request-password-reset', {
        body: { email: 'Someone@example.com' },
        headers: from(`192.0.2.${100 + i}`),
      });
    for (let i = 0; i < 5; i += 1) assert.notEqual((await ask(i)).status, 429);
    assertTooMany(await ask(5));
  });

  test('counts for an address only what mails it a link, by which its owner gets in while others guess', async () => {
    const victim = await shop.signUp();
    const stranger = await shop.signUp();
    const ask = (ip: string, body = {}) =>
      shop.call('POST /api/auth/request-password-reset', {
        body: { email: victim.email, ...body },
        headers: from(ip),
      });
    for (let i = 0; i < 5; i += 1) {
      const { status } = await shop.call('POST /api/auth/send-verification-email', {
        body: { email: victim.email },
        headers: { ...from(`192.0.2.${130 + i}`), cookie: stranger.cookie },
      });
      assert.equal(status, 400);
    }
    const limits = createLimits(shop.database);
    for (let i = 0; i < 20; i += 1)
      await limits.count('resetPassword', { ip: '192.0.2.140', account: `nobody-${i}` });
    for (let i = 0; i < 5; i += 1) assertTooMany(await ask('192.0.2.140'));
    for (let i = 0; i < 5; i += 1)
      assert.equal((await ask(`192.0.2.${150 + i}`, { redirectTo: 'https://evil.example' })).status, 403);

    for (let i = 0; i < 30; i += 1)
      await limits.count('signIn', { ip: `192.0.3.${i}`, account: victim.email });
    assertTooMany(await signIn('192.0.2.160', victim.email, victim.password));
    assert.equal((await ask('192.0.2.160')).status, 200);
    const { rows } = await shop.database.pool.query(
      "select facts from mails where kind = 'reset_password' and recipient = $1",
      [victim.email],
    );
    assert.equal(rows.length, 1);
    const reset = await shop.call('POST /api/auth/reset-password', {
      body: { token: rows[0].facts.token, newPassword: 'bolt-and-nut' },
      headers: from('192.0.2.160'),
    });
    assert.equal(reset.status, 200, JSON.stringify(reset.body));
    const back = await shop.call('POST /api/auth/sign-in/email', {
      body: { email: victim.email, password: 'bolt-and-nut' },
      headers: { ...from('192.0.2.160'), cookie: cookiesOf(reset) },
    });
    assert.equal(back.status, 200);
  });

  test('limits reviews by account, whatever the address', async () => {
    const buyer = await shop.signUp();
    const other = await shop.signUp();
    const review = (person: typeof buyer, i: number) =>
      shop.call('POST /reviews', {
        token: person.token,
        headers: { 'x-forwarded-for': `192.0.2.${i}` },
        body: { name: 'x', email: person.email, ratings: '5', description: 'Good' },
      });
    for (let i = 0; i < 20; i += 1) assert.equal((await review(buyer, i)).status, 201);
    assertTooMany(await review(buyer, 21));
    assert.equal((await review(other, 22)).status, 201);
  });

  test('lets a buyer order hundreds of times without counting in the database', async () => {
    const buyer = await shop.signUp();
    const admin = await shop.signInAdmin();
    const { insertedId: _id } = (
      await shop.call('POST /products', {
        token: admin.token,
        body: {
          name: 'Part',
          image: '/images/x.webp',
          shortDetails: 'd',
          minOrder: 100,
          available: 1e6,
          price: 1,
        },
      })
    ).body;
    const product = (await shop.call(`GET /products/${_id}`)).body;
    await proveAddressOf(shop.database.pool, buyer.email);
    await shop.database.pool.query('delete from rate_limits');
    for (let i = 0; i < 200; i += 1) {
      const { status } = await shop.call('POST /orders', {
        token: buyer.token,
        body: orderFor(product, buyer, product.minOrder),
      });
      assert.equal(status, 201);
    }
    assert.deepEqual(await countersOfClients(), []);
  });

  test('limits all requests of a client, except those of monitors', async (t) => {
    const asked = { 'x-forwarded-for': '192.0.2.9' };
    const ask = async (
      n: number,
      path: string,
      input: Parameters<TestShop['call']>[1] = { headers: asked },
    ) => {
      const answers: CallResult[] = [];
      for (let i = 0; i < n; i += 50)
        answers.push(...(await Promise.all(Array.from({ length: 50 }, () => shop.call(path, input)))));
      return answers;
    };
    // Time stands still, so that a slow machine is allowed no more than a fast one.
    let now = performance.now();
    t.mock.method(performance, 'now', () => now);
    const allowed = await ask(REQUESTS.burst, 'GET /products/unknown');
    assert.ok(allowed.every(({ status }) => status === 404));
    const refused = await ask(50, 'GET /products/unknown');
    assert.ok(refused.every(({ status }) => status === 429));
    assertTooMany(refused[0]!);
    assert.ok((await ask(50, 'GET /healthz')).every(({ status }) => status === 200));
    assert.equal((await shop.call('GET /products/unknown')).status, 404);

    // So are orders, without looking up who sent them. A second later some are allowed.
    now += 1000;
    const { mock } = t.mock.method(pg.Client.prototype, 'query');
    const headers = { ...asked, authorization: `Bearer ${'x'.repeat(43)}` };
    const orders = await ask(300, 'POST /orders', { headers, body: {} });
    const unknown = orders.filter(({ status }) => status === 401);
    assert.equal(unknown.length, 1 / REQUESTS.every);
    const lookedUp = mock.calls.flatMap(({ arguments: [statement] }) => {
      const { text, values } = statement as { text?: string; values?: string[] };
      return text?.includes('json_array_elements_text') ? JSON.parse(values![0]!) : [];
    });
    assert.equal(lookedUp.length, unknown.length);
  });
});

test('X-Forwarded-For is ignored without TRUST_PROXY', async () => {
  const shop = await startTestShop({ RATE_LIMITS: 'on' });
  try {
    const signIn = (ip: string) =>
      shop.call('POST /api/auth/sign-in/email', {
        body: { email: 'nobody@example.com', password: 'x12345' },
        headers: { origin: shop.origin, 'x-forwarded-for': ip, 'x-northbridge-client': ip },
      });
    for (let i = 0; i < 10; i += 1) assert.equal((await signIn(`192.0.2.${i}`)).status, 401);
    assert.equal((await signIn('192.0.2.99')).status, 429);
  } finally {
    await shop.close();
  }
});
