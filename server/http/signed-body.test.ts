import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { until } from '../../tests/until.ts';
import { answerError } from './errors.ts';
import { SignedBodies, type SignedBodyLimits } from './signed-body.ts';

const KB = 1000;
const STRANGER = '192.0.2.1';
const PROVIDER = '198.51.100.7';

/** A server that answers with what it has read. What has the header `signed` may be signed. */
async function serve(limits: Partial<SignedBodyLimits> = {}) {
  const bodies = new SignedBodies({
    usual: 10 * KB,
    most: 100 * KB,
    together: 400 * KB,
    slow: 60_000,
    within: 60_000,
    ...limits,
  });
  const app: FastifyInstance = fastify({ trustProxy: ['127.0.0.1'] });
  app.setErrorHandler(answerError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    return bodies.read(request, payload, request.headers.signed !== undefined);
  });
  app.post('/', (request) => request.body as Buffer);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const sockets: Socket[] = [];

  /** Sends the head of a request, and as much of its body as `sent`. */
  function begin(sent: number, { from = STRANGER, isSigned = true, length = 0 } = {}) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    const answer = { status: 0 };
    socket.on('data', (data) => {
      answer.status ||= Number(String(data).split(' ')[1]);
    });
    const head = [
      'POST / HTTP/1.1',
      'host: x',
      'content-type: text/plain',
      `x-forwarded-for: ${from}`,
      ...(isSigned ? ['signed: 1'] : []),
      length ? `content-length: ${length}` : 'transfer-encoding: chunked',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const write = (bytes: number) =>
      socket.write(length ? 'x'.repeat(bytes) : `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`);
    write(sent);
    return { socket, answer, write };
  }

  async function post(
    body: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string }> {
    const all = { 'content-type': 'text/plain', 'x-forwarded-for': PROVIDER, ...headers };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: all, body });
    return { status: response.status, text: await response.text() };
  }

  return {
    bodies,
    begin,
    post,
    async close() {
      for (const socket of sockets) socket.destroy();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

describe('bodies whose signature is checked once they are whole', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  before(async () => {
    server = await serve();
  });
  after(() => server.close());

  test('come as they were sent, and above the usual size only where they may be signed', async () => {
    const text = Array.from({ length: 99 * KB }, (_, n) => n % 10).join('');
    assert.deepEqual(await server.post(text, { signed: '1' }), { status: 200, text });
    assert.equal((await server.post('x'.repeat(10 * KB), {})).status, 200);
    assert.equal((await server.post('x'.repeat(10 * KB + 1), {})).status, 413);
    assert.equal((await server.post('x'.repeat(100 * KB + 1), { signed: '1' })).status, 413);
    assert.equal(server.bodies.bytes, 0);
  });

  test('are refused at the byte that is one too many, also when no length was announced', async () => {
    const { answer, write } = server.begin(10 * KB, { isSigned: false });
    write(1);
    await until(async () => answer.status === 413);
    const signed = server.begin(100 * KB);
    await until(async () => server.bodies.bytes === 100 * KB);
    signed.write(1);
    await until(async () => signed.answer.status === 413);
    assert.equal(server.bodies.bytes, 0);
  });

  test('are refused by an announced length before they have come', async () => {
    const { answer } = server.begin(1, { isSigned: false, length: 10 * KB + 1 });
    await until(async () => answer.status === 413);
  });

  test('hold nothing while they are of the usual size, and nothing once their client is gone', async () => {
    const small = Array.from({ length: 60 }, () => server.begin(10 * KB));
    const large = server.begin(11 * KB);
    await until(async () => server.bodies.bytes > 0);
    assert.ok(server.bodies.bytes <= 22 * KB, String(server.bodies.bytes));
    large.socket.destroy();
    await until(async () => server.bodies.bytes === 0);
    for (const { answer, socket } of small) {
      assert.equal(answer.status, 0);
      socket.destroy();
    }
  });

  for (const [whose, from] of [
    ['another client', PROVIDER],
    ['the same client', STRANGER],
  ] as const)
    test(`a large body of ${whose} is taken in while strangers hold all there is: they lose their oldest`, async () => {
      const strangers: ReturnType<typeof server.begin>[] = [];
      for (let n = 1; n <= 4; n += 1) {
        strangers.push(server.begin(99 * KB));
        await until(async () => server.bodies.bytes >= n * 99 * KB);
      }
      const text = 'y'.repeat(80 * KB);
      assert.deepEqual(await server.post(text, { signed: '1', 'x-forwarded-for': from }), {
        status: 200,
        text,
      });
      await until(async () => strangers[0]!.answer.status === 503);
      assert.deepEqual(
        strangers.map(({ answer }) => answer.status),
        [503, 0, 0, 0],
      );
      for (const { socket } of strangers) socket.destroy();
      await until(async () => server.bodies.bytes === 0);
    });

  test('a slow body stays while a client that holds more sends on', async () => {
    const slow = server.begin(90 * KB, { from: PROVIDER });
    await until(async () => server.bodies.bytes >= 90 * KB);
    const strangers = Array.from({ length: 20 }, () => server.begin(99 * KB));
    await until(async () => strangers.filter(({ answer }) => answer.status === 503).length >= 17);
    assert.ok(server.bodies.bytes <= 400 * KB);
    slow.socket.write('0\r\n\r\n');
    await until(async () => slow.answer.status === 200);
    for (const { socket } of strangers) socket.destroy();
    await until(async () => server.bodies.bytes === 0);
  });
});

test('a large body stays although it is the largest while slower ones hold a little each', async () => {
  const patient = await serve({ slow: 0 });
  try {
    const slow: { status: number }[] = [];
    const ended = () => slow.filter(({ status }) => status === 503).length;
    const begin = async () => {
      const before = [patient.bodies.bytes, ended()].join();
      slow.push(patient.begin(11 * KB, { from: `203.0.113.${slow.length}` }).answer);
      await until(async () => [patient.bodies.bytes, ended()].join() !== before);
    };
    while (patient.bodies.bytes < 280 * KB) await begin();
    const provider = patient.begin(90 * KB, { from: PROVIDER });
    await until(async () => patient.bodies.bytes >= 370 * KB);
    while (ended() < 3) await begin();
    assert.equal(provider.answer.status, 0);
    provider.socket.write('0\r\n\r\n');
    await until(async () => provider.answer.status === 200);
  } finally {
    await patient.close();
  }
});

test('a body that is not whole in time is answered 408, and its connection closed', async () => {
  const hasty = await serve({ within: 100 });
  try {
    const slow = [
      hasty.begin(1, { isSigned: false }),
      hasty.begin(50 * KB),
      hasty.begin(50 * KB, { length: 60 * KB }),
    ];
    await until(async () => slow.every(({ socket }) => socket.closed));
    assert.deepEqual(
      slow.map(({ answer }) => answer.status),
      [408, 408, 408],
    );
    assert.equal(hasty.bodies.bytes, 0);
  } finally {
    await hasty.close();
  }
});
