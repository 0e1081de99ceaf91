import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { EnvError } from './env/variables.ts';
import { readDataEnv, readEnv } from './env.ts';

const REAL = {
  DATABASE_URL: 'postgres://shop@db/shop',
  PUBLIC_URL: 'https://shop.example.com/',
  AUTH_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

/** What is said of variables that do not start a shop. */
function messageOf(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return 'nothing';
}

describe('environment', () => {
  test('is a sandbox on this machine without any variable', () => {
    const env = readEnv({});
    assert.equal(env.sandbox, true);
    assert.equal(env.port, 3000);
    assert.equal(env.host, '127.0.0.1');
    assert.equal(env.stockHoldMinutes, 1440);
    assert.equal(env.unprovenHoldMinutes, 120);
    assert.equal(readEnv({ STOCK_HOLD_MINUTES: '60' }).unprovenHoldMinutes, 60);
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

  test('a real deployment without any key starts no stand-in in its place, and names all that is missing at once', () => {
    const { DATABASE_URL } = REAL;
    const refused = messageOf({ DATABASE_URL, PORT: 'http' });
    assert.equal(refused.split('\n')[0], '6 variables are missing or wrong:');
    assert.deepEqual(
      refused
        .split('\n')
        .slice(1)
        .map((line) => /^ {2}(\w+) is (missing|to be)/.exec(line)?.slice(1).join(' ')),
      [
        ...[
          'PUBLIC_URL',
          'AUTH_SECRET',
          'STRIPE_SECRET_KEY',
          'STRIPE_PUBLISHABLE_KEY',
          'STRIPE_WEBHOOK_SECRET',
        ].map((name) => `${name} missing`),
        'PORT to be',
      ],
    );
    assert.match(messageOf({ ...REAL, DATABASE_URL: '', SANDBOX: '0' }), /^DATABASE_URL is missing/);
  });

  test('tells what each variable looks like that is missing', () => {
    const { DATABASE_URL } = REAL;
    const refused = messageOf({ DATABASE_URL, S3_BUCKET: 'b', GOOGLE_CLIENT_ID: 'id' });
    for (const form of [
      'https://shop.example.com',
      'openssl rand',
      'sk_live_',
      'pk_live_',
      'whsec_',
      '.apps.googleusercontent.com',
      'https://s3.',
    ])
      assert.ok(
        form.startsWith('.') ? refused.includes('GOOGLE_CLIENT_SECRET') : refused.includes(form),
        form,
      );
  });

  test('a command beside the shop asks for the data and for nothing else', () => {
    const { DATABASE_URL } = REAL;
    assert.equal(
      readDataEnv({ DATABASE_URL, PORT: 'http', STRIPE_SECRET_KEY: 'x' }).databaseUrl,
      DATABASE_URL,
    );
    assert.equal(readDataEnv({}).databaseUrl, undefined);
    assert.throws(() => readDataEnv({ SANDBOX: '0' }), /^EnvError: DATABASE_URL is missing/);
    assert.throws(() => readDataEnv({ DATABASE_URL: 'mysql://db' }), /^EnvError: DATABASE_URL is to be/);
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

  test('tells the demo a history in the sandbox, with its own Stripe, unless it is switched off', () => {
    assert.equal(readEnv({}).demoHistory, true);
    assert.equal(readEnv({ DEMO_HISTORY: '0' }).demoHistory, false);
    assert.equal(readEnv(REAL).demoHistory, false);
  });

  test('limits tries, unless a load test says off, and always with real keys', () => {
    assert.equal(readEnv({}).rateLimits, true);
    assert.equal(readEnv({ RATE_LIMITS: 'off' }).rateLimits, false);
    assert.throws(() => readEnv({ ...REAL, RATE_LIMITS: 'off' }), /^EnvError: RATE_LIMITS is off/);
    assert.throws(() => readEnv({ ...REAL, PASSWORD_HASH: 'cheap' }), /^EnvError: PASSWORD_HASH is cheap/);
    const tried = (PUBLIC_URL: string) => readEnv({ PASSWORD_HASH: 'cheap', PUBLIC_URL });
    assert.throws(() => tried('https://shop.northbridge.parts'), /^EnvError: PASSWORD_HASH is cheap/);
    for (const own of ['http://localhost:3000', 'https://shop.example.com'])
      assert.equal(tried(own).cheapPasswords, true);
    assert.equal(readEnv({}).cheapPasswords, false);
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    };
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
    ['STOCK_HOLD_MINUTES', '0'],
    ['UNPROVEN_HOLD_MINUTES', '0'],
    ['PUBLIC_URL', 'shop.example.com'],
    ['AUTH_SECRET', 'short'],
    ['HOST', 'fe80::1%eth0'],
    ['HOST', '[::1]'],
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
        () => readEnv({ SANDBOX: '1', [name]: value }),
        (error) =>
          error instanceof EnvError &&
          error.message.startsWith(name.split('_')[0]!) &&
          !error.message.includes('\n'),
      );
    });
  }
});

describe("Stripe's keys", () => {
  const LIVE = {
    STRIPE_SECRET_KEY: 'sk_live_secretvalue1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_publicvalue1',
    STRIPE_WEBHOOK_SECRET: 'whsec_signingvalue1',
  };
  const TEST = {
    STRIPE_SECRET_KEY: 'rk_test_secretvalue2',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_publicvalue2',
    STRIPE_WEBHOOK_SECRET: 'whsec_signingvalue2',
  };
  const real = { ...REAL, ...LIVE };

  test('of either mode, secret or restricted, are taken', () => {
    assert.equal(readEnv(real).stripe?.secretKey, LIVE.STRIPE_SECRET_KEY);
    assert.equal(readEnv({ ...real, ...TEST }).stripe?.secretKey, TEST.STRIPE_SECRET_KEY);
    assert.equal(readEnv(TEST).stripe?.publishableKey, TEST.STRIPE_PUBLISHABLE_KEY);
  });

  const {
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_WEBHOOK_SECRET: signing,
  } = LIVE;
  const refused: [name: string, keys: Partial<typeof LIVE>, said: RegExp][] = [
    [
      'secret and publishable key swapped',
      { STRIPE_SECRET_KEY: publishable, STRIPE_PUBLISHABLE_KEY: secret },
      /STRIPE_SECRET_KEY is to be .*, and is a publishable key\n {2}STRIPE_PUBLISHABLE_KEY is to be .*, and is a secret key/,
    ],
    [
      'a restricted key in the place of the publishable one',
      { STRIPE_PUBLISHABLE_KEY: TEST.STRIPE_SECRET_KEY },
      /^STRIPE_PUBLISHABLE_KEY is to be .*, and is a restricted key$/,
    ],
    [
      'a signing secret as the secret key',
      { STRIPE_SECRET_KEY: signing },
      /^STRIPE_SECRET_KEY .* a signing secret$/,
    ],
    [
      'a key as the signing secret',
      { STRIPE_WEBHOOK_SECRET: secret },
      /^STRIPE_WEBHOOK_SECRET .* a secret key$/,
    ],
    [
      'no key at all',
      { STRIPE_SECRET_KEY: 'hunter2secretvalue1' },
      /^STRIPE_SECRET_KEY is to be [^,]*, [^,]*, [^,]* or [^,]*$/,
    ],
    ['a key without a mode', { STRIPE_SECRET_KEY: 'sk_secretvalue1' }, /^STRIPE_SECRET_KEY is to be/],
    [
      'keys of two modes',
      { STRIPE_PUBLISHABLE_KEY: TEST.STRIPE_PUBLISHABLE_KEY },
      /^STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY a test key/,
    ],
  ];
  for (const [name, keys, said] of refused) {
    test(`${name}: refused without repeating a value`, () => {
      const message = messageOf({ ...real, ...keys });
      assert.match(message, said);
      assert.doesNotMatch(message, /value[12]/);
    });
  }

  test('of live mode never run with the sandbox, with or without a public address and a database', () => {
    const sandboxes: Record<string, string>[] = [
      {},
      { PUBLIC_URL: 'https://shop.example.com' },
      { SANDBOX: '1', DATABASE_URL: REAL.DATABASE_URL },
    ];
    for (const others of sandboxes)
      assert.match(
        messageOf({ ...LIVE, ...others }),
        /^STRIPE_SECRET_KEY is a live key, and this is a sandbox/,
      );
  });
});

test('a secret may stand in a file, and one that is set in its place is not told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'northbridge-secrets-'));
  try {
    const path = join(folder, 'auth');
    writeFileSync(path, `${'y'.repeat(32)}\n`);
    const { AUTH_SECRET, ...others } = REAL;
    assert.equal(readEnv({ ...others, AUTH_SECRET_FILE: path }).authSecret, 'y'.repeat(32));
    assert.match(
      messageOf({ ...REAL, AUTH_SECRET_FILE: path }),
      /AUTH_SECRET and AUTH_SECRET_FILE are both set/,
    );
    for (const secret of ['postgres://shop:hunter2@db.example/shop', '/hunter2+base64=']) {
      const missing = messageOf({ ...others, AUTH_SECRET_FILE: secret });
      assert.match(missing, /AUTH_SECRET_FILE is to be the path .+ cannot be read \(ENOENT\)/);
      assert.doesNotMatch(missing, /hunter2/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
