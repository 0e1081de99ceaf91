// nightly: runs the servers that deploy/ is for
// What deploy/ has is tried with the programs it is for; where one is not installed, its test is left out with a line that says so.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as requestPlainly } from 'node:http';
import { request as requestByTls } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { MOST_DRAIN_SECONDS, readEnv } from '../server/ground/env.ts';
import { findFreePort } from '../server/ground/ports.ts';
import { STOP_MS } from '../server/processes/supervisor.ts';
import { FILLED_IN, readExample } from './deploy/example.ts';
import { run, unless } from './deploy/programs.ts';
import { startTestShop, type TestShop } from './testing.ts';
import { until } from './until.ts';

const METRICS_TOKEN = 'a-token-of-monitors';
const DEPLOY = join(import.meta.dirname, '..', 'deploy');
const scratch = await mkdtemp(join(tmpdir(), 'northbridge-deploy-'));
after(() => rm(scratch, { recursive: true, force: true }));

/** Units that timers start. */
const NIGHTLY = ['northbridge-backup', 'northbridge-audit'];
const read = (name: string) => readFile(join(DEPLOY, name), 'utf8');
test('the variables of the example are those that a real shop needs', async () => {
  const variables = await readExample();
  const env = readEnv({ ...variables, ...FILLED_IN });
  assert.deepEqual([env.sandbox, env.trustProxy, env.secondFactor], [false, ['loopback'], 'required']);
  // Commands know the service's folder of uploads by the file alone.
  assert.match(
    await read('northbridge.service'),
    new RegExp(`^StateDirectory=${basename(env.dataDir)}$`, 'm'),
  );
  assert.equal(dirname(env.dataDir), '/var/lib');
  for (const name of Object.keys(FILLED_IN)) assert.ok(name in variables, name);
});

test('the units of systemd are sound', { skip: unless('systemd-analyze') }, async () => {
  // As it stands, save for the paths of a machine that has the shop.
  const names = ['northbridge.service', ...NIGHTLY.flatMap((name) => [`${name}.service`, `${name}.timer`])];
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(scratch, name);
      await writeFile(path, (await read(name)).replace('/usr/bin/node', process.execPath));
      return path;
    }),
  );
  const { status, said } = run('systemd-analyze', ['verify', '--man=no', ...paths]);
  for (const name of names) assert.ok(!said.includes(`${name}:`), said);
  assert.equal(status, 0, said);
});

test('each proxy removes the trace headers of a client, which the shop would believe of it', async () => {
  for (const [file, one] of [
    ['Caddyfile', (name: string) => `header_up -${name}`],
    ['nginx.conf', (name: string) => `proxy_set_header ${name} "";`],
    ['haproxy.cfg', (name: string) => `http-request del-header ${name}`],
    ['cluster/haproxy-balancer.cfg', (name: string) => `http-request del-header ${name}`],
  ] as const) {
    const text = await read(file);
    for (const name of ['traceparent', 'tracestate']) assert.ok(text.includes(one(name)), `${file}: ${name}`);
  }
});

test('who stops a shop waits until it has drained and ended what it has begun', async () => {
  const number = async (name: string, pattern: RegExp) => Number(pattern.exec(await read(name))![1]);
  const ends = STOP_MS / 1000;
  assert.ok((await number('northbridge.service', /^TimeoutStopSec=(\d+)$/m)) >= MOST_DRAIN_SECONDS + ends);
  const drains = await number('compose.yaml', /DRAIN_SECONDS: "(\d+)"/);
  assert.ok((await number('compose.yaml', /stop_grace_period: (\d+)s/)) >= drains + ends);
  assert.ok((await number('../docs/going-live.md', /has to wait (\d+)\s+seconds longer/)) >= ends);
});

/** Asks a proxy on this machine for a path of the shop. */
function ask(
  port: number,
  path: string,
  {
    isTls,
    method = 'GET',
    body,
    headers,
  }: { isTls: boolean; method?: string; body?: Buffer; headers?: Record<string, string> },
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
        headers: { host: 'shop.example.com', 'x-forwarded-for': '203.0.113.9', ...headers },
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

/** A monitor on another machine reads the metrics from its address, with the token. */
async function requireMonitored(port: number, isTls: boolean): Promise<void> {
  const metrics = (token: string) =>
    ask(port, '/metrics', { isTls, headers: { authorization: `Bearer ${token}` } });
  await until(async () => (await metrics(METRICS_TOKEN).catch(() => undefined))?.status === 200);
  assert.notEqual((await metrics('another-token-of-monitors')).status, 200);
}

describe('in front of a shop', () => {
  let shop: TestShop;
  const start = async () => {
    shop ??= await startTestShop({
      ...{ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://shop.example.com', METRICS_TOKEN },
    });
    return shop;
  };
  after(() => shop?.close());

  test('Caddy serves it, and nothing that is private', { skip: unless('caddy') }, async () => {
    const file = join(DEPLOY, 'Caddyfile');
    const { status, said } = run('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
      HOME: scratch,
    });
    assert.equal(status, 0, said);
    assert.equal(run('caddy', ['fmt', file]).said.trim(), (await read('Caddyfile')).trim());
    const { origin } = await start();
    const port = await findFreePort();
    // Without a certificate, and without the console that several on a machine would share.
    const tried = `{\n\tadmin off\n\tauto_https off\n}\n${(await read('Caddyfile')).replace(
      '{$SHOP_HOST:shop.example.com} {',
      `http://shop.example.com:${port} {\n\tbind 127.0.0.1`,
    )}`;
    const path = join(scratch, 'Caddyfile');
    await writeFile(path, tried);
    const served = async (more: Record<string, string>, served: () => Promise<void>) => {
      const caddy = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: {
          ...{ ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch },
          ...{ SHOP_AT: new URL(origin).host, ...more },
        },
      });
      try {
        await served();
      } finally {
        caddy.kill();
        await once(caddy, 'exit');
      }
    };
    await served({}, () => requireServed(port, false));
    await served({ MONITOR_AT: '127.0.0.1' }, () => requireMonitored(port, false));
  });

  test('nginx serves it, and nothing that is private', { skip: unless('nginx', 'openssl') }, async () => {
    const { origin } = await start();
    const [plain, port] = [await findFreePort(), await findFreePort()];
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
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path ${scratch}/${what};`)
      .join('\n');
    await writeFile(
      join(scratch, 'nginx.conf'),
      `pid ${scratch}/nginx.pid;\ndaemon off;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\ninclude ${scratch}/site.conf;\n}\n`,
    );
    const args = ['-p', scratch, '-e', 'stderr', '-c', join(scratch, 'nginx.conf')];
    const served = async (site: string, served: () => Promise<void>) => {
      await writeFile(join(scratch, 'site.conf'), site);
      const { status, said } = run('nginx', ['-t', ...args]);
      assert.equal(status, 0, said);
      const nginx = spawn('nginx', args, { stdio: 'ignore' });
      try {
        await served();
      } finally {
        nginx.kill();
        await once(nginx, 'exit');
      }
    };
    await served(site, async () => {
      await requireServed(port, true);
      const moved = await ask(plain, '/order?a=1', { isTls: false });
      assert.deepEqual([moved.status, moved.headers.location], [301, 'https://shop.example.com/order?a=1']);
      const page = await ask(port, '/products?limit=1', { isTls: true });
      assert.ok(page.headers['strict-transport-security']);
    });
    await served(site.replace('allow 192.0.2.1;', 'allow 127.0.0.1;'), () => requireMonitored(port, true));
  });
});
