import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { startTestBucket, type TestBucket } from '../../tests/test-bucket.ts';
import { type Person, startTestShop, type TestShop } from '../../tests/testing.ts';

const picture = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } }).withMetadata();

/** Uploads a file as an admin's form does. */
async function upload(
  shop: TestShop,
  admin: Person,
  bytes: Buffer | string,
  field = 'image',
  path = '/images',
) {
  const form = new FormData();
  form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'picture.png');
  const response = await fetch(shop.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

const read = async (shop: TestShop, path: string) => {
  const response = await fetch(shop.origin + path);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

describe('the shop’s own image host', () => {
  let shop: TestShop;
  let admin: Person;
  before(async () => {
    shop = await startTestShop();
    admin = await shop.signInAdmin();
  });
  after(() => shop.close());

  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    test(`[S7.19] takes ${format}, answers success and data.url, and serves it in three widths`, async () => {
      const { status, body } = await upload(shop, admin, await picture().toFormat(format).toBuffer());
      assert.equal(status, 200);
      assert.equal(body.success, true);
      assert.equal(body.status, 200);
      assert.match(body.data.url, /^\/images\/[0-9a-f]{24}\.webp$/);
      assert.deepEqual([body.data.width, body.data.height], [1280, 960]);
      for (const width of [320, 640, 1280]) {
        for (const type of ['webp', 'avif']) {
          const answer = await read(shop, `${body.data.url.replace('webp', type)}?w=${width}`);
          assert.equal(answer.status, 200);
          assert.equal(answer.headers.get('content-type'), `image/${type}`);
          assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
          assert.match(answer.headers.get('cache-control')!, /immutable/);
          assert.equal((await sharp(answer.bytes).metadata()).width, width);
        }
      }
    });
  }

  test('keeps a picture that fills a window in the width of large windows, too', async () => {
    const banner = await picture(2400, 1000).png().toBuffer();
    const wide = await upload(shop, admin, banner, 'image', '/images?wide=1');
    assert.deepEqual([wide.body.data.width, wide.body.data.height], [1920, 800]);
    const usual = await upload(shop, admin, banner);
    for (const [{ url }, width] of [
      [wide.body.data, 1920],
      // Asked for wider than it is kept, one comes in the largest width that there is.
      [usual.body.data, 1280],
    ] as const) {
      const { status, bytes } = await read(shop, `${url}?w=1920`);
      assert.equal(status, 200);
      assert.equal((await sharp(bytes).metadata()).width, width);
      assert.equal((await sharp((await read(shop, url)).bytes).metadata()).width, 1280);
    }
    assert.equal((await read(shop, '/images/nothing.webp?w=1920')).status, 404);
  });

  test('re-encodes the picture upright, without metadata or trailing data', async () => {
    const photo = await picture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { body } = await upload(
      shop,
      admin,
      Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]),
    );
    const { bytes } = await read(shop, body.data.url);
    const metadata = await sharp(bytes).metadata();
    assert.deepEqual([metadata.width, metadata.height], [300, 400]);
    assert.equal(metadata.exif, undefined);
    assert.ok(!bytes.includes('script'));
  });

  test('refuses everything else, in imgbb’s shape', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const gif = await picture(10, 10).gif().toBuffer();
    const png = await picture(300, 300).png().toBuffer();
    const huge = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const cases: [name: string, bytes: Buffer | string, status: number, field?: string][] = [
      ['text', 'hello', 415],
      ['an SVG', svg, 415],
      ['a GIF', gif, 415],
      ['nothing', '', 415],
      ['a truncated PNG', png.subarray(0, png.length / 2), 400],
      ['30 megapixels', huge, 413],
      ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 413],
      ['another field', png, 400, 'file'],
    ];
    for (const [name, bytes, expected, field] of cases) {
      const { status, body } = await upload(shop, admin, bytes, field);
      assert.equal(status, expected, name);
      assert.equal(body.success, false);
      assert.equal(body.status, expected);
      assert.ok(body.error.message.length > 10);
    }
    const json = await shop.call('POST /images', { token: admin.token, body: { image: 'x' } });
    assert.equal(json.status, 415);
    assert.equal(json.body.success, false);
  });

  test('serves no other files', async () => {
    for (const path of ['/images/..%2f..%2fpackage.json', '/images/x.webp', '/images/a.js']) {
      assert.equal((await read(shop, path)).status, 404, path);
    }
    assert.equal((await read(shop, '/images/fan-120-pwm.webp?w=321')).status, 400);
    assert.equal((await read(shop, '/images/fan-120-pwm.webp?w=320')).status, 200);
  });
});

describe('S3-compatible storage', () => {
  const keys = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY',
    region: 'eu-central-1',
  };
  let bucket: TestBucket;
  before(async () => {
    bucket = await startTestBucket(keys);
  });
  after(() => bucket.close());

  test('keeps uploaded pictures, which the shop serves, and an outage answers 503', async () => {
    const shop = await startTestShop({
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: 'pictures',
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    });
    try {
      const admin = await shop.signInAdmin();
      const png = await picture().png().toBuffer();
      const { body } = await upload(shop, admin, png);
      assert.equal(body.success, true);
      assert.equal(bucket.objects.size, 6);
      const { bytes } = await read(shop, `${body.data.url}?w=640`);
      assert.equal((await sharp(bytes).metadata()).width, 640);
      assert.equal((await read(shop, '/images/unknown.webp')).status, 404);
      assert.equal((await read(shop, '/images/fan-120-pwm.webp')).status, 200);
      await bucket.close();
      assert.equal((await upload(shop, admin, png)).status, 503);
      assert.equal((await read(shop, body.data.url)).status, 503);
    } finally {
      await shop.close();
    }
  });
});

describe('an imgbb-compatible host', () => {
  let server: Server;
  let received: { url: string; type: string; body: Buffer };
  let answer: { status: number; body: unknown };
  before(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received = {
        url: request.url!,
        type: request.headers['content-type']!,
        body: Buffer.concat(chunks),
      };
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => server.close());

  test('gets the picture as multipart field image, and the product gets its address', async () => {
    const { port } = server.address() as AddressInfo;
    const shop = await startTestShop({ IMAGE_UPLOAD_URL: `http://127.0.0.1:${port}/1/upload?key=abc` });
    try {
      const admin = await shop.signInAdmin();
      const url = 'https://i.example.com/x/image.webp';
      answer = {
        status: 200,
        body: {
          success: true,
          status: 200,
          data: { url, width: '1280', height: 960, size: 4711, other: {} },
        },
      };
      const png = await picture(64, 48).png().toBuffer();
      const { body } = await upload(shop, admin, png);
      assert.deepEqual(body.data, { url, width: 1280, height: 960, size: 4711, mime: 'image/webp' });
      assert.equal(received.url, '/1/upload?key=abc');
      assert.match(received.type, /^multipart\/form-data/);
      assert.match(received.body.toString('latin1'), /name="image"; filename="image\.webp"/);

      for (const bad of [
        { status: 400, body: { success: false } },
        { status: 200, body: { success: true, data: { url: 'javascript:alert(1)' } } },
      ]) {
        answer = bad;
        assert.equal((await upload(shop, admin, png)).status, 503);
      }
    } finally {
      await shop.close();
    }
  });
});
