import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ProblemSchema } from '#contract/kernel/problem.ts';
import { DEMO_ADMIN, DEMO_PASSWORD } from '../../server/accounts/demo.ts';
import { orderFor, startTestShop } from '../testing.ts';
import { until } from '../until.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const product = {
  name: 'Part',
  image: '/images/x.webp',
  shortDetails: 'd',
  minOrder: 100,
  available: 1000,
  price: 2,
};

describe('bad requests', () => {
  const cases: [
    name: string,
    body: unknown,
    headers: Record<string, string>,
    status: number,
    code: string,
  ][] = [
    ['broken JSON', '{"name": ', {}, 400, 'invalid_json'],
    ['lists within lists', `{"name": ${'['.repeat(40)}${']'.repeat(40)}}`, {}, 400, 'invalid_json'],
    ['brackets in a text', `{"name": "\\"${'['.repeat(40)}"}`, {}, 400, 'invalid_input'],
    ['no body', undefined, {}, 400, 'invalid_input'],
    ['an empty body announced as JSON', '', {}, 400, 'invalid_input'],
    ['an array', [product], {}, 400, 'invalid_input'],
    ['a prototype in the JSON', '{"__proto__": {"role": "admin"}}', {}, 400, 'invalid_json'],
    ['another media type', 'name=Part', { 'content-type': 'text/csv' }, 415, 'unsupported_media_type'],
    [
      'a form',
      'name=Part',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['a body over the limit', { ...product, shortDetails: 'x'.repeat(200_000) }, {}, 413, 'too_large'],
  ];
  for (const [name, body, headers, status, code] of cases) {
    test(`${name} answers ${status} as a problem and adds nothing`, async () => {
      const before = (await shop.call('GET /products')).body.length;
      const answer = await shop.call('POST /products', { token: admin.token, body, headers });
      assert.equal(answer.status, status);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(ProblemSchema.parse(answer.body).code, code);
      assert.equal((await shop.call('GET /products')).body.length, before);
    });
  }

  test('a field of the wrong type is an error and never coerced', async () => {
    for (const price of ['2', '0x64', 1e308, -1, 0, 1.005, null, [2], { value: 2 }]) {
      const answer = await shop.call('POST /products', { token: admin.token, body: { ...product, price } });
      assert.equal(answer.status, 400, `price ${JSON.stringify(price)}`);
      assert.equal(answer.body.errors[0].field, 'price');
    }
    for (const name of [1, ['Part'], { text: 'Part' }, 'a\u0000b']) {
      const answer = await shop.call('POST /products', { token: admin.token, body: { ...product, name } });
      assert.equal(answer.status, 400, `name ${JSON.stringify(name)}`);
    }
  });

  test('text that PostgreSQL cannot store is refused in addresses, queries and bodies', async () => {
    const { token } = admin;
    const bodies: [route: string, body?: unknown][] = [
      ['GET /admin/a%00b'],
      ['PUT /user/admin/a%00b'],
      ['DELETE /users/%00'],
      ['GET /orders?email=%00'],
      ['GET /events?kind=%00'],
      ['GET /events?person=a%00b'],
      ['POST /orders/00000000-0000-7000-8000-000000000000/refund', { reason: 'a\u0000b' }],
      ['POST /products', { ...product, name: 'half a pair \ud800' }],
      ['POST /reviews', { ratings: '5', description: '\udc00' }],
    ];
    for (const [route, body] of bodies) {
      const answer = await shop.call(route, { token, body });
      assert.equal(answer.status, 400, route);
      assert.equal(answer.body.errors[0].message, 'Contains a character that cannot be stored', route);
    }
  });

  test('a repeated query parameter is refused', async () => {
    assert.equal((await shop.call('GET /products?q=a&q=b')).status, 400);
  });

  test('an unknown path answers 404 as a problem', async () => {
    const answer = await shop.call('POST /nothing', { body: {} });
    assert.equal(answer.status, 404);
    assert.equal(answer.body.code, 'not_found');
  });
});

describe('same origin', () => {
  test('a write with a cookie is refused from another site and without an Origin', async () => {
    const { cookie, email } = admin;
    const exchange = (headers: Record<string, string>) =>
      shop.call(`PUT /user/${email}`, { body: { email }, headers: { cookie, ...headers } });
    assert.equal((await exchange({ origin: 'https://evil.example' })).status, 403);
    assert.equal((await exchange({ origin: 'http://localhost:1' })).status, 403);
    assert.equal((await exchange({})).status, 403);
    assert.equal((await exchange({ origin: shop.origin })).status, 200);
    assert.equal((await exchange({ origin: shop.origin.replace('127.0.0.1', 'localhost') })).status, 200);
  });
});

describe('outages', () => {
  test('without the database the shop answers 503, never 401, and recovers when it is back', async () => {
    const log: string[] = [];
    const own = await startTestShop({ LOG_LEVEL: 'warn' }, { logTo: { write: (line) => log.push(line) } });
    try {
      const { token, email } = await own.signUp();
      await own.database.setReachable(false);
      // Each of the pool's ten connections may fail once before one cannot be opened: only then is the database away.
      for (let call = 0; call <= 10; call += 1) {
        const answer = await own.call(`GET /orders?email=${email}`, { token });
        assert.equal(answer.status, 503);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      }
      assert.equal((await own.call('GET /readyz')).status, 503);
      assert.equal((await own.call('GET /healthz')).status, 200);
      assert.equal((await own.call('GET /products')).status, 200);
      await own.database.setReachable(true);
      // The pool may still hand out a terminated connection once.
      await until(async () => (await own.call(`GET /orders?email=${email}`, { token })).status === 200);
      assert.equal(log.filter((line) => line.includes('the database is back')).length, 1);
    } finally {
      await own.close();
    }
  });
});

const NO_ROOM = `
  create function refuse_row() returns trigger language plpgsql as $$ begin raise 'no space left' using errcode = '53100'; end $$;
  create function refuse_table() returns event_trigger language plpgsql as $$ begin raise 'no space left' using errcode = '53100'; end $$;
  create trigger no_room before insert on purchases execute function refuse_row();
  create trigger no_room before insert on sessions execute function refuse_row();
  create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_table();`;

describe('a full disk of the database', () => {
  test('orders are answered 503 with the time to wait, and the shop is not ready until there is room', async () => {
    const buyer = await shop.signUp();
    const { body: added } = await shop.call('POST /products', { token: admin.token, body: product });
    const { body: part } = await shop.call(`GET /products/${added.insertedId}`);
    const order = () => shop.call('POST /orders', { token: buyer.token, body: orderFor(part, buyer) });
    const { pool } = shop.database;
    await pool.query(NO_ROOM);
    try {
      assert.equal((await shop.call('GET /readyz')).status, 200);
      assert.match(await (await fetch(`${shop.origin}/metrics`)).text(), /^shop_database_has_room 1$/m);
      for (const full of [await order(), await shop.call('GET /readyz')]) {
        assert.deepEqual([full.status, full.body.code], [503, 'database_full']);
        assert.equal(full.headers.get('retry-after'), '30');
      }
      await until(async () =>
        /^shop_database_has_room 0$/m.test(await (await fetch(`${shop.origin}/metrics`)).text()),
      );
      const signIn = await shop.call('POST /api/auth/sign-in/email', {
        body: { email: DEMO_ADMIN.email, password: DEMO_PASSWORD },
        headers: { origin: shop.origin },
      });
      assert.deepEqual([signIn.status, signIn.headers.get('retry-after')], [503, '30']);
    } finally {
      await pool.query(
        'drop event trigger no_room; drop trigger no_room on purchases; drop trigger no_room on sessions',
      );
    }
    assert.equal((await shop.call('GET /readyz')).status, 200);
    assert.equal((await order()).status, 201);
  });
});

describe('documents', () => {
  test('/openapi.json describes every call, /docs shows it', async () => {
    const { body } = await shop.call('GET /openapi.json');
    assert.equal(body.openapi, '3.1.0');
    assert.deepEqual(Object.keys(body.paths['/products/{id}']), ['get', 'patch', 'delete']);
    assert.equal((await fetch(`${shop.origin}/docs/`)).status, 200);
  });
});
