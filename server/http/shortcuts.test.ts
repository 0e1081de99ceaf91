import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { serverWithShortcuts } from './shortcuts.ts';

test('a client that goes on asking does not keep a closing shop from ending', {
  timeout: 20_000,
}, async (t) => {
  const quick = { name: 'quick', status: 200, headers: ['content-length', '5'], body: 'quick' };
  const app = fastify({
    serverFactory: serverWithShortcuts([({ url }) => (url === '/quick' ? quick : undefined)], {
      admit: () => true,
      newId: () => 'id',
      answered() {},
    }),
  });
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

test('the first shortcut that has something answers; what may not be answered is counted once and goes the usual way', async (t) => {
  const ready = (body: string) => () => ({ name: body, status: 200, headers: [], body });
  const asked = { admitted: 0, isAdmitted: true };
  const answered: string[] = [];
  const app = fastify({
    serverFactory: serverWithShortcuts([() => undefined, ready('first'), ready('second')], {
      admit() {
        asked.admitted += 1;
        return asked.isAdmitted;
      },
      newId: () => 'id',
      answered: (_request, _id, name) => answered.push(name),
    }),
  });
  t.after(() => app.close());
  app.get('/', () => 'usual');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => (await fetch(origin)).text();
  assert.equal(await ask(), 'first');
  asked.isAdmitted = false;
  assert.equal(await ask(), 'usual');
  assert.equal(asked.admitted, 2);
  assert.deepEqual(answered, ['first']);
});
