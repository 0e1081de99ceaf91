import assert from 'node:assert/strict';
import { createHash, createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { beginGoogle } from '../../tests/fixtures/google.ts';
import { Browser } from '../../tests/fixtures/google-browser.ts';
import { NO_LIMITS } from '../ground/limits/limits.ts';
import { BOUNDS, createTraffic } from '../ground/limits/traffic.ts';
import { createReachedAt, tellReachedAt } from '../http/reached-at.ts';
import { mountAuth } from '../mount-auth.ts';
import { createAuth } from './auth.ts';

const CLIENT = { clientId: 'our-client', clientSecret: 'our-secret' };

/** Long after the shop has to have given up. */
const HANGS = { timeout: 60_000 };

/** How an ID token is signed: as it should, or as an attacker would. */
type Signing = 'well' | 'stranger' | 'brought-key' | 'unknown-key' | 'none' | 'public-key' | 'client-secret';
type Claims = Record<string, unknown>;
type Json = Record<string, unknown>;

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
// Made once, as a key takes as long as a sign-in.
const KEYS = { provider: newKeys(), rotated: newKeys(), stranger: newKeys() };

/** A provider that does whatever a test wants. It listens at a port that stays the same when it goes and comes. */
class HostileProvider {
  origin = '';
  /** How often each path was asked. */
  asked: string[] = [];
  /** Paths that never get the end of an answer. */
  held = new Set<string>();
  /** What the exchange of a code sent. */
  exchange = new URLSearchParams();
  #keys = KEYS.provider;
  #kid = 'k';
  #server: Server | undefined;
  #port = 0;
  /** What it says at each path. */
  answers: Record<string, (response: ServerResponse) => Json | undefined> = {};

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.origin = `http://127.0.0.1:${this.#port}`;
    this.answers = {
      '/.well-known/openid-configuration': () => ({
        issuer: this.origin,
        authorization_endpoint: `${this.origin}/auth`,
        token_endpoint: `${this.origin}/token`,
        jwks_uri: `${this.origin}/jwks`,
        userinfo_endpoint: `${this.origin}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      }),
      '/jwks': () => ({ keys: [this.jwk()] }),
      '/userinfo': () => ({ sub: '1', email: 'victim@example.com', email_verified: true, name: 'V' }),
    };
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => {
      if (this.#server) this.#server.close(() => resolve());
      else resolve();
    });
    this.#server = undefined;
  }

  jwk(): Json {
    return { ...this.#keys.publicKey.export({ format: 'jwk' }), kid: this.#kid, use: 'sig', alg: 'RS256' };
  }

  /** Takes another key, as Google does every few days. */
  rotate(): void {
    this.#keys = KEYS.rotated;
    this.#kid = 'k2';
  }

  /** Signs as it should, or as an attacker would. */
  sign(claims: Claims, how: Signing = 'well'): string {
    const alg = { none: 'none', 'public-key': 'HS256', 'client-secret': 'HS256' }[how as string] ?? 'RS256';
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    // A key that the token brings along, or says where to find, is nobody's.
    const brought = how === 'brought-key' && {
      jwk: KEYS.stranger.publicKey.export({ format: 'jwk' }),
      jku: `${this.origin}/strange-keys`,
      x5u: `${this.origin}/strange-keys`,
    };
    const kid = how === 'unknown-key' ? 'unknown' : this.#kid;
    const input = `${encode({ alg, kid, typ: 'JWT', ...brought })}.${encode(claims)}`;
    if (how === 'none') return `${input}.`;
    if (alg === 'HS256') {
      const secret =
        how === 'client-secret'
          ? CLIENT.clientSecret
          : createPublicKey(this.#keys.publicKey.export({ type: 'spki', format: 'pem' })).export({
              type: 'spki',
              format: 'pem',
            });
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    }
    const { privateKey } = how === 'well' ? this.#keys : KEYS.stranger;
    return `${input}.${createSign('sha256').update(input).sign(privateKey).toString('base64url')}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.origin);
    this.asked.push(pathname);
    if (pathname === '/token') this.exchange = new URLSearchParams(await text(request));
    const body = this.answers[pathname]?.(response);
    if (response.writableEnded || this.held.has(pathname)) return;
    if (body) response.setHeader('content-type', 'application/json');
    response.end(body && JSON.stringify(body));
  }
}

let provider: HostileProvider;
let app: FastifyInstance;
let origin: string;

const database = await createTestDatabase();
after(() => database.drop());

beforeEach(async () => {
  provider = new HostileProvider();
  await provider.start();
  let auth: ReturnType<typeof createAuth> | undefined;
  app = fastify();
  tellReachedAt(app, createReachedAt({ publicUrl: undefined, origins: [], trustProxy: undefined }));
  mountAuth(app, () => auth!, createTraffic(NO_LIMITS, BOUNDS).auth);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  auth = createAuth({
    database,
    secret: 'x'.repeat(32),
    limits: NO_LIMITS,
    onProven: async () => {},
    address: { origins: [origin] },
    google: {
      issuer: provider.origin,
      discoveryUrl: `${provider.origin}/.well-known/openid-configuration`,
      ...CLIENT,
      patience: 2_000,
    },
  });
});
afterEach(async () => {
  // First the provider: a request that it holds would keep the shop.
  await provider.stop();
  await app.close();
  await database.pool.query('delete from users');
  await database.pool.query('delete from verifications');
});

const isPage = (url: URL) => url.pathname === '/login';

/** Begins a sign-in and answers what the provider was asked, and the way back with a code. */
async function begin(browser: Browser) {
  const start = await beginGoogle(browser, origin, {
    provider: 'google',
    callbackURL: '/login?google=done',
    errorCallbackURL: '/login?from=%2Fx',
  });
  const { url, code, message } = JSON.parse(start.text);
  if (start.status !== 200)
    return { status: start.status, code, message, asked: new URLSearchParams(), back: '' };
  const asked = new URL(url).searchParams;
  const back = `${asked.get('redirect_uri')}?${new URLSearchParams({ code: 'c', state: asked.get('state')! })}`;
  return { status: 200, asked, back };
}

/** What a good ID token says. */
function goodClaims(asked: URLSearchParams): Claims {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: provider.origin,
    aud: CLIENT.clientId,
    sub: '1',
    iat: now,
    exp: now + 3600,
    nonce: asked.get('nonce'),
    email: 'victim@example.com',
    email_verified: true,
    name: 'Victim',
  };
}

/** A whole sign-in in which the provider answers with these claims; the address where it ends. */
async function signIn(change: (claims: Claims, asked: URLSearchParams) => Claims, how?: Signing) {
  const browser = new Browser();
  const { asked, back } = await begin(browser);
  provider.answers['/token'] = () => ({
    access_token: 'a',
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: provider.sign(change(goodClaims(asked), asked), how),
  });
  const { url } = await browser.go(back, isPage);
  return { url, browser, asked };
}

async function whoIs(browser: Browser): Promise<string | undefined> {
  return JSON.parse((await browser.request(`${origin}/api/auth/get-session`)).text)?.user.email;
}

async function assertNobody(end: { url: URL; browser: Browser }, error: string) {
  assert.equal(end.url.pathname, '/login');
  assert.equal(end.url.searchParams.get('error'), error);
  assert.equal(await whoIs(end.browser), undefined);
  const { rows } = await database.pool.query('select email from users');
  assert.deepEqual(rows, []);
}

describe('an ID token', () => {
  test('that is good signs in, after an exchange that proves this browser asked', async () => {
    const { browser, url, asked } = await signIn((claims) => claims);
    assert.equal(url.searchParams.get('google'), 'done');
    assert.equal(await whoIs(browser), 'victim@example.com');
    const verifier = provider.exchange.get('code_verifier')!;
    assert.equal(createHash('sha256').update(verifier).digest('base64url'), asked.get('code_challenge'));
    assert.equal(provider.exchange.get('client_secret'), CLIENT.clientSecret);
    assert.ok(!provider.asked.includes('/userinfo'));
  });

  const wrong: [name: string, change: (claims: Claims) => Claims][] = [
    ['of another sign-in (nonce)', (claims) => ({ ...claims, nonce: 'another' })],
    ['without nonce', ({ nonce: _, ...claims }) => claims],
    ['for another client (aud)', (claims) => ({ ...claims, aud: 'another-client' })],
    ['for several clients (aud)', (claims) => ({ ...claims, aud: [CLIENT.clientId, 'another-client'] })],
    ['that another client asked for (azp)', (claims) => ({ ...claims, azp: 'another-client' })],
    ['of another issuer (iss)', (claims) => ({ ...claims, iss: 'https://accounts.google.com.evil.example' })],
    ['that is over (exp)', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
    ['without an end (exp)', ({ exp: _, ...claims }) => claims],
    ['without subject', ({ sub: _, ...claims }) => claims],
    ['without address', ({ email: _, ...claims }) => claims],
    ['whose address is no text', (claims) => ({ ...claims, email: { $ne: '' } })],
  ];
  for (const [name, change] of wrong) {
    test(`${name} signs nobody in`, async () => {
      await assertNobody(await signIn(change), 'unable_to_get_user_info');
    });
  }

  const forged: Signing[] = ['stranger', 'brought-key', 'unknown-key', 'none', 'public-key', 'client-secret'];
  for (const how of forged) {
    test(`signed by '${how}' signs nobody in`, async () => {
      await assertNobody(await signIn((claims) => claims, how), 'unable_to_get_user_info');
      assert.ok(!provider.asked.includes('/strange-keys'));
    });
  }

  test('signed by a new key of the provider signs in: keys are asked for again', async () => {
    await signIn((claims) => claims);
    provider.rotate();
    const { browser } = await signIn((claims) => claims);
    assert.equal(await whoIs(browser), 'victim@example.com');
  });

  test('that is missing is not made up for by the userinfo endpoint', async () => {
    const browser = new Browser();
    const { back } = await begin(browser);
    provider.answers['/token'] = () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 3600 });
    const { url } = await browser.go(back, isPage);
    await assertNobody({ url, browser }, 'unable_to_get_user_info');
    assert.ok(!provider.asked.includes('/userinfo'));
  });

  for (const value of ['true', 'false', 1, null, undefined]) {
    test(`proves no address by email_verified: ${JSON.stringify(value)}`, async () => {
      await assertNobody(
        await signIn((claims) => ({ ...claims, email_verified: value })),
        'email_not_verified',
      );
    });
  }

  const names: [name: unknown, shown: string][] = [
    [undefined, 'victim'],
    ['  ', 'victim'],
    [{ a: 1 }, 'victim'],
    ['a\0b', 'victim'],
    [` ${'N'.repeat(300)}`, 'N'.repeat(100)],
  ];
  for (const [name, shown] of names) {
    test(`with the name ${JSON.stringify(name)?.slice(0, 20)} gives an account a name`, async () => {
      await signIn((claims) => ({ ...claims, name }));
      const { rows } = await database.pool.query('select name, role from users');
      assert.deepEqual(rows, [{ name: shown, role: 'customer' }]);
    });
  }

  test('sets nothing else of an account', async () => {
    await signIn((claims) => ({ ...claims, role: 'admin', id: 'x', created_at: 0, image: 'http://x' }));
    const { rows } = await database.pool.query('select role, image from users');
    assert.deepEqual(rows, [{ role: 'customer', image: null }]);
  });
});

describe('a provider that fails', () => {
  test('is asked again: away when the shop starts, and there later', async () => {
    await provider.stop();
    const refused = await begin(new Browser());
    assert.equal(refused.status, 503);
    assert.equal(refused.code, 'GOOGLE_UNAVAILABLE');
    assert.match(refused.message, /Google cannot be reached right now/);
    const body = { name: 'Ada', email: 'ada@example.com', password: 'bolt-7' };
    const byPassword = await new Browser().request(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
    assert.equal(byPassword.status, 200);

    await provider.start();
    const { browser } = await signIn((claims) => claims);
    assert.equal(await whoIs(browser), 'victim@example.com');
  });

  test('is not asked before somebody wants to sign in, and once for all who do', async () => {
    assert.deepEqual(provider.asked, []);
    let answer = () => {};
    provider.answers['/.well-known/openid-configuration'] = (response) => {
      answer = () =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(describeWell()));
      provider.held.add('/.well-known/openid-configuration');
      return undefined;
    };
    const begun = [begin(new Browser()), begin(new Browser()), begin(new Browser())];
    const states = `select 1 from verifications`;
    while ((await database.pool.query(states)).rows.length < 3);
    await whoIs(new Browser());
    answer();
    await Promise.all(begun);
    assert.deepEqual(provider.asked, ['/.well-known/openid-configuration']);
  });

  const descriptions: [name: string, answer: (response: ServerResponse) => Json | undefined][] = [
    ['of another issuer', () => ({ ...describeWell(), issuer: 'https://evil.example' })],
    ['without keys', () => ({ ...describeWell(), jwks_uri: undefined })],
    ['that is an error', (response) => void response.writeHead(500).end()],
    ['that is no JSON', (response) => void response.end('<html>')],
    ['somewhere else', (response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
  ];
  const describeWell = () => ({
    issuer: provider.origin,
    authorization_endpoint: `${provider.origin}/auth`,
    token_endpoint: `${provider.origin}/token`,
    jwks_uri: `${provider.origin}/jwks`,
  });
  test('describes itself at no end: the shop stops waiting', HANGS, async () => {
    provider.held.add('/.well-known/openid-configuration');
    assert.equal((await begin(new Browser())).status, 503);
  });

  for (const [name, answer] of descriptions) {
    test(`describes itself ${name}: nobody is sent there`, async () => {
      provider.answers['/elsewhere'] = describeWell;
      provider.answers['/.well-known/openid-configuration'] = answer;
      assert.equal((await begin(new Browser())).status, 503);
      provider.answers['/.well-known/openid-configuration'] = describeWell;
      assert.equal((await begin(new Browser())).status, 200);
    });
  }

  const failures: [name: string, fail: () => unknown, error: string][] = [
    ['is away', () => provider.stop(), 'invalid_code'],
    ['refuses the code', () => refuse('/token', 400), 'invalid_code'],
    ['fails', () => refuse('/token', 500), 'invalid_code'],
    ['redirects the exchange', () => refuse('/token', 307), 'invalid_code'],
    ['hangs up', () => hangUp('/token'), 'invalid_code'],
    ['holds the line', () => holdTheLine('/token'), 'invalid_code'],
    ['holds the line for its keys', () => holdTheLine('/jwks'), 'unable_to_get_user_info'],
    ['has lost its keys', () => refuse('/jwks', 500), 'unable_to_get_user_info'],
    ['hangs up on its keys', () => hangUp('/jwks'), 'unable_to_get_user_info'],
  ];
  const refuse = (path: string, status: number) => {
    provider.answers[path] = (response) =>
      void response.writeHead(status, { location: `${provider.origin}/userinfo` }).end('{"error":"x"}');
  };
  const hangUp = (path: string) => {
    provider.answers[path] = (response) => void response.destroy();
  };
  const holdTheLine = (path: string) => {
    provider.answers[path] = (response) => void response.flushHeaders();
    provider.held.add(path);
  };
  for (const [name, fail, error] of failures) {
    test(`${name} in the middle: back to the login page`, HANGS, async () => {
      const browser = new Browser();
      const { asked, back } = await begin(browser);
      const id_token = provider.sign(goodClaims(asked));
      provider.answers['/token'] = () => ({ access_token: 'a', token_type: 'Bearer', id_token });
      await fail();
      const { url } = await browser.go(back, isPage);
      await assertNobody({ url, browser }, error);
      assert.equal(url.searchParams.get('from'), '/x');
    });
  }
});
