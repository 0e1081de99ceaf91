import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { ProblemSchema } from '#contract/kernel/problem.ts';
import { startTestShop } from '../testing.ts';

let log = '';
const logTo = {
  write(line: string) {
    log += line;
  },
};
const shop = await startTestShop(
  { LOG_LEVEL: 'error', TRUST_PROXY: 'loopback' },
  { withoutPages: false, logTo },
);
after(() => shop.close());

/** Sends a raw request head, and returns status, media type and body. */
async function ask(head: string) {
  const { hostname, port } = new URL(shop.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`${head}\r\nConnection: close\r\n\r\n`, 'latin1');
  const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(top.split(' ')[1]), head: top, body };
}

async function assertRefused(head: string, code: string) {
  const answer = await ask(head);
  assert.equal(answer.status, 400, answer.head);
  assert.match(answer.head, /^x-content-type-options: nosniff/im);
  assert.match(answer.head, /^x-request-id: /im);
  assert.match(answer.head, /^content-type: application\/problem\+json/im);
  assert.equal(ProblemSchema.parse(JSON.parse(answer.body)).code, code);
}

const HTML = 'Accept: text/html';

describe('an ambiguous request target answers 400', () => {
  const targets = [
    '//',
    '///',
    '//[',
    '//:99999/',
    '//orders',
    '//localhost/orders',
    '/\\localhost/orders',
    '/products//x',
    '/products/../orders',
    '/./products',
    '/.%2E/products',
    '/products/..',
    '/products/%2e?x=1',
    '/sandbox//mail',
    '/api/auth//sign-in/email',
    '/api/auth/%2e/sign-in/email',
    '/api/auth/../auth/ok',
    '/sandbox/google/../mail',
    '/v1//payment_intents',
    '/sandbox/google//auth',
    '/#',
    '/products?q=a#b',
    'http://localhost/products',
    '*',
  ];
  for (const target of targets) {
    test(target, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS'])
        for (const accept of [HTML, 'Accept: application/json'])
          await assertRefused(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${accept}`, 'invalid_url');
    });
  }
});

describe('an invalid Host answers 400', () => {
  const hosts = [
    'Host: [',
    'Host: a@b',
    'Host:',
    'Host: a b',
    'Host: a/b',
    'Host: a\\b',
    'Host: a:99999',
    `Host: ${'a'.repeat(15_000)}`,
    'X-No: Host',
    'Host: localhost\r\nHost: localhost',
    'Host: localhost\r\nX-More: 1\r\nhOST: evil.example',
    'Host: localhost\r\nX-Forwarded-Host: [',
    'Host: localhost\r\nX-Forwarded-Proto: javascript',
  ];
  for (const host of hosts) {
    test(JSON.stringify(host.slice(0, 60)), async () => {
      for (const target of [
        '/',
        '/products',
        '/config',
        '/nothing',
        '/sandbox/mail',
        '/v1/charges',
        '/api/auth/ok',
      ])
        for (const accept of [HTML, 'Accept: */*'])
          await assertRefused(`GET ${target} HTTP/1.1\r\n${host}\r\n${accept}`, 'invalid_host');
    });
  }
  test('a health check by HTTP/1.0 needs no Host', async () => {
    assert.equal((await ask('GET /healthz HTTP/1.0')).status, 200);
    assert.equal((await ask('GET /readyz HTTP/1.0')).status, 200);
    await assertRefused('GET /config HTTP/1.0', 'invalid_host');
  });
});

test('the stand-ins answer at the hosts of the shop alone: a page of another site can have a name of its own lead here', async () => {
  const { host } = new URL(shop.origin);
  const paths = [
    '/sandbox/mail',
    '/sandbox/google/auth',
    '/v1/charges',
    '/sandbox/google/.well-known/openid-configuration',
  ];
  for (const path of paths) {
    const statusAt = async (name: string) => (await ask(`GET ${path} HTTP/1.1\r\nHost: ${name}`)).status;
    assert.equal(await statusAt('evil.example'), 404, path);
    assert.equal(await statusAt(`localhost.evil.example:${new URL(shop.origin).port}`), 404, path);
    assert.notEqual(await statusAt(host), 404, path);
  }
});

test('ordinary targets are served, and none of these requests is logged as an error', async () => {
  for (const [target, status] of [
    ['/', 200],
    ['/?', 200],
    ['/?x=//../%2e', 200],
    ['/allProducts', 200],
    ['/allProducts/', 308],
    ['/products?q=//', 200],
    ['/docs/', 200],
    ['/no/such/page', 404],
    ['/products/...', 404],
  ] as const)
    assert.equal(
      (await ask(`GET ${target} HTTP/1.1\r\nHost: shop.example:80\r\n${HTML}`)).status,
      status,
      target,
    );
  assert.equal(log, '');
});

describe('a sign-in path in another spelling serves nothing', () => {
  for (const path of [
    '/api/auth/./sign-up/email',
    '/api/auth/%2e/sign-up/email',
    '/api/auth/x/../sign-up/email',
    '/api/auth/x/%2E%2e/sign-up/email',
    '/api/auth//sign-up/email',
    '/api/auth/sign-up//email',
    '/api/auth/sign-up/email/',
    '/api/auth/sign-up/email;x',
    '/api/auth/%73ign-up/email',
    '/api/auth%2Fsign-up/email',
    '/api/auth/sign-up%2femail',
    '/api/auth\\sign-up\\email',
    '/api/auth/Sign-Up/email',
    '/API/auth/sign-up/email',
    '/api/auth/sign-up/email#',
  ]) {
    test(path, async () => {
      const body = JSON.stringify({ name: 'Other', email: 'other@example.com', password: 'bolt-7' });
      const answer = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', origin: shop.origin };
        request(shop.origin, { path, method: 'POST', headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end(body);
      });
      assert.ok(answer === 400 || answer === 404, String(answer));
      const { rows } = await shop.database.pool.query("select from users where email = 'other@example.com'");
      assert.equal(rows.length, 0);
    });
  }
});

test('a sign-in path with an escaped prefix does not reach the provider', async () => {
  for (const path of ['/%61pi/auth/ok', '/api/%61uth/ok', '/%61pi/%61uth/sign-up/email']) {
    const answer = await ask(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*`);
    assert.equal(answer.status, 400, path);
    assert.equal(JSON.parse(answer.body).code, 'INVALID_URL');
  }
});
