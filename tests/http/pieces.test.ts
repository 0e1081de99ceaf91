import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { PIECES } from '../../server/http/pieces.ts';
import { startTestShop } from '../testing.ts';

const shop = await startTestShop();
const token = (await shop.signInAdmin()).token;
after(() => shop.close());

/** Starts a chunked request. */
function begin(target: string, headers: string[]): Socket {
  const { hostname, port, host, origin } = new URL(shop.origin);
  const head = [
    `${target} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Authorization: Bearer ${token}`,
    'Transfer-Encoding: chunked',
    ...headers,
  ];
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

const TINY = '1\r\n \r\n';
/** Chunks that the shop reads from a connection at once, even when it refuses the first one. */
const ONE_READ = (64 * 1024) / TINY.length;
const JSON_TYPE = ['Content-Type: application/json'];

describe('a body in too many chunks is refused, and the rest of it is not parsed', () => {
  for (const [what, target, headers] of [
    ['sign-in', 'POST /api/auth/sign-in/email', JSON_TYPE],
    ['a call with JSON', 'POST /reviews', JSON_TYPE],
    ['a webhook', 'POST /webhooks/stripe', JSON_TYPE],
    ['an unknown address', 'POST /nowhere', JSON_TYPE],
    ['an upload', 'POST /images', ['Content-Type: multipart/form-data; boundary=x']],
  ] as const)
    test(what, async () => {
      const few = begin(target, [...headers]);
      few.write(TINY.repeat(PIECES + 20));
      const answer = await text(few);
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.match(answer, /"code":"too_large"/);
      await refusesFlood(target, [...headers]);
    });

  test('a call that has no body', () => refusesFlood('GET /products', []));
  test('an unknown path, of a media type that nothing parses', () =>
    refusesFlood('POST /nowhere', ['Content-Type: x/y']));
});

/** Sends a hundred times the allowed number of chunks, and counts those that the shop reads. */
async function refusesFlood(target: string, headers: string[]): Promise<void> {
  const arrived = Promise.withResolvers<Socket>();
  const hear = (message: unknown) => arrived.resolve((message as { socket: Socket }).socket);
  subscribe('http.server.request.start', hear);
  const socket = begin(target, headers);
  const accepted = await arrived.promise;
  unsubscribe('http.server.request.start', hear);
  const closed = once(accepted, 'close');
  socket.resume();
  const sent = 100 * PIECES;
  socket.end(`${TINY.repeat(sent)}0\r\n\r\n`);
  await closed;
  const read = accepted.bytesRead / TINY.length;
  assert.ok(read < 4 * ONE_READ && 4 * ONE_READ < sent, `${read} chunks were read`);
}

for (const [target, field, most] of [
  ['POST /images', 'image', 5],
  ['POST /files', 'file', 20],
  ['POST /imports', 'file', 20],
] as const)
  test(`an upload that is refused as too large holds up no request behind it: ${target}`, async () => {
    const type = 'Content-Type: multipart/form-data; boundary=x';
    const socket = begin(target, [type]);
    const answers = text(socket);
    const part = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\n\r\n`;
    const bytes = `${part}%PDF-1.7 ${'x'.repeat((most + 10) * 1024 * 1024)}\r\n--x--\r\n`;
    socket.write(`${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`);
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.match(await answers, /^HTTP\/1\.1 413 [\s\S]*"code":"too_large"[\s\S]*HTTP\/1\.1 200/);
  });

test('a large body may have more chunks, and its connection stays open', async () => {
  const socket = begin('POST /images', ['Content-Type: multipart/form-data; boundary=x']);
  const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
  socket.write(chunk(part) + chunk('x'.repeat(500)).repeat(2 * PIECES) + chunk('\r\n--x--\r\n'));
  socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answers = await text(socket);
  assert.match(answers, /"code":"unsupported_image"/);
  assert.match(answers, /HTTP\/1\.1 200/);
});
