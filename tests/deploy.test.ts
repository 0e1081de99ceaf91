// What deploy/ has is tried with the programs it is for; where one is not installed, its test is left out with a line that says so.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as requestPlainly } from 'node:http';
import { request as requestByTls } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readEnv } from '../server/env.ts';
import { startTestShop, type TestShop } from './testing.ts';
import { until } from './until.ts';

const DEPLOY = join(import.meta.dirname, '..', 'deploy');
const scratch = await mkdtemp(join(tmpdir(), 'northbridge-deploy-'));
after(() => rm(scratch, { recursive: true, force: true }));

const read = (name: string) => readFile(join(DEPLOY, name), 'utf8');
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;
const unless = (...programs: string[]) => {
  const missing = programs.filter((program) => !isInstalled(program));
  return missing.length > 0 && `${missing.join(', ')} is not installed`;
};

/** Runs a program to its end. */
function run(program: string, args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: scratch },
  });
  return { status, said: stdout + stderr };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

test('the variables of the example are those that a real shop needs', async () => {
  const filled: Record<string, string> = {
    AUTH_SECRET: randomBytes(32).toString('base64'),
    BACKUP_KEY: randomBytes(32).toString('base64'),
    STRIPE_SECRET_KEY: 'sk_test_123456789012345678901234',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_123456789012345678901234',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678901234567890',
  };
  const lines = (await read('northbridge.env.example')).split('\n').filter((line) => /^\w/.test(line));
  const variables = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const env = readEnv({ ...variables, ...filled });
  assert.deepEqual([env.sandbox, env.trustProxy, env.secondFactor], [false, ['loopback'], 'required']);
  for (const name of Object.keys(filled)) assert.ok(name in variables, name);
});

test('the unit of systemd is sound', { skip: unless('systemd-analyze') }, async () => {
  // As it stands, save for the paths of a machine that has the shop.
  const unit = (await read('northbridge.service')).replace('/usr/bin/node', process.execPath);
  const path = join(scratch, 'northbridge.service');
  await writeFile(path, unit);
  const { status, said } = run('systemd-analyze', ['verify', '--man=no', path]);
  assert.ok(!said.includes('northbridge.service:'), said);
  assert.equal(status, 0, said);
});

/** Asks a proxy on this machine for a path of the shop. */
function ask(
  port: number,
  path: string,
  { isTls, method = 'GET', body }: { isTls: boolean; method?: string; body?: Buffer },
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; raw: string[] }> {
  return new Promise((resolve, reject) => {
    const send = isTls ? requestByTls : requestPlainly;
    const asked = send(
      {
        ...{
          host: '127.0.0.1',
          port,
          path,
          method,
          rejectUnauthorized: false,
          servername: 'shop.example.com',
        },
        headers: { host: 'shop.example.com', 'x-forwarded-for': '203.0.113.9' },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, raw: answer.rawHeaders }),
        );
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** What each proxy has to do, with the shop behind it. */
async function requireServed(port: number, isTls: boolean): Promise<void> {
  await until(async () => (await ask(port, '/readyz', { isTls }).catch(() => undefined))?.status === 200);
  for (const path of ['/metrics', '/metrics/', '/docs', '/docs/', '/docs/static/index.html', '/openapi.json'])
    assert.equal((await ask(port, path, { isTls })).status, 404, path);
  const list = await ask(port, '/products?limit=1', { isTls });
  assert.equal(list.status, 200);
  const names = list.raw.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
  for (const header of ['content-security-policy', 'x-content-type-options'])
    assert.equal(names.filter((name) => name === header).length, 1, header);
  assert.equal((await ask(port, '/no-such-page', { isTls })).status, 404);
  // Larger than what proxies take by themselves: it is the shop that refuses it.
  const large = await ask(port, '/files', { isTls, method: 'POST', body: Buffer.alloc(2 * 1024 * 1024) });
  assert.equal(large.status, 401);
}

describe('in front of a shop', () => {
  let shop: TestShop;
  const start = async () => {
    shop ??= await startTestShop({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://shop.example.com' });
    return shop;
  };
  after(() => shop?.close());

  test('Caddy serves it, and nothing that is private', { skip: unless('caddy') }, async () => {
    const file = join(DEPLOY, 'Caddyfile');
    const { status, said } = run('caddy', ['validate', '--config', file, '--adapter', 'caddyfile']);
    assert.equal(status, 0, said);
    assert.equal(run('caddy', ['fmt', file]).said.trim(), (await read('Caddyfile')).trim());
    const { origin } = await start();
    const port = await freePort();
    // Without a certificate, and without the console that several on a machine would share.
    const tried = `{\n\tadmin off\n\tauto_https off\n}\n${(await read('Caddyfile'))
      .replace('shop.example.com {', `http://shop.example.com:${port} {\n\tbind 127.0.0.1`)
      .replace('127.0.0.1:3000', new URL(origin).host)}`;
    const path = join(scratch, 'Caddyfile');
    await writeFile(path, tried);
    const caddy = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch },
    });
    try {
      await requireServed(port, false);
    } finally {
      caddy.kill();
      await once(caddy, 'exit');
    }
  });

  test('nginx serves it, and nothing that is private', { skip: unless('nginx', 'openssl') }, async () => {
    const { origin } = await start();
    const [plain, port] = [await freePort(), await freePort()];
    const [certificate, key] = [join(scratch, 'cert.pem'), join(scratch, 'key.pem')];
    const made = run('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=shop.example.com', '-keyout', key, '-out', certificate],
    ]);
    assert.equal(made.status, 0, made.said);
    const site = (await read('nginx.conf'))
      .replace('server 127.0.0.1:3000', `server ${new URL(origin).host}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/^\tlisten \[::\].*\n/gm, '')
      .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, certificate)
      .replace(/\/etc\/letsencrypt\S*privkey\.pem/, key);
    await writeFile(join(scratch, 'site.conf'), site);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path ${scratch}/${what};`)
      .join('\n');
    await writeFile(
      join(scratch, 'nginx.conf'),
      `pid ${scratch}/nginx.pid;\ndaemon off;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\ninclude ${scratch}/site.conf;\n}\n`,
    );
    const args = ['-p', scratch, '-e', 'stderr', '-c', join(scratch, 'nginx.conf')];
    const { status, said } = run('nginx', ['-t', ...args]);
    assert.equal(status, 0, said);
    const nginx = spawn('nginx', args, { stdio: 'ignore' });
    try {
      await requireServed(port, true);
      const moved = await ask(plain, '/order?a=1', { isTls: false });
      assert.deepEqual([moved.status, moved.headers.location], [301, 'https://shop.example.com/order?a=1']);
      const page = await ask(port, '/products?limit=1', { isTls: true });
      assert.ok(page.headers['strict-transport-security']);
    } finally {
      nginx.kill();
      await once(nginx, 'exit');
    }
  });
});
