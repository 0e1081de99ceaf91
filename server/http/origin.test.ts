import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import { answerError } from './errors.ts';
import { requireSameOrigin } from './origin.ts';
import { createReachedAt, tellReachedAt } from './reached-at.ts';

const PROXY = '10.0.0.1';
const STRANGER = '192.0.2.7';

interface Sent {
  from?: string;
  host?: string;
  proto?: string;
  forwardedHost?: string;
  origin: string;
}

/** Sends a write with a cookie to a shop on this machine's port 3000, and answers its status and where it was sent to. */
async function write(publicUrl: string | undefined, trustProxy: string[] | undefined, sent: Sent) {
  const app = fastify();
  app.setErrorHandler(answerError);
  const origins = ['http://localhost:3000', 'http://127.0.0.1:3000'];
  tellReachedAt(app, createReachedAt({ publicUrl, origins, trustProxy }));
  app.post('/', { onRequest: async (request) => requireSameOrigin(request) }, (request) => request.reachedAt);
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    remoteAddress: sent.from ?? STRANGER,
    headers: {
      cookie: 'a=b',
      origin: sent.origin,
      host: sent.host ?? 'shop.example.com',
      ...(sent.proto && { 'x-forwarded-proto': sent.proto }),
      ...(sent.forwardedHost && { 'x-forwarded-host': sent.forwardedHost }),
    },
  });
  return { status: answer.statusCode, body: answer.body };
}

const SHOP = 'https://shop.example.com';

describe('a write with a cookie comes from the very origin it is sent to', () => {
  const cases: [
    what: string,
    publicUrl: string | undefined,
    trusts: boolean,
    sent: Sent,
    status: 200 | 403,
  ][] = [
    ['https behind a believed proxy', undefined, true, { from: PROXY, proto: 'https', origin: SHOP }, 200],
    [
      'http to https behind a believed proxy',
      undefined,
      true,
      { from: PROXY, proto: 'https', origin: 'http://shop.example.com' },
      403,
    ],
    ['https to http', undefined, true, { from: PROXY, proto: 'http', origin: SHOP }, 403],
    ['a scheme that a stranger claims', undefined, true, { proto: 'https', origin: SHOP }, 403],
    ['https behind a proxy that is not believed', SHOP, false, { origin: SHOP }, 200],
    ['http to PUBLIC_URL with https', SHOP, false, { origin: 'http://shop.example.com' }, 403],
    [
      'http to PUBLIC_URL with https, by http',
      SHOP,
      true,
      { from: PROXY, proto: 'http', origin: 'http://shop.example.com' },
      403,
    ],
    ['a port that goes without saying', SHOP, false, { host: 'shop.example.com:443', origin: SHOP }, 200],
    ['another port', SHOP, false, { origin: `${SHOP}:8443` }, 403],
    ['another host', SHOP, false, { origin: 'https://evil.example.com' }, 403],
    ['no origin', SHOP, false, { origin: 'null' }, 403],
    [
      'two names of this machine',
      undefined,
      false,
      { host: '127.0.0.1:3000', origin: 'http://localhost:3000' },
      200,
    ],
    [
      'two ports of this machine',
      undefined,
      false,
      { host: '127.0.0.1:3000', origin: 'http://localhost:3001' },
      403,
    ],
    [
      'https to http on this machine',
      undefined,
      false,
      { host: 'localhost:3000', origin: 'https://localhost:3000' },
      403,
    ],
    [
      'the host that a believed proxy forwards',
      undefined,
      true,
      {
        from: PROXY,
        host: 'inner',
        proto: 'https',
        forwardedHost: 'evil.example, shop.example.com',
        origin: SHOP,
      },
      200,
    ],
    [
      'the host that a stranger claims to forward',
      undefined,
      true,
      { host: 'inner', forwardedHost: 'shop.example.com', origin: 'http://shop.example.com' },
      403,
    ],
  ];
  for (const [what, publicUrl, trusts, sent, status] of cases) {
    test(`${what}: ${status}`, async () => {
      const answer = await write(publicUrl, trusts ? ['10.0.0.0/8'] : undefined, sent);
      assert.equal(answer.status, status, answer.body);
    });
  }
});
