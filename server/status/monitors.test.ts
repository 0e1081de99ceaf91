import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { findOuterAddress } from '../../tests/outer-address.ts';
import { startTestShop, type TestShop } from '../../tests/testing.ts';

const TOKEN = 'a-token-of-the-monitor';

/** Asks for the metrics by node:http, which sends the Host it is told. */
function ask(origin: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${origin}/metrics`, { headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

describe('without METRICS_TOKEN', () => {
  let shop: TestShop;
  before(async () => {
    shop = await startTestShop({ HOST: '0.0.0.0' });
  });
  after(() => shop.close());

  test('a request from this machine reads them, in the format of Prometheus', async () => {
    const { status, headers, body } = await shop.call('GET /metrics');
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
    assert.match(body, /^# TYPE shop_orders gauge$/m);
    assert.match(body, /^shop_orders\{state="paid"\} 0$/m);
    const { port } = new URL(shop.origin);
    assert.equal(await ask(shop.origin, { host: `localhost:${port}` }), 200);
  });

  test('so do Prometheus and a browser on it, with all that they send', async () => {
    const senders: Record<string, string>[] = [
      { 'user-agent': 'Prometheus/2.42.0', 'x-prometheus-scrape-timeout-seconds': '10', accept: '*/*' },
      {
        'accept-language': 'en',
        'sec-fetch-mode': 'navigate',
        'upgrade-insecure-requests': '1',
        cookie: 'a=b',
      },
    ];
    for (const headers of senders) assert.equal(await ask(shop.origin, headers), 200);
  });

  test('nobody does through a proxy on it', async () => {
    for (const [name, value] of [
      ['host', 'shop.example.com'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-host', 'localhost'],
      ['x-forwarded-proto', 'http'],
      ['x-real-ip', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
      ['via', '1.1 proxy'],
      // Apache, Cloudflare, Google, Tailscale, and one that nobody has heard of.
      ['x-forwarded-server', 'shop.example.com'],
      ['cf-connecting-ip', '203.0.113.7'],
      ['cf-ray', '7d1c-FRA'],
      ['true-client-ip', '203.0.113.7'],
      ['x-cloud-trace-context', '105445aa7843bc8bf206b1'],
      ['tailscale-user-login', 'robin@parts.example.com'],
      ['x-tunnel', '1'],
    ] as const)
      assert.equal(await ask(shop.origin, { [name]: value }), 401, name);
  });

  test('nobody does from elsewhere', async (t) => {
    const outer = findOuterAddress();
    if (!outer) return t.skip('this machine has no other address');
    const { port } = new URL(shop.origin);
    assert.equal(await ask(`http://${outer}:${port}`, { host: `localhost:${port}` }), 401);
  });
});

const PROXIES: Record<string, string>[] = [
  { TRUST_PROXY: 'loopback' },
  { PUBLIC_URL: 'https://shop.example.com' },
];
for (const variables of PROXIES)
  test(`without METRICS_TOKEN and with ${Object.keys(variables)}, nobody reads them: a proxy may add no header`, async () => {
    const shop = await startTestShop(variables);
    try {
      const { port } = new URL(shop.origin);
      assert.equal(await ask(shop.origin, { host: `localhost:${port}` }), 401);
    } finally {
      await shop.close();
    }
  });

test('with METRICS_TOKEN, only a request with this token reads them', async () => {
  const shop = await startTestShop({ METRICS_TOKEN: TOKEN });
  try {
    const { token } = await shop.signInAdmin();
    assert.equal((await shop.call('GET /metrics', { token: TOKEN })).status, 200);
    for (const wrong of [undefined, token, `${TOKEN}x`, TOKEN.slice(0, -1)]) {
      const answer = await shop.call('GET /metrics', { token: wrong });
      assert.deepEqual([answer.status, answer.body.code], [401, 'unauthorized']);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
  } finally {
    await shop.close();
  }
});
