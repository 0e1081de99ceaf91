import assert from 'node:assert/strict';
import { createPublicKey, createVerify } from 'node:crypto';
import { after, describe, test } from 'node:test';
import {
  Browser,
  claimsOf,
  newRequest,
  type Page,
  PEOPLE,
  REDIRECT_URI,
  startSandbox,
} from '../../tests/fixtures/google-browser.ts';
import { createDatabase } from '../../tests/fixtures/sandbox-database.ts';

const PUBLIC = 'http://google.sandbox.example';
const atClient = (url: URL) => url.href.startsWith(REDIRECT_URI);

const database = await createDatabase();
const [one, two] = await Promise.all([
  startSandbox(database.url, PUBLIC),
  startSandbox(database.url, PUBLIC),
]);
after(async () => {
  await one.stop();
  await two.stop();
  await database.drop();
});

/** Returns a browser whose requests alternate between two processes, as behind a load balancer. */
function newBrowser(): Browser {
  let turn = 0;
  return new Browser((url) => {
    turn += 1;
    return url.origin === PUBLIC ? (turn % 2 ? one : two).origin : url.origin;
  });
}

async function discover(): Promise<Record<string, string>> {
  const answer = await fetch(`${one.origin}/sandbox/google/.well-known/openid-configuration`);
  return (await answer.json()) as Record<string, string>;
}

async function open(browser: Browser, parameters: Record<string, string>, stop = atClient): Promise<Page> {
  const { authorization_endpoint: address } = await discover();
  return browser.go(`${address}?${new URLSearchParams(parameters)}`, stop);
}

async function redeem(
  code: string,
  verifier: string,
  more: Record<string, string> = {},
  at = two,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${at.origin}/sandbox/google/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      client_id: one.clientId,
      client_secret: one.clientSecret,
      ...more,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

/** Chooses or types an account and returns the authorization code with its verifier. */
async function getCode(fields: Record<string, string>, browser = newBrowser()) {
  const { parameters, verifier } = newRequest(one);
  const page = await open(browser, parameters);
  const end = await browser.submit(page, fields, atClient);
  return { code: end.url.searchParams.get('code')!, verifier, parameters };
}

async function getClaims(fields: Record<string, string>, browser?: Browser) {
  const { code, verifier } = await getCode(fields, browser);
  const { body } = await redeem(code, verifier);
  return claimsOf(body.id_token!);
}

describe('the provider', () => {
  test('has a discovery document: issuer and page at the public address, the rest at the requested address', async () => {
    const document = await discover();
    assert.equal(document.issuer, `${PUBLIC}/sandbox/google`);
    assert.equal(document.authorization_endpoint, `${PUBLIC}/sandbox/google/auth`);
    assert.equal(document.token_endpoint, `${one.origin}/sandbox/google/token`);
    assert.equal(document.jwks_uri, `${one.origin}/sandbox/google/jwks`);
    assert.deepEqual(document.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(document.response_types_supported, ['code']);
    assert.deepEqual(document.id_token_signing_alg_values_supported, ['RS256']);
  });

  test('returns a signed ID token for a chosen account, across two processes', async () => {
    const browser = newBrowser();
    const { parameters, verifier } = newRequest(one);
    const page = await open(browser, parameters);
    assert.equal(page.status, 200);
    const end = await browser.submit(page, { account: 'ada@example.com' }, atClient);
    assert.equal(end.url.searchParams.get('state'), parameters.state);
    assert.equal(end.url.searchParams.get('iss'), one.issuer);

    const { status, body } = await redeem(end.url.searchParams.get('code')!, verifier);
    assert.equal(status, 200);
    const { iat, exp, sub, ...claims } = claimsOf(body.id_token!);
    assert.deepEqual(claims, {
      iss: one.issuer,
      aud: one.clientId,
      nonce: parameters.nonce,
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
    });
    assert.match(String(sub), /^\d{21}$/);
    assert.equal(Number(exp) - Number(iat), 3600);
    await assertSignature(body.id_token!);
  });

  async function assertSignature(token: string) {
    const { keys } = (await (await fetch(`${two.origin}/sandbox/google/jwks`)).json()) as {
      keys: Record<string, string>[];
    };
    assert.ok(keys.every((key) => key.d === undefined));
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
    assert.equal(alg, 'RS256');
    const key = createPublicKey({ key: keys.find((one) => one.kid === kid)!, format: 'jwk' });
    const verify = createVerify('sha256').update(`${header}.${payload}`);
    assert.ok(verify.verify(key, Buffer.from(signature, 'base64url')));
  }

  test('an account keeps its subject, and has the profile that was typed last', async () => {
    const first = await getClaims({
      action: 'type',
      email: 'Cy@Example.com',
      name: 'Cy',
      verified: 'yes',
    });
    const second = await getClaims({ action: 'type', email: 'cy@example.com', name: '' });
    assert.equal(first.sub, second.sub);
    assert.deepEqual([first.email, first.name, first.email_verified], ['Cy@Example.com', 'Cy', true]);
    assert.deepEqual([second.email, second.name, second.email_verified], ['cy@example.com', 'cy', false]);
  });

  test('cancelling returns access_denied with the state', async () => {
    const browser = newBrowser();
    const { parameters } = newRequest(one);
    const end = await browser.submit(await open(browser, parameters), { action: 'cancel' }, atClient);
    assert.equal(end.url.searchParams.get('error'), 'access_denied');
    assert.equal(end.url.searchParams.get('state'), parameters.state);
    assert.equal(end.url.searchParams.get('code'), null);
  });

  test('a code is valid once, for its verifier, redirect URI and client', async () => {
    const wrong: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { client_id: 'another' },
      { grant_type: 'password' },
      { redirect_uri: 'http://127.0.0.1:1/other' },
      { client_secret: 'wrong' },
    ];
    for (const more of wrong) {
      const { code, verifier } = await getCode({ account: 'ada@example.com' });
      const { status, body } = await redeem(code, verifier, more);
      assert.ok(status === 400 || status === 401, JSON.stringify(body));
      assert.equal(body.id_token, undefined);
    }
    const basic = Buffer.from(`${one.clientId}:${one.clientSecret}`).toString('base64');
    for (const [scheme, expected] of [
      [`Basic ${basic}`, 200],
      [`Basic ${basic.slice(4)}`, 401],
    ] as const) {
      const { code, verifier } = await getCode({ account: 'ada@example.com' });
      assert.equal((await redeem(code, verifier, {}, two, { authorization: scheme })).status, expected);
    }
    const { code, verifier } = await getCode({ account: 'ada@example.com' });
    const answers = await Promise.all([redeem(code, verifier, {}, one), redeem(code, verifier, {}, two)]);
    const again = await redeem(code, verifier);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    assert.equal(again.status, 400);
    assert.equal(again.body.error, 'invalid_grant');
  });

  test('a code expires after a minute', async () => {
    const { code, verifier } = await getCode({ account: 'ada@example.com' });
    await one.pool.query(`update sandbox_google.codes set expires_at = expires_at - interval '1 minute'`);
    const { status, body } = await redeem(code, verifier);
    assert.equal(status, 400);
    assert.equal(body.error, 'invalid_grant');
  });

  test('a request without PKCE, with an unknown client or redirect URI is refused', async () => {
    const { parameters } = newRequest(one);
    const { code_challenge: _, code_challenge_method: __, ...without } = parameters;
    const refused: [error: string, parameters: Record<string, string>][] = [
      ['invalid_request', without],
      ['invalid_request', { ...parameters, code_challenge_method: 'plain' }],
      ['unsupported_response_type', { ...parameters, response_type: 'token' }],
      ['invalid_scope', { ...parameters, scope: 'email' }],
    ];
    for (const [error, asked] of refused) {
      const { url } = await open(newBrowser(), asked);
      assert.equal(url.searchParams.get('error'), error);
      assert.equal(url.searchParams.get('state'), parameters.state);
    }

    const wrong: Record<string, string>[] = [
      { redirect_uri: 'http://127.0.0.1:1/evil' },
      { client_id: '<script>' },
    ];
    for (const more of wrong) {
      const page = await open(newBrowser(), newRequest(one, more).parameters);
      assert.equal(page.status, 400);
      assert.match(page.text, /cannot be answered/);
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
      assert.ok(!page.text.includes('<script'));
    }
  });

  test('keeps its keys, client and accounts across a restart', async () => {
    const { code, verifier } = await getCode({ account: 'ada@example.com' });
    const three = await startSandbox(database.url, PUBLIC);
    try {
      assert.equal(three.clientId, one.clientId);
      assert.equal(three.clientSecret, one.clientSecret);
      const { status } = await redeem(code, verifier, {}, three);
      assert.equal(status, 200);
    } finally {
      await three.stop();
    }
  });

  test('does not change body parsing of the app, and logs no warning', async () => {
    const answer = await fetch(`${one.origin}/json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    assert.deepEqual(await answer.json(), { a: 1 });
    assert.deepEqual([...one.warnings, ...two.warnings], []);
  });
});

describe('the account page', () => {
  test('lists the accounts, names the sandbox, and runs no script', async () => {
    const { parameters } = newRequest(one);
    const page = await open(newBrowser(), parameters);
    assert.match(page.text, /Sandbox of Google sign-in/);
    for (const { email, name } of PEOPLE) assert.ok(page.text.includes(email) && page.text.includes(name));
    assert.match(page.text, /A &amp; B &lt;shop&gt;/);
    const policy = page.headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'; style-src 'self'; form-action 'self' http:\/\/127\.0\.0\.1:1;/);
    assert.ok(!/<script|<style| style=| on\w+=/.test(page.text));
    assert.equal(page.headers.get('cache-control'), 'no-store');
  });

  test('shows an error for an invalid address and keeps the input, escaped', async () => {
    const browser = newBrowser();
    const page = await open(browser, newRequest(one).parameters);
    const typed = { action: 'type', email: '"><script>alert(1)</script>', name: '<b>Eve' };
    const again = await browser.submit(page, typed);
    assert.equal(again.status, 422);
    assert.match(again.text, /This is not an email address/);
    assert.match(again.text, /value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/);
    assert.match(again.text, /value="&lt;b&gt;Eve"/);
    assert.ok(!/name="verified" value="yes"[^>]*checked/.test(again.text));
    assert.match((await browser.submit(again, { action: 'type', email: '' })).text, /Type an email address/);
  });

  test('an account that is not listed cannot be chosen', async () => {
    const browser = newBrowser();
    const page = await open(browser, newRequest(one).parameters);
    assert.equal((await browser.submit(page, { account: 'eve@example.com' })).status, 422);
  });

  test('can be submitted twice: each response has its own code', async () => {
    const browser = newBrowser();
    const page = await open(browser, newRequest(one).parameters);
    const [first, second] = [
      await browser.submit(page, { account: 'ada@example.com' }, atClient),
      await browser.submit(page, { account: 'bob@example.com' }, atClient),
    ].map(({ url }) => url.searchParams.get('code'));
    assert.ok(first && second && first !== second);
  });
});

describe('behind TLS', () => {
  test('every address has the scheme https', async () => {
    const secure = await startSandbox(database.url, 'https://google.sandbox.example');
    try {
      const browser = new Browser(() => secure.origin);
      const { parameters } = newRequest(secure);
      const page = await browser.go(`${secure.issuer}/auth?${new URLSearchParams(parameters)}`);
      const end = await browser.submit(page, { account: 'ada@example.com' }, atClient);
      assert.ok(end.url.searchParams.get('code'));
      assert.equal(end.url.searchParams.get('iss'), 'https://google.sandbox.example/sandbox/google');
      const description = await browser.request(`${secure.issuer}/.well-known/openid-configuration`);
      const { token_endpoint, authorization_endpoint } = JSON.parse(description.text);
      assert.equal(token_endpoint, `${secure.issuer}/token`);
      assert.equal(authorization_endpoint, `${secure.issuer}/auth`);
    } finally {
      await secure.stop();
    }
  });
});
