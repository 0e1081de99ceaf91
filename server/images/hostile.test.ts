// nightly: decoder bombs
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as hostile from '../../tests/hostile-pictures.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

/** Uploads bytes under a file name and type of the sender's choice. */
async function upload(bytes: Buffer, name = 'picture.png', type = 'image/png') {
  const head = `--b\r\nContent-Disposition: form-data; name="image"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const answer = await fetch(`${shop.origin}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const download = async (url: string) =>
  Buffer.from(await (await fetch(shop.origin + url.replace('.webp', '.webp?w=320'))).arrayBuffer());

describe('anything but a picture is refused', () => {
  const cases: [name: string, bytes: () => Buffer, status: number][] = [
    ['a page called picture.png', () => Buffer.from(`<html>${hostile.SCRIPT}</html>`), 415],
    ['a drawing with a script', () => Buffer.from(`<svg>${hostile.SCRIPT}</svg>`), 415],
    ['a drawing with a billion laughs', hostile.entityBomb, 415],
    ['a drawing that reads a file', hostile.entityFile, 415],
    ['a GIF that is a script', hostile.gifScript, 415],
    ['a PNG that claims ten billion pixels', hostile.hugeClaim, 413],
    ['noise that begins like a JPEG', () => hostile.onlyBegins('jpeg'), 400],
    ['noise that begins like a PNG', () => hostile.onlyBegins('png'), 400],
    ['noise that begins like a WebP', () => hostile.onlyBegins('webp'), 400],
    ['noise that begins like an AVIF', () => hostile.onlyBegins('avif'), 400],
  ];
  for (const [name, bytes, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const answer = await upload(bytes());
      assert.equal(answer.status, status);
      assert.equal(answer.body.success, false);
      assert.ok(answer.body.error.message.length > 0);
    });
  }

  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    test(`a truncated ${format}: 400`, async () => {
      const whole = await hostile.picture(900, 700).composite([]).toFormat(format).toBuffer();
      const answer = await upload(whole.subarray(0, Math.floor(whole.length * 0.6)));
      assert.equal(answer.status, 400);
    });
  }
});

describe('data hidden in a picture is removed', () => {
  const cases: [name: string, bytes: () => Promise<Buffer>][] = [
    ['a JPEG with a page in it', hostile.jpegPage],
    ['a PNG that is an archive, too', hostile.pngArchive],
  ];
  for (const [name, bytes] of cases) {
    test(name, async () => {
      const { status, body } = await upload(await bytes());
      assert.equal(status, 200);
      const written = await download(body.data.url);
      assert.equal(written.toString('latin1', 8, 12), 'WEBP');
      assert.ok(!written.includes('script') && !written.includes('PK\x03\x04'));
    });
  }

  test('a file that unpacks to hundreds of megabytes is read as a small picture or refused', async () => {
    for (const bomb of [hostile.denseBomb(), hostile.chunkBomb()]) {
      assert.ok(bomb.length < 1_000_000);
      const { status } = await upload(bomb);
      assert.ok([200, 400, 413].includes(status), `answered ${status}`);
      assert.equal((await shop.call('GET /healthz')).status, 200);
    }
  });
});

describe('file names and types of the sender are ignored', () => {
  const names = [
    '../../../../tmp/evil.webp',
    '..\\..\\evil.png',
    '/etc/passwd',
    'evil.php',
    '.htaccess',
    'CON',
    'x'.repeat(300),
    'evil%00.png',
    '名前.png',
  ];
  for (const name of names) {
    test(name.slice(0, 30), async () => {
      const { status, body } = await upload(
        await hostile.picture(20, 20).png().toBuffer(),
        name,
        'text/html',
      );
      assert.equal(status, 200);
      assert.match(body.data.url, /^\/images\/[0-9a-f]{24}\.webp$/);
    });
  }

  test('no name reads a file that is not a picture', async () => {
    const paths = [
      '..%2f..%2fpackage.json',
      '..%5c..%5cpackage.json',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      'fan-120-pwm-320.webp%00.webp',
      'fan-120-pwm.png',
      '.webp',
      '-1.webp',
    ];
    for (const path of paths) {
      const { status } = await shop.call(`GET /images/${path}`);
      assert.ok([400, 404].includes(status), `${path} answered ${status}`);
    }
  });
});

test('of many concurrent uploads some are stored, others get 503, and other calls are answered', async () => {
  const bytes = await hostile.picture(1_300, 1_000).jpeg().toBuffer();
  const uploads = Array.from({ length: 12 }, () => upload(bytes));
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => shop.call('GET /products')));
  assert.ok(meanwhile.every(({ status }) => status === 200));
  const answers = await Promise.all(uploads);
  const written = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  assert.equal(written.length + refused.length, 12);
  assert.ok(
    written.length >= 4 && refused.length > 0,
    `${written.length} written, ${refused.length} refused`,
  );
  for (const { headers, body } of refused) {
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.equal(body.error.code, 'overloaded');
  }
  assert.equal((await upload(bytes)).status, 200);
});
