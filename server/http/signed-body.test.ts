import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { until } from '../../tests/until.ts';
import { answerError } from './errors.ts';
import { takeSignedBodies } from './signed-body.ts';

const KB = 1024;
const PROVIDER = '198.51.100.7';

/** Answers with what it has read. What has the header `signed` may be signed. */
const app = fastify({ trustProxy: ['127.0.0.1'], bodyLimit: 10 * KB });
app.setErrorHandler(answerError);
app.register(async (scope) => {
  takeSignedBodies(scope, ({ headers }) => headers.signed !== undefined);
  scope.post('/', (request) => request.body as Buffer);
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
after(() => app.close());

async function post(body: string, headers: Record<string, string>) {
  const all = { 'content-type': 'text/plain', 'x-forwarded-for': PROVIDER, ...headers };
  const response = await fetch(origin, { method: 'POST', headers: all, body });
  return { status: response.status, text: await response.text() };
}

/** Sends the head of a request, and a part of its body. */
function begin(from: string, headers: string): { socket: Socket; answer: () => string } {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\nx-forwarded-for: ${from}\r\n${headers}\r\n\r\n5\r\nhello\r\n`,
  );
  return { socket, answer: () => said };
}

test('a body comes as it was sent, and above the usual size only where it may be signed', async () => {
  const text = Array.from({ length: 300 * KB }, (_, n) => n % 10).join('');
  assert.deepEqual(await post(text, { signed: '1' }), { status: 200, text });
  assert.equal((await post('x'.repeat(10 * KB), {})).status, 200);
  assert.equal((await post('x'.repeat(10 * KB + 1), {})).status, 413);
  assert.equal((await post('x'.repeat(1024 * KB + 1), { signed: '1' })).status, 413);
});

test('a body without a length is refused where it cannot be signed', async () => {
  const { socket, answer } = begin(PROVIDER, 'transfer-encoding: chunked');
  await until(async () => answer().startsWith('HTTP/1.1 413 '));
  socket.destroy();
});

test('few large bodies arrive at once, of one client and of all; small ones and the next ones are taken', async () => {
  const large = 'transfer-encoding: chunked\r\nsigned: 1';
  const refused = (all: ReturnType<typeof begin>[]) =>
    all.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 ')).length;
  const stranger = Array.from({ length: 6 }, () => begin('192.0.2.1', large));
  await until(async () => refused(stranger) === 2);
  const text = 'y'.repeat(20 * KB);
  assert.equal((await post(text, { signed: '1' })).status, 200, 'another client has its part');
  const others = Array.from({ length: 15 }, (_, n) => begin(`203.0.113.${n}`, large));
  await until(async () => refused(others) === 3);
  assert.equal((await post(text, { signed: '1' })).status, 503);
  assert.equal((await post('small', { signed: '1' })).status, 200);
  for (const { socket } of [...stranger, ...others]) socket.destroy();
  await until(async () => (await post(text, { signed: '1' })).status === 200);
});
