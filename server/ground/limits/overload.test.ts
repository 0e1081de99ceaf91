import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api, callNames } from '#contract/api.ts';
import type { Call } from '#contract/kernel/call.ts';
import { ProblemSchema } from '#contract/kernel/problem.ts';
import { startTestShop } from '../../../tests/testing.ts';
import { until } from '../../../tests/until.ts';
import { isLight, isVital } from './rules.ts';

const MOST = 4;
const lines: { msg: string; reqId?: string }[] = [];

/** Ids of requests that reached the app. */
const reached = () =>
  new Set(lines.filter(({ msg }) => msg === 'incoming request').map(({ reqId }) => reqId));

const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
const shop = await startTestShop({ LOG_LEVEL: 'info' }, { bounds: { calls: MOST }, logTo });
after(() => shop.close());

test('at full load the shop answers 503 to further requests, stays alive, and recovers at once', async () => {
  const holder = await shop.database.pool.connect();
  await holder.query('begin; lock table reviews in access exclusive mode');
  const held = Array.from({ length: MOST }, () => shop.call('GET /reviews'));
  await shop.database.untilWaiting(MOST);

  const session = await shop.call('GET /api/auth/get-session');
  assert.equal(session.status, 503);
  assert.equal(session.body.code, 'OVERLOADED');
  for (const name of callNames) {
    const { route, method, errorBody }: Call = api[name];
    if (isVital(name) || isLight(name)) continue;
    // The longest path segment that the app accepts.
    for (const path of [route.replace(/:\w+/g, 'x'), route.replace(/:\w+/g, 'x'.repeat(300))]) {
      const refused = await shop.call(path, { token: 'x'.repeat(43) });
      assert.equal(refused.status, 503, path);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      if (!errorBody) assert.equal(ProblemSchema.parse(refused.body).code, 'overloaded');
      assert.ok(!reached().has(refused.headers.get('x-request-id')!), `${path} has come to the app`);
    }
    if (method !== 'GET') continue;
    const head = await fetch(shop.origin + route.slice(4).replace(/:\w+/g, 'x'), { method: 'HEAD' });
    assert.equal(head.status, 503, `HEAD of ${route}`);
    assert.ok(!reached().has(head.headers.get('x-request-id')!));
  }
  for (const route of ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /products', 'GET /config']) {
    assert.equal((await shop.call(route)).status, 200, route);
  }

  await holder.query('rollback');
  holder.release();
  assert.deepEqual(
    (await Promise.all(held)).map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal((await shop.call('GET /reviews')).status, 200);
});

test('requests that wait for news of a list use no capacity', async () => {
  const { token } = await shop.signUp();
  await shop.call('GET /lists/cart', { token });
  const waiting: ReturnType<typeof shop.call>[] = [];
  for (let n = 0; n < 2 * MOST; n += 1) {
    const before = reached().size;
    waiting.push(shop.call('GET /lists/cart?after=0', { token }));
    await until(async () => reached().size > before);
    // Until it waits it is in work.
    await until(async () => (await shop.call('GET /reviews')).status === 200);
  }
  const line = { _id: '0199e1a3-40d2-7000-a7f5-91c8e0b6d372', position: 1 };
  const change = { token, body: { version: 0, ops: [{ op: 'put', line }] } };
  assert.equal((await shop.call('PATCH /lists/cart', change)).status, 200);
  for (const { status, body } of await Promise.all(waiting))
    assert.deepEqual([status, body.version], [200, 1]);
});

test('bodies that are still arriving use no capacity', async () => {
  const { token } = await shop.signUp();
  const sending = Array.from({ length: 3 * MOST }, () => {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('}'));
          controller.close();
        };
      },
    });
    const answer = fetch(`${shop.origin}/reviews`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    return { finish, answer };
  });
  // Their caller is looked up first, which is work. Then they only wait, and 20 others are answered meanwhile.
  let inARow = 0;
  await until(async () => {
    inARow = (await shop.call('GET /reviews')).status === 200 ? inARow + 1 : 0;
    return inARow === 20;
  });
  for (const { finish } of sending) finish();
  for (const { answer } of sending) {
    const { status } = await answer;
    assert.ok(status === 400 || status === 503, `answered ${status}`);
  }
  assert.equal((await shop.call('GET /reviews')).status, 200);
});
