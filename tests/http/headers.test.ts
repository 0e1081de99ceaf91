import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { startTestShop, type TestShop } from '../testing.ts';

interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
}

/** Sends a request with any headers, including Host, which fetch does not allow. */
function ask(
  shop: TestShop,
  route: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Asked> {
  const [method, path] = route.split(' ');
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request(shop.origin + path, { method, headers: { ...type, ...headers } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const ROUTES: [route: string, status: number, body?: string][] = [
  ['GET /products', 200],
  ['GET /products/unknown', 404],
  ['GET /images/fan-120-pwm.webp', 200],
  ['GET /docs/', 200],
  ['GET /openapi.json', 200],
  ['GET /nothing', 404],
  ['PUT /products', 405, '{}'],
  ['GET /orders', 401],
  ['POST /orders', 401, '{'],
  ['POST /api/auth/sign-in/email', 400, '{}'],
  ['GET /products/%ff', 400],
  [`GET /healthz?${'x'.repeat(5_000)}`, 414],
];

const SHOPS: [name: string, variables: Record<string, string>, tls: boolean][] = [
  ['on this machine', {}, false],
  ['behind a proxy without TLS', { PUBLIC_URL: 'http://shop.example.com' }, false],
  ['behind TLS', { PUBLIC_URL: 'https://shop.example.com' }, true],
];

for (const [name, variables, tls] of SHOPS) {
  describe(`a shop ${name}`, () => {
    let shop: TestShop;
    before(async () => {
      shop = await startTestShop(variables);
    });
    after(() => shop.close());

    for (const [route, status, body] of ROUTES) {
      test(`${route.slice(0, 40)} (${status}) has every security header`, async () => {
        const { origin } = new URL(variables.PUBLIC_URL ?? shop.origin);
        const answer = await ask(shop, route, { origin }, body);
        assert.equal(answer.status, status);
        const { headers } = answer;
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['x-frame-options'], 'DENY');
        assert.equal(headers['referrer-policy'], 'no-referrer');
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
        assert.match(String(headers['permissions-policy']), /camera=\(\).*payment=\(\)/);
        assert.equal(headers['x-powered-by'], undefined);
        assert.equal(headers.server, undefined);
        assert.equal(headers['strict-transport-security'], tls ? 'max-age=31536000' : undefined);
        const policy = String(headers['content-security-policy']);
        assert.match(policy, route.includes('/docs') ? /default-src 'self'/ : /^default-src 'none'/);
        assert.doesNotMatch(policy, /script-src[^;]*'unsafe/);
        if (!route.includes('/docs')) assert.match(policy, /frame-ancestors 'none'/);
      });
    }

    test('the session’s cookie is HttpOnly, SameSite and, behind TLS, Secure', async () => {
      const publicUrl = new URL(variables.PUBLIC_URL ?? shop.origin);
      const headers = { origin: publicUrl.origin, host: publicUrl.host };
      const email = 'cookie@example.com';
      const account = JSON.stringify({ name: 'C', email, password: 'bolt-7' });
      const answer = await ask(shop, 'POST /api/auth/sign-up/email', headers, account);
      assert.equal(answer.status, 200);
      const cookies = answer.headers['set-cookie'] ?? [];
      assert.ok(cookies.length > 0);
      for (const cookie of cookies) {
        assert.match(cookie, tls ? /^__Host-northbridge\./ : /^northbridge\./);
        assert.match(cookie, /; HttpOnly/i);
        assert.match(cookie, /; SameSite=Lax/i);
        assert.match(cookie, /; Path=\/(;|$)/i);
        assert.doesNotMatch(cookie, /; Domain/i);
        assert.equal(/; Secure/i.test(cookie), tls);
      }
      const { body } = await shop.call('GET /openapi.json');
      const { name: described } = body.components.securitySchemes.session;
      assert.ok(
        cookies.some((one) => one.startsWith(`${described}=`)),
        described,
      );
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
      const exchange = (from: string) =>
        ask(shop, `PUT /user/${email}`, { ...headers, origin: from, cookie }, JSON.stringify({ email }));
      assert.equal((await exchange(publicUrl.origin)).status, 200);
      assert.equal((await exchange('https://evil.example')).status, 403);
    });
  });
}
