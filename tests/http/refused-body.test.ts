import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
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

for (const [target, field, most] of [
  ['POST /images', 'image', 5],
  ['POST /files', 'file', 20],
  ['POST /imports', 'file', 64],
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

test('the connection of a body in many chunks stays open', async () => {
  const socket = begin('POST /images', ['Content-Type: multipart/form-data; boundary=x']);
  const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
  socket.write(chunk(part) + chunk('x'.repeat(500)).repeat(4_000) + chunk('\r\n--x--\r\n'));
  socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answers = await text(socket);
  assert.match(answers, /"code":"unsupported_image"/);
  assert.match(answers, /HTTP\/1\.1 200/);
});
