import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { readEnv } from '../../server/ground/env.ts';
import { Drain } from '../../server/http/drain.ts';
import { serverWithShortcuts } from '../../server/http/shortcuts.ts';
import { startShop } from '../../server/start.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { until } from '../until.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
after(() => agent.destroy());

/** Asks on one connection for as long as the server keeps it. */
async function ask(url: string): Promise<{ status: number; isKept: boolean; body: string }> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode!, isKept: answer.headers.connection !== 'close', body };
}

test('a shop that drains is not ready, serves everything else, and ends each connection with its answer', async () => {
  const database = await createTestDatabase({ demo: true });
  const shop = await startShop(
    readEnv({ DATABASE_URL: database.url, SANDBOX: '1', DEMO_HISTORY: '0', PORT: '0', LOG_LEVEL: 'silent' }),
    { withoutPages: true },
  );
  try {
    // Twice, so that the second one is answered from memory.
    for (const _ of [1, 2]) {
      const before = await ask(`${shop.origin}/products?limit=1`);
      assert.deepEqual([before.status, before.isKept], [200, true]);
    }
    assert.equal((await ask(`${shop.origin}/readyz`)).status, 200);
    shop.drain();
    const { status, body } = await ask(`${shop.origin}/readyz`);
    assert.deepEqual([status, JSON.parse(body).code], [503, 'stopping']);
    for (const path of ['/products?limit=1', '/healthz', '/config']) {
      const served = await ask(shop.origin + path);
      assert.deepEqual([served.status, served.isKept], [200, false], path);
    }
  } finally {
    await shop.close();
    await database.drop();
  }
});

test('answers that are sent without the app end their connections, too', async () => {
  const drain = new Drain();
  const app = fastify({
    serverFactory: serverWithShortcuts(
      [() => ({ name: 'quick', status: 200, headers: ['content-length', '5'], body: 'quick' })],
      { admit: () => true, newId: () => 'id', answered() {} },
    ),
  });
  drain.endConnections(app.server);
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    assert.deepEqual(await ask(origin), { status: 200, isKept: true, body: 'quick' });
    drain.begin();
    assert.deepEqual(await ask(origin), { status: 200, isKept: false, body: 'quick' });
  } finally {
    await app.close();
  }
});

test('a request that has begun to arrive is served although the shop closes meanwhile', {
  timeout: 60_000,
}, async () => {
  const database = await createTestDatabase({ demo: true });
  const shop = await startShop(
    readEnv({ DATABASE_URL: database.url, SANDBOX: '1', DEMO_HISTORY: '0', PORT: '0', LOG_LEVEL: 'silent' }),
    { withoutPages: true },
  );
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(shop.origin).port) });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const ended = once(socket, 'close');
  // The part of a second request keeps the connection when the first is answered.
  const request = 'GET /healthz HTTP/1.1\r\nhost: x\r\n';
  socket.write(`${request}\r\n${request}`);
  await once(socket, 'data');
  const closing = shop.close();
  await until(() =>
    fetch(shop.origin).then(
      () => false,
      () => true,
    ),
  );
  socket.write('\r\n');
  await Promise.all([ended, closing]);
  await database.drop();
  assert.equal(heard.match(/HTTP\/1\.1 200 /g)?.length, 2, heard);
});
