import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { haveTodos, NOWHERE, serve, told } from '../../../tests/fixtures/findings.ts';
import { startMailServer } from '../../../tests/fixtures/mail.ts';
import { startTestBucket } from '../../../tests/test-bucket.ts';
import { startTestShop } from '../../../tests/testing.ts';
import { type Env, readEnv } from '../../ground/env.ts';
import { lookAtDatabase } from './database.ts';
import type { Finding } from './finding.ts';
import { lookAtGoogle } from './google.ts';
import { lookAtMail } from './mail.ts';
import { look } from './main.ts';
import { lookAtSecrets } from './secrets.ts';
import { lookAtSite } from './site.ts';
import { lookAtStorage } from './storage.ts';
import { lookAtStripe, WEBHOOK_EVENTS } from './stripe.ts';

const folder = await mkdtemp(join(tmpdir(), 'northbridge-doctor-'));
const database = await createTestDatabase();
const mailServer = await startMailServer();
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI', region: 'eu-central-1' };
const bucket = await startTestBucket(keys);
after(async () => {
  await Promise.all([database.drop(), mailServer.close(), bucket.close()]);
  await rm(folder, { recursive: true });
});

/** What the variables say, with a data folder of the test's own. */
const envOf = (variables: Record<string, string> = {}): Env => readEnv({ DATA_DIR: folder, ...variables });
test('without any variable all is the sandbox, and nothing is wrong', async () => {
  const env = envOf();
  const findings = await look(env);
  const others = findings.filter(({ verdict }) => verdict !== 'not used' && verdict !== 'well');
  assert.match(told(others), /^(look: BACKUP_KEY is not set[^\n]*)?$/);
});

describe('the database', () => {
  /** The same database with a setting for its sessions. */
  const withSetting = (setting: string) =>
    `${database.url}${database.url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c ${setting}`)}`;

  test('has its version, the rights of its user and its clock told', async () => {
    const found = await lookAtDatabase({ databaseUrl: database.url, sandbox: true, dataDir: folder });
    assert.match(
      told(found),
      /^well: DATABASE_URL: PostgreSQL \d+\.\nwell: .+ may create .+\n.+\nwell: This machine's clock/,
    );
  });

  test('that may lose what it has confirmed is told, with the setting', async () => {
    // The database of the tests may have others off, too.
    const databaseUrl = withSetting('synchronous_commit=off');
    const found = await lookAtDatabase({ databaseUrl, sandbox: false, dataDir: folder });
    assert.match(told(found), /wrong: DATABASE_URL: with .*synchronous_commit off/);
    assert.ok(found.some(({ todo }) => todo?.includes('synchronous_commit = on')));
    const on = withSetting('synchronous_commit=on');
    assert.doesNotMatch(
      told(await lookAtDatabase({ databaseUrl: on, sandbox: false, dataDir: folder })),
      /synchronous_commit/,
    );
  });

  test('in another encoding than UTF-8 is told', async () => {
    const name = `doctor_${randomBytes(6).toString('hex')}`;
    await database.pool.query(
      `create database ${name} template template0 encoding 'LATIN1' locale 'C' locale_provider libc`,
    );
    const databaseUrl = database.url.replace(/\/test_\w+/, `/${name}`);
    const found = await lookAtDatabase({ databaseUrl, sandbox: false, dataDir: folder });
    await database.pool.query(`drop database ${name} with (force)`);
    assert.match(told(found), /wrong: DATABASE_URL: the database has the encoding LATIN1/);
    assert.ok(haveTodos(found));
  });

  test('whose user may not create tables is told with the statement that gives the right, and is not changed', async () => {
    const user = `doctor_${randomBytes(6).toString('hex')}`;
    await database.pool.query(`create role ${user}; revoke create on schema public from public`);
    const databaseUrl = `${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20role%3D${user}`;
    const found = await lookAtDatabase({ databaseUrl, sandbox: false, dataDir: folder });
    await database.pool.query(`drop role ${user}`);
    assert.match(told(found), new RegExp(`wrong: The database user ${user} may not make tables`));
    assert.ok(found.some(({ todo }) => todo?.includes(`GRANT USAGE, CREATE ON SCHEMA public TO ${user};`)));
  });

  test('that is away is told in a line, without its password', async () => {
    const found = await lookAtDatabase({
      ...{ databaseUrl: `postgres://shop:secret@${NOWHERE}/shop`, sandbox: false, dataDir: folder },
    });
    assert.match(told(found), /^wrong: DATABASE_URL cannot be reached/);
    assert.doesNotMatch(JSON.stringify(found), /secret/);
    assert.ok(haveTodos(found));
  });
});

describe('the mail server', () => {
  test('takes a login, and gets no mail', async () => {
    const found = await lookAtMail(envOf({ SMTP_URL: mailServer.url }));
    assert.match(told(found), /^well: SMTP_URL: .+ takes the login/);
    assert.deepEqual(mailServer.mails, []);
  });

  test('that is away is told, without its password', async () => {
    const found = await lookAtMail(envOf({ SMTP_URL: `smtp://user:secret@${NOWHERE}` }));
    assert.match(told(found), /^wrong: SMTP_URL: 127\.0\.0\.1:9 refused/);
    assert.doesNotMatch(JSON.stringify(found), /secret/);
    assert.ok(haveTodos(found));
  });
});

describe('the storage', () => {
  const variables = {
    ...{ S3_ENDPOINT: bucket.endpoint, S3_BUCKET: 'pictures', S3_REGION: keys.region },
    ...{ S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey },
  };

  test('gives back what was written', async () => {
    const found = await lookAtStorage(envOf(variables));
    assert.match(told(found), /well: DATA_DIR: what is written/);
    assert.match(told(found), /well: S3_BUCKET pictures: what is written/);
  });

  test('that refuses the key is told, without the key', async () => {
    const found = await lookAtStorage(envOf({ ...variables, S3_SECRET_ACCESS_KEY: 'another-secret' }));
    assert.match(
      told(found),
      /wrong: S3_BUCKET pictures cannot be written and read \(The storage answered 403/,
    );
    assert.doesNotMatch(JSON.stringify(found), /another-secret/);
    assert.ok(haveTodos(found));
  });
});

describe('Stripe', () => {
  const variables = {
    ...{
      DATABASE_URL: 'postgres://db/shop',
      PUBLIC_URL: 'https://shop.example.com',
      AUTH_SECRET: 'x'.repeat(32),
    },
    STRIPE_SECRET_KEY: 'rk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  const list = (...data: object[]) => ({ object: 'list', data, has_more: false });
  const webhook = {
    ...{ url: 'https://shop.example.com/webhooks/stripe', status: 'enabled' },
    enabled_events: [...WEBHOOK_EVENTS] as string[],
  };
  const refusal = (message: string) => ({ error: { type: 'invalid_request_error', message } });

  /** What is found at a Stripe that answers these paths so; another path is not permitted. */
  async function findAt(answers: Record<string, object>, status = 200): Promise<Finding[]> {
    const { host, port } = await serve((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://stripe');
      const path = pathname.slice('/v1/'.length);
      const isDelivered = searchParams.get('delivery_success') === 'true';
      const answer = answers[isDelivered ? `${path}?delivered` : path];
      response.writeHead(answer ? status : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? refusal('The key does not have the required permissions')));
    });
    const found = await lookAtStripe(envOf(variables), { host, port, protocol: 'http' });
    assert.doesNotMatch(JSON.stringify(found), /rk_test_secret|whsec_x/);
    assert.ok(haveTodos(found), told(found));
    return found;
  }

  const intent = { id: 'pi_1', client_secret: 'pi_1_secret_x' };
  const delivered = { id: 'evt_1', created: 1_790_000_000 };
  const good = {
    ...{ payment_intents: list(intent), 'payment_intents/pi_1': intent },
    ...{ account: { id: 'acct_1', charges_enabled: true } },
    ...{ webhook_endpoints: list(webhook), events: list() },
    'events?delivered': list(delivered),
  };

  test('is well with a key, an account and a webhook that are', async () => {
    const found = await findAt(good);
    assert.deepEqual(
      found.map(({ verdict }) => verdict),
      ['well', 'well', 'well', 'well', 'well', 'well'],
      told(found),
    );
  });

  test('with a publishable key of another account is told', async () => {
    const { 'payment_intents/pi_1': _, ...other } = good;
    assert.match(told(await findAt(other)), /wrong: STRIPE_PUBLISHABLE_KEY: it does not open a payment/);
    assert.match(told(await findAt({ ...good, payment_intents: list() })), /look: STRIPE_PUBLISHABLE_KEY/);
  });

  test("says that nobody knows the webhook's secret before an event was sent, and trusts the newest", async () => {
    const none = await findAt({ ...good, 'events?delivered': list() });
    assert.match(told(none), /look: Stripe: no event has been sent yet/);
    const late = await findAt({ ...good, events: list({ id: 'evt_late', created: delivered.created - 1 }) });
    assert.match(told(late), /well: Stripe: the event evt_1 of \S+ was delivered/);
  });

  test("whose clock is another than this machine's is told", async () => {
    const { host, port } = await serve((_request, response) => {
      response.sendDate = false;
      response.setHeader('date', new Date(Date.now() - 60_000).toUTCString());
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(list()));
    });
    const found = await lookAtStripe(envOf(variables), { host, port, protocol: 'http' });
    assert.match(told(found), /look: This machine's clock is (59|60|61) s ahead of Stripe's/);
  });

  test('with a restricted key says what cannot be seen, and that is no fault', async () => {
    const found = await findAt({ payment_intents: list(intent), 'payment_intents/pi_1': intent });
    assert.deepEqual(
      found.map(({ verdict }) => verdict),
      ['well', 'well', 'well', 'look', 'look', 'look'],
      told(found),
    );
  });

  test('that refuses the key is told in its words', async () => {
    const found = await findAt({ payment_intents: refusal('Invalid API Key provided') }, 401);
    assert.match(told(found), /^wrong: STRIPE_SECRET_KEY: Stripe refuses it \(Invalid API Key provided\)\.$/);
  });

  test('with an account or a webhook that is not ready says what is missing', async () => {
    const found = told(
      await findAt({
        ...good,
        account: { id: 'acct_1', charges_enabled: false },
        webhook_endpoints: list({ ...webhook, enabled_events: WEBHOOK_EVENTS.slice(1) }),
        events: list({ id: 'evt_late', created: delivered.created + 1 }),
      }),
    );
    assert.match(found, /wrong: Stripe: the account may not charge cards yet/);
    assert.match(found, /wrong: Stripe: the webhook for \S+ lacks events/);
    assert.match(found, /look: Stripe: the event evt_late of 2026-/);
    assert.match(told(await findAt({ ...good, webhook_endpoints: list() })), /wrong: Stripe has no webhook/);
    const off = list({ ...webhook, status: 'disabled' });
    assert.match(told(await findAt({ ...good, webhook_endpoints: off })), /wrong: .+ is disabled/);
  });

  test('has to tell of the events that the page about going live lists', async () => {
    const page = await readFile(new URL('../../../docs/going-live.md', import.meta.url), 'utf8');
    for (const event of WEBHOOK_EVENTS) assert.ok(page.includes(`\`${event}\``), event);
  });
});

test('a file of variables that everybody may read is told, and backups that are not encrypted', async () => {
  const ENV_FILE = join(folder, 'variables');
  await writeFile(ENV_FILE, '');
  await chmod(ENV_FILE, 0o644);
  const open = await lookAtSecrets({}, { ENV_FILE });
  assert.match(told(open), /^look: ENV_FILE: every user .+\nlook: BACKUP_KEY is not set/);
  assert.ok(haveTodos(open));
  await chmod(ENV_FILE, 0o640);
  const closed = await lookAtSecrets({}, { ENV_FILE, BACKUP_KEY: randomBytes(24).toString('base64') });
  assert.match(told(closed), /^well: ENV_FILE: others may not read .+\nwell: BACKUP_KEY/);
});

describe('Google', () => {
  const env = envOf({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
  const issuer = 'https://accounts.google.com';

  test('that describes itself can be reached; whether it takes the keys is to be tried', async () => {
    const { origin } = await serve((_request, response) => response.end(JSON.stringify({ issuer })));
    const found = await lookAtGoogle(env, { issuer, discoveryUrl: origin });
    assert.match(told(found), /^look: Google can be reached/);
  });

  test('that is another, or away, is told', async () => {
    const { origin } = await serve((_request, response) =>
      response.end('{"issuer":"https://other.example"}'),
    );
    assert.match(
      told(await lookAtGoogle(env, { issuer, discoveryUrl: origin })),
      /^wrong: Google's description/,
    );
    const away = { issuer, discoveryUrl: `http://${NOWHERE}` };
    assert.match(told(await lookAtGoogle(env, away)), /^wrong: Google cannot be reached/);
  });
});

describe('the public address', () => {
  test('of a shop that runs is open, and says what TLS is for', async () => {
    const shop = await startTestShop();
    after(() => shop.close());
    const found = await lookAtSite(envOf({ PUBLIC_URL: shop.origin }));
    assert.match(told(found), /^well: PUBLIC_URL: the shop answers/);
    assert.match(told(found), /look: PUBLIC_URL is without TLS/);
  });

  test('with pages for monitors that are open to everybody is wrong', async () => {
    const { origin } = await serve((_request, response) => response.end('ok'));
    assert.match(
      told(await lookAtSite(envOf({ PUBLIC_URL: origin }))),
      /wrong: \/metrics is open to everybody/,
    );
  });

  test('where nothing answers, or something else does, is told with what to do', async () => {
    const { origin } = await serve((_request, response) => response.writeHead(502).end());
    for (const PUBLIC_URL of [origin, `http://${NOWHERE}`]) {
      const found = await lookAtSite(envOf({ PUBLIC_URL }));
      assert.equal(found[0]?.verdict, 'wrong');
      assert.ok(haveTodos(found));
    }
  });
});
