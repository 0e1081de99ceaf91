import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/ground/ports.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { type Receiver, startReceiver } from '../fixtures/traces.ts';
import { until } from '../until.ts';
import { FILLED_IN } from './example.ts';
import { buildImage, type Container, type Image, startContainer } from './image.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MOST_MEGABYTES = 350;
/** What may not be in an image: compilers, and what fetches or builds code. */
const TOOLS = ['cc', 'gcc', 'g++', 'c++', 'make', 'ld', 'npm', 'npx', 'git', 'curl', 'python3'];

/** Builds the image of deploy/, and runs it as its own user on a root that cannot be written, with a PostgreSQL. Needs root. */
export async function tryImage(from: 'sources' | 'packed', say: (line: string) => void): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'northbridge-image-'));
  const began = performance.now();
  try {
    const image = await buildImage(scratch, from);
    try {
      say(`built in ${seconds(began)} s, ${image.megabytes} MB`);
      requireLean(image);
      await requireRun(image, join(scratch, 'volumes'), say);
    } finally {
      await image.remove();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

function requireLean({ root, config, megabytes }: Image): void {
  assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes} MB`);
  assert.match(config.User, /^[1-9]\d*:[1-9]\d*$/);
  assert.equal(config.StopSignal, 'SIGTERM');
  // Without a shell, so that signals reach the shop.
  assert.equal(config.Cmd[0], 'node');
  assert.equal(config.Healthcheck.Test[0], 'CMD');
  for (const folder of ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin'])
    for (const tool of TOOLS) assert.ok(!existsSync(join(root, folder, tool)), `${folder}/${tool}`);
  const home = join(root, config.WorkingDir);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [name, { dev }] of Object.entries(packages))
    assert.ok(!dev || !existsSync(join(home, name)), name);
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
  const foreign = files.filter(
    (file) =>
      /(^|\/)\.env|\.git(\/|$)/.test(file) || (/\.test\.\w+$/.test(file) && !/^node_modules/.test(file)),
  );
  assert.deepEqual(foreign, []);
}

/** Starts it with an empty database, with the one that it has filled as a real shop, and as two processes with traces. */
async function requireRun(image: Image, folder: string, say: (line: string) => void): Promise<void> {
  const database = await createTestDatabase();
  const receiver = await startReceiver();
  try {
    const sockets = new URLSearchParams(database.url.split('?')[1]).get('host') ?? undefined;
    const port = await findFreePort();
    const variables = {
      ...{ HOST: '127.0.0.1', PORT: String(port) },
      DATABASE_URL: sockets
        ? database.url.replace(encodeURIComponent(sockets), '/tmp/database').replace(sockets, '/tmp/database')
        : database.url,
    };
    // The demo's shop is also one that writes files and starts programs: it stores datasheets and makes pictures.
    const demo = { SANDBOX: '1', DEMO_HISTORY: '0' };
    const real = { ...FILLED_IN, PUBLIC_URL: 'https://shop.example.com' };
    const traced = { ...real, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
    const starts: [what: string, Record<string, string>][] = [
      ['the demo with an empty database', demo],
      ['a real shop', real],
      ['a traced shop of two processes', { ...traced, PROCESSES: '2' }],
    ];
    for (const [what, more] of starts) {
      const began = performance.now();
      const container = await startContainer(image, {
        ...{ folder, variables: { ...variables, ...more } },
        ...(sockets && { sockets }),
      });
      await whileRunning(container, () => isReady(port));
      say(`${what}: ready in ${seconds(began)} s`);
      requireConfined(container, image);
      const page = await fetch(`http://127.0.0.1:${port}/`);
      assert.match(await page.text(), /<\/html>/);
      if (what === 'a real shop') requireCommands(container);
      const stopping = performance.now();
      assert.equal(await container.stop(), 0, container.said());
      say(`stopped in ${seconds(stopping)} s`);
      const isTraced = hasSpanOf(receiver, page.headers.get('x-request-id'));
      assert.equal(isTraced, 'OTEL_EXPORTER_OTLP_ENDPOINT' in more, what);
    }
  } finally {
    await receiver.close();
    await database.drop();
  }
}

/** Whether a request's span has arrived. A stop sends the last ones. */
function hasSpanOf({ spans }: Receiver, requestId: string | null): boolean {
  return spans.some(({ attributes }) => attributes['northbridge.request_id'] === requestId);
}

/** Commands beside the shop run in the image, as docs/going-live.md has them. */
function requireCommands(container: Container): void {
  for (const command of [['launch/backup.ts', '/data/tried.backup'], ['launch/audit.ts']]) {
    const { status, said } = container.run(['node', ...command]);
    assert.equal(status, 0, said);
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}

/** Waits for something. Throws with what it has said when the container ends meanwhile. */
async function whileRunning(container: Container, holds: () => Promise<boolean>): Promise<void> {
  let isOver = false;
  container.ended.then(() => {
    isOver = true;
  });
  await until(async () => {
    assert.ok(!isOver, container.said());
    return await holds();
  });
}

/** It is nobody, may write its volume and /tmp only, and its health check tells whether it is ready. */
function requireConfined(container: Container, { config }: Image): void {
  const [, ...check] = config.Healthcheck.Test;
  assert.equal(container.run(check).status, 0);
  assert.equal(container.run(['env', 'PORT=9', ...check]).status, 1);
  assert.equal(container.run(['sh', '-c', 'echo $(id -u):$(id -g)']).out.trim(), config.User);
  assert.match(container.run(['cat', '/proc/1/cmdline']).out, /^node\0/);
  const writable = (path: string) => container.run(['touch', join(path, 'tried')]).status === 0;
  for (const path of [...Object.keys(config.Volumes), '/tmp']) assert.ok(writable(path), path);
  for (const path of ['/', '/etc', '/var/tmp', config.WorkingDir, join(config.WorkingDir, 'content')])
    assert.ok(!writable(path), path);
}
