import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { type Shortcut, serverWithShortcuts } from './shortcuts.ts';

test('a client that goes on asking does not keep a closing shop from ending', {
  timeout: 20_000,
}, async (t) => {
  const quick = { name: 'quick', status: 200, headers: ['content-length', '5'], body: 'quick' };
  const app = fastify({
    serverFactory: serverWithShortcuts([({ url }) => (url === '/quick' ? quick : undefined)], {
      admit: () => true,
      newId: () => 'id',
      unsent() {},
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
      unsent() {},
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

test('an answer is held when the system does not take it at once, and when it waits behind another; otherwise it is not', async (t) => {
  const bodies: Record<string, string | Buffer> = {
    '/text': 'text',
    '/bytes': Buffer.alloc(10_000),
    // More than the system takes for a connection whose other end does not read.
    '/large': Buffer.alloc(12 * 1024 * 1024),
  };
  const held: string[] = [];
  const answered = new Map<string, () => void>();
  const shortcut: Shortcut = ({ url }) => {
    const body = bodies[url!];
    if (body === undefined) return undefined;
    return { name: url!, status: 200, headers: ['content-length', String(body.length)], body };
  };
  const app = fastify({
    serverFactory: serverWithShortcuts([shortcut], {
      admit: () => true,
      newId: () => 'id',
      unsent: ({ url }) => held.push(url!),
      answered: (_request, _id, name) => answered.get(name)?.(),
    }),
  });
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const asked = Promise.withResolvers<void>();
  // Never answered.
  app.get('/slow', () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const answers = (name: string) => new Promise<void>((resolve) => answered.set(name, resolve));
  const ignore = (...paths: string[]) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => {}).pause();
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  };

  for (const path of ['/text', '/bytes']) {
    assert.equal((await (await fetch(origin + path)).bytes()).length, bodies[path]!.length);
  }
  assert.deepEqual(held, []);

  const large = answers('/large');
  ignore('/large');
  await large;
  assert.deepEqual(held, ['/large']);

  const both = [asked.promise, answers('/text')];
  ignore('/slow', '/text');
  await Promise.all(both);
  assert.deepEqual(held, ['/large', '/text']);
});
