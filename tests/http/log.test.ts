import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { toLoggedError, toLoggedPath } from '../../server/ground/handling/log.ts';
import { confirmPayment, intentIdOf } from '../fixtures/payments.ts';
import { orderFor, startTestShop, type TestShop } from '../testing.ts';

describe('the log', () => {
  let shop: TestShop;
  let text = '';
  before(async () => {
    const logTo = {
      write(line: string) {
        text += line;
      },
    };
    // No mail server: the mails stay in the outbox with their links.
    shop = await startTestShop({ LOG_LEVEL: 'trace', SMTP_URL: 'smtp://127.0.0.1:9' }, { logTo });
  });
  after(() => shop.close());

  test('reports holds that could not be extended when an address was confirmed; the address is confirmed anyway', async () => {
    const buyer = await shop.signUp();
    const { pool } = shop.database;
    const { rows } = await pool.query(
      "select facts->>'token' as token from mails where kind = 'verify_address' and recipient = $1",
      [buyer.email],
    );
    await pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no holds today'; end $$;
      create trigger fails before update on purchases for each statement execute function fail()`);
    try {
      const headers = { origin: shop.origin, cookie: buyer.cookie };
      const { status } = await shop.call(`GET /api/auth/verify-email?token=${rows[0].token}`, { headers });
      assert.equal(status, 200);
    } finally {
      await pool.query('drop function fail() cascade');
    }
    const line = text
      .split('\n')
      .find((one) => one.includes('what follows an address being proven has failed'));
    assert.match(line!, /no holds today/);
    assert.match(line!, /"reqId"/);
    assert.ok(!line!.includes(buyer.email));
  });

  test('covers a whole journey and its errors without secrets and personal data', async () => {
    const headers = { origin: shop.origin };
    const buyer = await shop.signUp('Very Unusual Name');
    const admin = await shop.signInAdmin();
    const wrong = { email: buyer.email, password: 'a wrong guess' };
    await shop.call('POST /api/auth/sign-in/email', { body: wrong, headers });

    const product = (await shop.call('GET /products')).body[0];
    const placed = await shop.call('POST /orders', {
      token: buyer.token,
      headers: { 'idempotency-key': 'a-key-of-the-buyer' },
      body: { ...orderFor(product, buyer), shippingAdd: '77 Hidden Harbour', phone: '+1 555 987 6543' },
    });
    assert.equal(placed.status, 201);
    const order = (await shop.call(`GET /orders/${placed.body.insertedId}`, { token: buyer.token })).body;
    const intent = await shop.call('POST /create-payment-intent', {
      token: buyer.token,
      body: { price: order.total, orderId: order._id },
    });
    const { clientSecret } = intent.body;
    const { body: config } = await shop.call('GET /config');
    await confirmPayment(shop.origin, config.stripe.publishableKey, clientSecret, '4242424242424242');
    const paid = await shop.call(`PATCH /orders/${order._id}`, {
      token: buyer.token,
      body: { order: order.productName, transactionId: intentIdOf(clientSecret) },
    });
    assert.equal(paid.status, 200);

    await shop.call('POST /webhooks/stripe', {
      body: { type: 'x', data: { object: { receipt_email: buyer.email } } },
      headers: { 'stripe-signature': 't=1,v1=deadbeefsignature' },
    });
    await shop.call('POST /images', { token: admin.token, body: 'no picture' });
    await shop.call(`GET /orders?email=${encodeURIComponent(buyer.email)}`, { token: buyer.token });
    await shop.call(`GET /admin/${buyer.email}`, { token: buyer.token });
    await shop.call('POST /api/auth/request-password-reset', { body: { email: buyer.email }, headers });
    const { rows } = await shop.database.pool.query(
      "select facts->>'token' as token from mails where kind in ('reset_password', 'verify_address')",
    );
    assert.ok(rows.length > 0 && rows.every(({ token }) => token));
    for (const { token } of rows) {
      await shop.call(`GET /api/auth/reset-password/${token}?callbackURL=/login`);
      await shop.call(`GET /api/auth/verify-email?token=${token}`);
    }
    await shop.call(`GET /api/auth/callback/google?code=codefromgoogle&state=${'s'.repeat(32)}`);

    // Errors: one whose PostgreSQL message contains the row, and an outage.
    await shop.database.pool.query("alter table reviews add check (description <> 'break the call')");
    const review = { name: 'x', email: buyer.email, ratings: '5', description: 'break the call' };
    assert.equal((await shop.call('POST /reviews', { token: buyer.token, body: review })).status, 500);
    await shop.database.setReachable(false);
    await shop.call('GET /orders', { token: buyer.token });
    const printed = mock.method(console, 'error', () => {});
    const { status } = await shop.call('POST /api/auth/sign-in/email', { body: wrong, headers });
    assert.equal(status, 503);
    // The sign-in provider writes to the log only.
    assert.equal(printed.mock.callCount(), 0);
    printed.mock.restore();
    await shop.database.setReachable(true);

    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(lines.some(({ req }) => req?.path === '/orders' && req.method === 'POST'));
    for (const { req } of lines.filter((line) => line.req))
      assert.deepEqual(Object.keys(req), ['method', 'path']);
    assert.ok(lines.some(({ err }) => err?.stack.includes('insertReview')));
    const secrets: Record<string, string> = {
      password: buyer.password,
      guess: wrong.password,
      'demo password': 'northbridge"',
      accessToken: buyer.token,
      'admin’s accessToken': admin.token,
      cookie: buyer.cookie.split('=')[1]!,
      'card number': '4242424242424242',
      'client secret': clientSecret,
      'payment signature': 'deadbeefsignature',
      'code of Google': 'codefromgoogle',
      email: buyer.email,
      'email in an address': encodeURIComponent(buyer.email),
      'admin’s email': admin.email,
      name: buyer.name,
      'shipping address': 'Hidden Harbour',
      phone: '555 987 6543',
      'what was written': 'break the call',
    };
    rows.forEach(({ token }, index) => {
      secrets[`mailed link ${index + 1}`] = token;
    });
    const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
    assert.deepEqual(
      found.map(([what]) => what),
      [],
    );
  });
});

test('a path is logged without email addresses, secrets and query', () => {
  const id = '01a1fc2d-2ef2-7000-939f-89d97e07d69e';
  assert.equal(toLoggedPath(`/orders/${id}/history?x=1`), `/orders/${id}/history`);
  assert.equal(toLoggedPath('/user/admin/a%40b.com'), '/user/admin/:email');
  assert.equal(
    toLoggedPath(`/api/auth/reset-password/${'k'.repeat(24)}`),
    '/api/auth/reset-password/:hidden',
  );
  assert.equal(toLoggedPath('/images/fan-120-pwm-and-more.webp'), '/images/fan-120-pwm-and-more.webp');
});

test('an error is logged with its message and stack, and no other property', () => {
  const error = Object.assign(new Error('no such user: jane.doe@example.com'), {
    detail: 'Key (phone)=(+1 555) exists',
    code: '23505',
    cause: new Error('of a%40b.com'),
  });
  const told = JSON.stringify(toLoggedError(error));
  assert.match(told, /no such user: \[email\]/);
  assert.match(told, /23505/);
  assert.doesNotMatch(told, /jane|555|a%40b/);
});

test('email addresses are removed from a message wherever they are, and nothing else is', () => {
  const told = (message: string) => toLoggedError(new Error(message)).message;
  assert.equal(
    told('a.b+c@x-y.example.com, "d%40e.org" and <f@g.com>.'),
    '[email], "[email]" and <[email]>.',
  );
  assert.equal(told('@ no@host 5 @ 7, a@@b.c user@'), '@ no@host 5 @ 7, a@@b.c user@');
  assert.equal(told('x@y.zz@y.zz'), '[email]@y.zz');
});
