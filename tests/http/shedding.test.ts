import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { api, type CallName } from '#contract/api.ts';
import { shed } from '../../server/http/shedding.ts';
import { serverWithShortcuts } from '../../server/http/shortcuts.ts';

/** An app that can shed the calls `placeOrder` and `uploadImage`, and a record of the handled requests. */
async function startApp(t: TestContext) {
  const state = { isFull: true, isAdmitted: true };
  const reached: string[] = [];
  const answered: unknown[] = [];
  const surroundings = {
    admit: () => state.isAdmitted,
    newId: () => 'id-1',
    unsent() {},
    answered: (_request: unknown, id: string, name: string, status: number) =>
      answered.push([id, name, status]),
  };
  const calls: CallName[] = ['placeOrder', 'uploadImage'];
  const refuse = shed({ isFull: () => state.isFull, calls }, { 'x-frame-options': 'DENY' }, 100);
  const app = fastify({ serverFactory: serverWithShortcuts([refuse], surroundings) });
  t.after(() => app.close());
  app.addHook('onRequest', (incoming, _reply, done) => {
    reached.push(`${incoming.method} ${incoming.url}`);
    done();
  });
  for (const { method, path } of [api.placeOrder, api.uploadImage, api.listOrders])
    app.route({ method, url: path, handler: () => 'usual' });
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), state, reached, answered };
}

test('a call is refused before it reaches the app, as a problem with the usual headers', async (t) => {
  const { origin, reached, answered } = await startApp(t);
  const refused = await fetch(`${origin}/orders?x=1`, { method: 'POST', body: '{}' });
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  assert.equal(refused.headers.get('content-type'), 'application/problem+json');
  assert.equal(refused.headers.get('x-frame-options'), 'DENY');
  assert.equal(refused.headers.get('x-request-id'), 'id-1');
  assert.equal(((await refused.json()) as { code: string }).code, 'overloaded');
  assert.deepEqual(answered, [['id-1', 'placeOrder', 503]]);
  assert.deepEqual(reached, []);
});

test('a call with its own error format is refused in that format', async (t) => {
  const { origin } = await startApp(t);
  const refused = await fetch(origin + api.uploadImage.path, { method: 'POST' });
  assert.equal(refused.status, 503);
  assert.match(refused.headers.get('content-type')!, /^application\/json/);
  assert.equal(((await refused.json()) as { success: boolean }).success, false);
});

test('other requests are handled, and all of them once the shop is not overloaded', async (t) => {
  const { origin, state, reached } = await startApp(t);
  const ask = (path: string, method: string) => fetch(origin + path, { method });
  await ask('/orders', 'GET');
  await ask('/nowhere', 'POST');
  assert.deepEqual(reached, ['GET /orders', 'POST /nowhere']);
  state.isFull = false;
  await ask('/orders', 'POST');
  assert.equal(reached.at(-1), 'POST /orders');
});

test('a client over its rate limit gets the response of the rate limit', async (t) => {
  const { origin, state, reached } = await startApp(t);
  state.isAdmitted = false;
  await fetch(`${origin}/orders`, { method: 'POST' });
  assert.deepEqual(reached, ['POST /orders']);
});

test('after refusing a large body the connection takes the next request', async (t) => {
  const { origin, state } = await startApp(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const ports: (number | undefined)[] = [];
  const ask = (body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asking = request(`${origin}/orders`, { method: 'POST', agent }, (response) => {
        ports.push(response.socket.localPort);
        response.resume().on('end', () => resolve(response.statusCode));
      });
      asking.on('error', reject).end(body);
    });
  assert.equal(await ask('x'.repeat(3_000_000)), 503);
  state.isFull = false;
  assert.equal(await ask(''), 200);
  assert.equal(ports[0], ports[1]);
});
