import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EnvError, readEnv } from './env.ts';

const REAL = {
  DATABASE_URL: 'postgres://shop@db/shop',
  PUBLIC_URL: 'https://shop.example.com/',
  AUTH_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

describe('environment', () => {
  test('is a sandbox on this machine without any variable', () => {
    const env = readEnv({});
    assert.equal(env.sandbox, true);
    assert.equal(env.port, 3000);
    assert.equal(env.host, '127.0.0.1');
    assert.equal(env.stockHoldMinutes, 1440);
  });

  test('is a real deployment with a database of its own and all keys', () => {
    const env = readEnv(REAL);
    assert.equal(env.sandbox, false);
    assert.equal(env.publicUrl, 'https://shop.example.com');
    assert.deepEqual(env.stripe?.publishableKey, 'pk_live_x');
  });

  for (const name of Object.keys(REAL).filter((one) => one !== 'DATABASE_URL')) {
    test(`a real deployment without ${name} names it and does not start`, () => {
      assert.throws(() => readEnv({ ...REAL, [name]: ' ' }), new RegExp(`^EnvError: ${name} is missing`));
      const { [name]: _, ...others } = REAL as Record<string, string>;
      assert.throws(() => readEnv(others), new RegExp(`^EnvError: ${name} is missing`));
    });
  }

  test('a real deployment without any key starts no stand-in in its place', () => {
    const { DATABASE_URL } = REAL;
    assert.throws(() => readEnv({ DATABASE_URL }), /^EnvError: STRIPE_SECRET_KEY is missing/);
    assert.throws(
      () => readEnv({ ...REAL, DATABASE_URL: '', SANDBOX: '0' }),
      /^EnvError: DATABASE_URL is missing/,
    );
  });

  test('knows who becomes the admin, in lower case', () => {
    assert.equal(readEnv({ ADMIN_EMAIL: 'Owner@Company.com' }).adminEmail, 'owner@company.com');
    assert.equal(readEnv({}).adminEmail, undefined);
  });

  test('keeps the sandbox with a database of its own when asked to', () => {
    assert.equal(readEnv({ DATABASE_URL: 'postgres://db/shop', SANDBOX: '1' }).sandbox, true);
  });

  test("takes both of Google's keys, or none, and names the one that is missing", () => {
    const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    assert.deepEqual(readEnv(keys).google, { clientId: 'id', clientSecret: 'secret' });
    assert.equal(readEnv(REAL).google, undefined);
    assert.throws(
      () => readEnv({ ...keys, GOOGLE_CLIENT_SECRET: '' }),
      /^EnvError: GOOGLE_CLIENT_SECRET is missing/,
    );
    assert.throws(() => readEnv({ ...keys, GOOGLE_CLIENT_ID: '' }), /^EnvError: GOOGLE_CLIENT_ID is missing/);
  });

  test('sends mail in the name of the address people use, unless told otherwise', () => {
    assert.equal(readEnv({}).mailFrom, 'Northbridge <orders@localhost>');
    assert.equal(readEnv(REAL).mailFrom, 'Northbridge <orders@shop.example.com>');
    assert.equal(readEnv({ MAIL_FROM: 'parts@example.com' }).mailFrom, 'parts@example.com');
    const smtp = 'smtps://user:p%40ss@mail.example.com:465?tls.rejectUnauthorized=false';
    assert.equal(readEnv({ SMTP_URL: smtp }).smtpUrl, smtp);
  });

  test('does not repeat the password of a wrong SMTP_URL', () => {
    assert.throws(
      () => readEnv({ SMTP_URL: 'smtp//user:secret@mail' }),
      (error) => error instanceof EnvError && !error.message.includes('secret'),
    );
  });

  test('METRICS_TOKEN is as long as a secret, and goes into a header', () => {
    assert.equal(readEnv({}).metricsToken, undefined);
    assert.equal(readEnv({ METRICS_TOKEN: 'sixteen.letters+' }).metricsToken, 'sixteen.letters+');
    for (const METRICS_TOKEN of ['too-short', 'with a space in it', 'x'.repeat(513)])
      assert.throws(() => readEnv({ METRICS_TOKEN }), /^EnvError: METRICS_TOKEN is/);
  });

  test('believes the proxies it is told of, and nobody otherwise', () => {
    assert.equal(readEnv({}).trustProxy, undefined);
    assert.deepEqual(readEnv({ TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32,loopback' }).trustProxy, [
      '10.0.0.0/8',
      '2001:db8::/32',
      'loopback',
    ]);
  });

  test('limits tries, unless a load test says off, and always with real keys', () => {
    assert.equal(readEnv({}).rateLimits, true);
    assert.equal(readEnv({ RATE_LIMITS: 'off' }).rateLimits, false);
    assert.throws(() => readEnv({ ...REAL, RATE_LIMITS: 'off' }), /^EnvError: RATE_LIMITS is off/);
    const stripe = Object.fromEntries(Object.entries(REAL).filter(([name]) => name.startsWith('STRIPE_')));
    for (const keys of [stripe, { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }])
      assert.throws(() => readEnv({ ...keys, RATE_LIMITS: 'off' }), /^EnvError: RATE_LIMITS is off/);
  });

  const wrong: [name: string, value: string][] = [
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://db'],
    ['SANDBOX', 'perhaps'],
    ['DATABASE_URL', ''],
    ['STOCK_HOLD_MINUTES', '0'],
    ['PUBLIC_URL', 'shop.example.com'],
    ['AUTH_SECRET', 'short'],
    ['STRIPE_SECRET_KEY', 'sk_test_alone'],
    ['GOOGLE_CLIENT_ID', 'alone'],
    ['GOOGLE_CLIENT_SECRET', 'alone'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['ADMIN_EMAIL', 'owner'],
    ['MAIL_FROM', 'Northbridge'],
    ['RATE_LIMITS', 'sometimes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1, proxy'],
    ['MAIL_FROM', 'A <a@example.com>, b@example.com'],
  ];
  for (const [name, value] of wrong) {
    test(`${name}=${value} is refused by name, in one line`, () => {
      assert.throws(
        () => readEnv({ SANDBOX: value === '' ? '0' : '1', [name]: value }),
        (error) =>
          error instanceof EnvError &&
          error.message.startsWith(name.split('_')[0]!) &&
          !error.message.includes('\n'),
      );
    });
  }
});
