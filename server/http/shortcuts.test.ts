import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { mountShortcuts } from './shortcuts.ts';

test('a client that goes on asking does not keep a closing shop from ending', {
  timeout: 20_000,
}, async (t) => {
  const app = fastify();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  app.get('/slow', async () => {
    isAsked();
    await held;
    return 'slow';
  });
  const quick = { name: 'quick', status: 200, headers: ['content-length', '5'], body: 'quick' };
  mountShortcuts(app, [({ url }) => (url === '/quick' ? quick : undefined)], {
    admit: () => true,
    newId: () => 'id',
    answered() {},
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => {
    heard ||= String(chunk);
    // As a proxy would: the next request as soon as the one before is answered.
    socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
  });
  socket.on('error', () => {});
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked;
  const closing = app.close();
  // So that it is closing when the answer comes.
  await new Promise((resolve) => setImmediate(resolve));
  release();
  await Promise.all([closing, once(socket, 'close')]);
  assert.match(heard, /slow/);
});
