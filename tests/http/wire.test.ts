import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import fastify from 'fastify';
import { ProblemSchema } from '#contract/kernel/problem.ts';
import { limitWire, WIRE_LIMITS } from '../../server/http/wire.ts';
import { startTestShop, type TestShop } from '../testing.ts';
import { until } from '../until.ts';

// The usual timeouts: on a slow machine the tests' requests may exceed the short ones of `hasty`.
const shop = await startTestShop({}, { wire: { connections: 20 } });
after(() => shop.close());

/** A raw TCP connection. */
function open(origin = shop.origin): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  // These tests expect resets.
  socket.on('error', () => {});
  return socket;
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

/** Returns everything received until the connection is closed. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  await closed(socket);
  return text;
}

/** Sends a piece every few milliseconds until the connection is closed. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Returns the status and the problem of a raw response. */
function parse(answer: string): { status: number; code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, /^content-type: application\/problem\+json/im);
  return { status: Number(head.split(' ')[1]), code: ProblemSchema.parse(JSON.parse(body)).code };
}

describe('slow clients are disconnected', () => {
  let hasty: TestShop;
  before(async () => {
    hasty = await startTestShop({}, { wire: { headersWithin: 300, requestWithin: 2_000, lookEvery: 50 } });
  });
  after(() => hasty.close());

  test('with endless headers, earlier than those with a slow body', async () => {
    const ended: string[] = [];
    const slowBody = open(hasty.origin);
    // A call that reads its body before authentication.
    slowBody.write('POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n');
    drip(slowBody, ' ');
    const slowHeaders = open(hasty.origin);
    slowHeaders.write('GET /products HTTP/1.1\r\nHost: x\r\n');
    drip(slowHeaders, 'X-More: 1\r\n');
    const answers = await Promise.all([
      readAll(slowHeaders).finally(() => ended.push('headers')),
      readAll(slowBody).finally(() => ended.push('body')),
    ]);
    for (const answer of answers) assert.deepEqual(parse(answer), { status: 408, code: 'request_timeout' });
    assert.deepEqual(ended, ['headers', 'body']);
  });

  test('that send nothing', async () => {
    assert.deepEqual(parse(await readAll(open(hasty.origin))), { status: 408, code: 'request_timeout' });
  });

  test('that never read the response', async () => {
    const impatient = await startTestShop({}, { wire: { idleFor: 1_200 } });
    try {
      const socket = open(impatient.origin);
      socket.pause();
      const ask = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
      // More than the socket buffers hold.
      socket.write(ask.repeat(1_000));
      drip(socket, ask);
      await closed(socket);
    } finally {
      await impatient.close();
    }
  });
});

describe('limits of a request', () => {
  const get = async (path: string, headers = '') => {
    const socket = open();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
    return readAll(socket);
  };

  test('headers of 16 KB', async () => {
    assert.match(await get('/healthz', `X-Long: ${'x'.repeat(15_000)}\r\n`), /^HTTP\/1.1 200/);
    assert.deepEqual(parse(await get('/healthz', `X-Long: ${'x'.repeat(17_000)}\r\n`)), {
      status: 431,
      code: 'headers_too_large',
    });
  });

  test('100 headers', async () => {
    const headers = (n: number) => Array.from({ length: n }, (_, i) => `X-${i}: 1\r\n`).join('');
    assert.match(await get('/healthz', headers(98)), /^HTTP\/1.1 200/);
    assert.equal(parse(await get('/healthz', headers(99))).status, 431);
    assert.equal(parse(await get('/healthz', headers(1_500))).status, 431);
  });

  test('an address of 4,096 characters', async () => {
    assert.match(await get(`/healthz?${'q'.repeat(4_000)}`), /^HTTP\/1.1 200/);
    assert.deepEqual(parse(await get(`/healthz?${'q'.repeat(4_096)}`)), {
      status: 414,
      code: 'url_too_long',
    });
  });

  test('not HTTP', async () => {
    const socket = open();
    socket.write('SSH-2.0-client\r\n\r\n');
    assert.deepEqual(parse(await readAll(socket)), { status: 400, code: 'broken_request' });
  });

  test('a body of 100 KB, with or without Content-Length', async () => {
    const { token } = await shop.signUp();
    const post = async (head: string, body: string) => {
      const socket = open();
      socket.write(
        `POST /reviews HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`,
      );
      return parse(await readAll(socket));
    };
    const large = 'x'.repeat(120_000);
    const expected = { status: 413, code: 'too_large' };
    assert.deepEqual(await post('Content-Length: 120000', large), expected);
    assert.deepEqual(
      await post('Transfer-Encoding: chunked', `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`),
      expected,
    );
  });
});

test('connections over the limit are closed, and the others are served', async () => {
  const held: Socket[] = [];
  const keepAlive = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  for (let i = 0; i < 30; i += 1) {
    const socket = open();
    held.push(socket);
    socket.write(keepAlive);
  }
  const isServed = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
  const served = await Promise.all(held.map(isServed));
  const count = served.filter(Boolean).length;
  assert.ok(count > 0 && count <= 20, `${count} connections were served`);
  for (const socket of held) socket.destroy();
  await until(async () => {
    const socket = open();
    socket.write(keepAlive.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    return (await readAll(socket)).startsWith('HTTP/1.1 200');
  });
});

test('a closing server does not wait for an unfinished request', {
  timeout: 20_000,
}, async () => {
  const app = fastify();
  limitWire(app, { ...WIRE_LIMITS, closeWithin: 100 }, undefined);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.on('error', () => {});
  const arrived = once(app.server, 'connection');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const [accepted] = (await arrived) as [Socket];
  while (accepted.bytesRead === 0) await new Promise((resolve) => setImmediate(resolve));
  await app.close();
});

test('a closing server closes the connection after the last response without waiting for keep-alive to end', {
  timeout: 20_000,
}, async () => {
  const app = fastify();
  limitWire(app, WIRE_LIMITS, undefined);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  app.get('/', async () => {
    asked.resolve();
    await held.promise;
    return 'answered';
  });
  const answer = fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
  await asked.promise;
  const closing = app.close();
  // close() ends idle connections at once; this one becomes idle afterwards.
  await until(async () => !app.server.listening);
  held.resolve();
  assert.equal(await (await answer).text(), 'answered');
  await closing;
});

for (const [who, trustProxy, expected] of [
  ['a client has its share of the connections', undefined, 5],
  ['a proxy that is believed has no share: it speaks for many', ['loopback'], 20],
] as const) {
  test(who, async (t) => {
    const app = fastify();
    limitWire(app, { ...WIRE_LIMITS, connectionsOfClient: 5 }, trustProxy && [...trustProxy]);
    app.get('/', () => 'answered');
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const openAll = () =>
      Array.from({ length: 20 }, () => {
        const socket = connect({ host: '127.0.0.1', port: Number(port) }).on('error', () => {});
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
        return socket;
      });
    const countServed = async (sockets: Socket[]) => {
      const served = await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<boolean>((resolve) => {
              socket.once('data', () => resolve(true)).once('close', () => resolve(false));
            }),
        ),
      );
      return served.filter(Boolean).length;
    };
    const first = openAll();
    t.after(async () => {
      app.server.closeAllConnections();
      await app.close();
    });
    assert.equal(await countServed(first), expected);
    for (const socket of first) socket.destroy();
    // The connections count until the server sees them closed.
    await until(async () => {
      const again = openAll();
      const served = await countServed(again);
      for (const socket of again) socket.destroy();
      return served === expected;
    });
  });
}

test('all clients of an IPv6 /48 together have half of the connections', async (t) => {
  const app = fastify();
  limitWire(app, { ...WIRE_LIMITS, connections: 12, connectionsOfClient: 2 }, undefined);
  await app.ready();
  t.after(() => app.close());
  const sockets = Array.from({ length: 10 }, (_, subscriber) =>
    // Node's server takes any stream as a connection.
    Object.assign(new Duplex({ read() {} }), { remoteAddress: `2001:db8:1:${subscriber}00::1` }),
  );
  for (const socket of sockets) app.server.emit('connection', socket);
  assert.equal(sockets.filter(({ destroyed }) => !destroyed).length, 6);
  const other = Object.assign(new Duplex({ read() {} }), { remoteAddress: '2001:db8:2::1' });
  app.server.emit('connection', other);
  assert.equal(other.destroyed, false);
  for (const socket of [...sockets, other]) socket.destroy();
});
