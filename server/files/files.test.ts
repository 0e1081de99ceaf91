import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FILE_MAX_BYTES } from '#contract/files/schema.ts';
import { smallPdf } from '../../tests/fixtures/files.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const authorization = `Bearer ${admin.token}`;
const PDF = smallPdf();

async function upload(bytes: Buffer | string, field = 'file', name = 'a.pdf', path = '/files') {
  const form = new FormData();
  form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const answer = await fetch(shop.origin + path, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(shop.origin + path, { method, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Begins an upload on a connection of its own; the rest of it is the caller's to write. */
function begin(content: string, path = '/files', field = 'file'): Socket {
  const { hostname, port } = new URL(shop.origin);
  const socket = connect(Number(port), hostname);
  const part = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.pdf"\r\n\r\n${content}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${part}`,
  );
  // One that is answered takes no room of the shop any more.
  return socket.on('error', () => {}).on('data', () => socket.destroy());
}

describe('an uploaded PDF', () => {
  test('gets an address by its bytes, the same for the same bytes, whatever it is called', async () => {
    const { status, body } = await upload(PDF);
    const sha256 = createHash('sha256').update(PDF).digest('hex');
    assert.equal(status, 201);
    assert.deepEqual(body, { url: `/files/${sha256}.pdf`, bytes: PDF.length });
    for (const name of ['../../../evil.html', 'CON', '.htaccess', 'x'.repeat(300)])
      assert.deepEqual((await upload(PDF, 'file', name)).body, body);
    assert.equal((await get(body.url)).text, PDF.toString());
  });

  test('is served so that it cannot run as a page, also one that is a page, too', async () => {
    const { status, body } = await upload(`%PDF-1.7\n<!doctype html><script>alert(1)</script>\n%%EOF`);
    assert.equal(status, 201);
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await get(body.url, {}, method);
      const said = [
        'content-type',
        'content-disposition',
        'content-security-policy',
        'x-content-type-options',
      ];
      assert.deepEqual(
        said.map((name) => headers.get(name)),
        ['application/pdf', 'inline', "default-src 'none';frame-ancestors 'none';sandbox", 'nosniff'],
      );
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(headers.get('content-length'), String(body.bytes));
    }
  });

  test('is not sent to a client that has it', async () => {
    const { body } = await upload(PDF);
    const etag = (await get(body.url)).headers.get('etag')!;
    for (const known of [etag, `"x", ${etag}`]) {
      const { status, headers, text } = await get(body.url, { 'if-none-match': known, range: 'bytes=0-4' });
      assert.deepEqual([status, text, headers.get('etag')], [304, '', etag], known);
      assert.match(headers.get('cache-control')!, /immutable/);
    }
    assert.equal((await get(body.url, { 'if-none-match': '"x"' })).status, 200);
    const unknown = `/files/${'0'.repeat(64)}.pdf`;
    assert.equal((await get(unknown, { 'if-none-match': `"${'0'.repeat(64)}"` })).status, 404);
  });

  test('is served in parts', async () => {
    const { body } = await upload(PDF);
    const { headers } = await get(body.url);
    assert.equal(headers.get('accept-ranges'), 'bytes');
    const last = PDF.length - 1;
    const cases: [range: string, start: number, end: number][] = [
      ['bytes=0-4', 0, 4],
      ['bytes=5-', 5, last],
      ['bytes=-6', last - 5, last],
      ['bytes=-999999', 0, last],
      ['bytes=2-999999999999999', 2, last],
    ];
    for (const [range, start, end] of cases) {
      const part = await get(body.url, { range });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${PDF.length}`);
      assert.equal(part.headers.get('content-length'), String(end - start + 1));
      assert.equal(part.text, PDF.subarray(start, end + 1).toString());
    }
    const beyond = await get(body.url, { range: `bytes=${PDF.length}-` });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get('content-range'), `bytes */${PDF.length}`);
    for (const range of ['bytes=0-1,3-4', 'bytes=4-2', 'bytes=-', 'lines=1-2', 'bytes=0x1-2', ''])
      assert.equal((await get(body.url, { range })).status, 200, range);
    const range = 'bytes=0-4';
    assert.equal((await get(body.url, { range, 'if-range': '"another"' })).status, 200);
    assert.equal((await get(body.url, { range, 'if-range': headers.get('etag')! })).status, 206);
  });

  test('may have 20 MB, and not a byte more', async () => {
    const largest = Buffer.alloc(FILE_MAX_BYTES, '%PDF-1.7 ');
    assert.equal((await upload(largest)).body.bytes, FILE_MAX_BYTES);
    const { status, body } = await upload(Buffer.concat([largest, Buffer.from('.')]));
    assert.deepEqual([status, body.code, body.params], [413, 'too_large', { what: 'file', megabytes: 20 }]);
  });
});

describe('is refused', () => {
  const cases: [name: string, bytes: Buffer | string, status: number, code: string, field?: string][] = [
    ['a page', '<!doctype html><script>alert(1)</script>', 415, 'unsupported_file'],
    ['a page with a PDF in it', '<html>%PDF-1.7</html>', 415, 'unsupported_file'],
    ['a PDF after a space', ' %PDF-1.7', 415, 'unsupported_file'],
    ['half a beginning', '%PDF', 415, 'unsupported_file'],
    ['nothing', '', 415, 'unsupported_file'],
    ['a large file of another kind', Buffer.alloc(5_000_000), 415, 'unsupported_file'],
    ['another field', PDF, 400, 'no_file', 'image'],
  ];
  for (const [name, bytes, status, code, field] of cases) {
    test(name, async () => {
      const answer = await upload(bytes, field);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    });
  }

  test('JSON, and a body that breaks off', async () => {
    const json = await shop.call('POST /files', { token: admin.token, body: {} });
    assert.deepEqual([json.status, json.body.code], [415, 'unsupported_media_type']);
    const answer = await fetch(`${shop.origin}/files`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7`,
    });
    assert.deepEqual([answer.status, (await answer.json()).code], [400, 'broken_upload']);
  });

  test('a name that is no file’s', async () => {
    for (const name of [
      'x.pdf',
      `${'0'.repeat(64)}.pdf`,
      '..%2f..%2fpackage.json',
      `upload-${'0'.repeat(36)}`,
    ])
      assert.equal((await get(`/files/${name}`)).status, 404, name);
  });

  test('what is too much at once, while slow uploads are received that may end at any time', async () => {
    const slow: ReturnType<typeof begin>[] = [];
    await until(async () => {
      // The shop ends slow uploads after a while, and this machine may be slower.
      while (slow.filter(({ destroyed }) => !destroyed).length < 32) slow.push(begin('%PDF-1.7'));
      return (await upload(PDF)).status === 503;
    });
    for (const socket of slow) socket.destroy();
    await until(async () => (await upload(PDF)).status === 201);
  });
});

describe('uploads whose senders go before they are let in take no room of', () => {
  for (const [path, field] of Object.entries({ '/files': 'file', '/images': 'image', '/imports': 'file' }))
    test(path, async () => {
      const client = await shop.database.pool.connect();
      await client.query('begin; lock table access_tokens in access exclusive mode');
      const gone = Array.from({ length: 40 }, () => begin('%PDF-1.7', path, field));
      await shop.database.untilWaiting();
      for (const socket of gone) socket.destroy();
      // Time for the shop to hear that they are gone: what it does not hear, it finds out when it reads.
      await setTimeout(200);
      await client.query('rollback');
      client.release();
      await until(async () => (await upload(PDF, field, 'a.pdf', path)).status !== 503);
    });
});
