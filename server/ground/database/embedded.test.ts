// nightly: starts and kills dozens of servers of PostgreSQL; the ordinary run kills one in the browser tests
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataDirInUseError, DataDirNotWritableError, EmbeddedPostgresError } from './embedded/errors.ts';
import { clusterName } from './embedded/processes.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';
/** A statement that keeps its process busy: one that only waits notices that the postmaster is gone. */
const BUSY = 'SELECT count(*) FROM generate_series(1, 100000000000)';
const scratch = mkdtempSync(join(tmpdir(), 'northbridge-embedded-test-'));
const shops: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const shop of shops) await shop.stop();
  rmSync(scratch, { recursive: true, force: true });
});

function newFolder(name: string): string {
  return mkdtempSync(join(scratch, `${name}-`));
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const shop = await startEmbeddedPostgres({ dataDir, log: () => {}, ...options });
  shops.push(shop);
  return shop;
}

interface Said {
  url: string;
  pid: number;
  name?: string;
  message?: string;
}

/** Starts a shop in a process of its own and returns the first thing it says. */
async function startChild(
  dataDir: string,
  account = '',
  through: string[] = [],
): Promise<{ child: ChildProcess; said: Said }> {
  const script = join(import.meta.dirname, '../../../tests/fixtures/embedded-shop.ts');
  const [program = '', ...args] = [...through, process.execPath, script, dataDir, account];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, said: JSON.parse(line) };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether a process runs, on Linux. A dead one that nobody has waited for has no command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`).length > 0;
  } catch {
    return false;
  }
}

async function until(what: string, condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    assert.ok(waited < 60_000, `waited in vain until ${what}`);
    await delay(20);
  }
}

test('a first start makes a durable, private database and the second start finds its rows', async () => {
  const dataDir = join(newFolder('first'), 'a folder with spaces', 'data');
  const first = await start(dataDir);
  await query(first.url, 'CREATE TABLE parts AS SELECT 42 AS stock');
  const [settings] = await query(
    first.url,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
      current_setting('listen_addresses') AS listens, current_database() AS database,
      current_setting('password_encryption') AS passwords, current_setting('server_encoding') AS encoding`,
  );
  assert.deepEqual(settings, {
    fsync: 'on',
    pages: 'on',
    listens: isWindows ? '127.0.0.1' : '',
    database: 'northbridge',
    passwords: 'scram-sha-256',
    encoding: 'UTF8',
  });
  await first.stop();
  await first.stop();
  assert.equal(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')), false);
  const second = await start(dataDir);
  assert.deepEqual(await query(second.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  assert.equal(second.connection.password, first.connection.password);
  await second.stop();
});

test('the password is needed, and only its owner can read it or reach the socket', {
  skip: isWindows,
}, async () => {
  const dataDir = newFolder('private');
  const shop = await start(dataDir);
  const wrong = new pg.Client({ ...shop.connection, password: 'wrong' });
  await assert.rejects(wrong.connect(), /password authentication failed/);
  const password = join(dataDir, 'postgres', 'cluster', 'northbridge.password');
  assert.equal(readFileSync(password, 'utf8').trim(), shop.connection.password);
  assert.equal(statSync(password).mode & 0o777, 0o600);
  assert.equal(statSync(shop.connection.host).mode & 0o777, 0o700);
  await shop.stop();
  assert.equal(existsSync(shop.connection.host), false);
});

test('a lost password is replaced', async () => {
  const dataDir = newFolder('password');
  const first = await start(dataDir);
  await query(first.url, 'CREATE TABLE parts AS SELECT 42 AS stock');
  await first.stop();
  rmSync(join(dataDir, 'postgres', 'cluster', 'northbridge.password'));
  const second = await start(dataDir);
  assert.notEqual(second.connection.password, first.connection.password);
  assert.deepEqual(await query(second.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  await second.stop();
});

test('without sockets it listens on a free port of 127.0.0.1', async () => {
  const shop = await start(newFolder('tcp'), { transport: 'tcp' });
  assert.equal(shop.connection.host, '127.0.0.1');
  assert.deepEqual(await query(shop.url, 'SELECT 1 AS one'), [{ one: 1 }]);
  await shop.stop();
});

test('the second shop on a folder says which process has it', async () => {
  const dataDir = newFolder('two');
  const { child } = await startChild(dataDir);
  const words: string[] = [];
  await assert.rejects(start(dataDir, { patience: 100, log: (word) => words.push(word) }), (error: Error) => {
    assert.ok(error instanceof DataDirInUseError);
    assert.equal(error.pid, child.pid);
    assert.match(
      error.message,
      new RegExp(`^The data folder .* is in use by another shop \\(process ${child.pid}\\)`),
    );
    return true;
  });
  assert.match(words.join(), new RegExp(`Waiting for another shop \\(process ${child.pid}\\)`));
  child.kill('SIGTERM');
  // The one that is closing down is waited for.
  const next = await start(dataDir, { patience: 60_000 });
  await next.stop();
});

test('of two first starts at once one wins and the other is told', async () => {
  const dataDir = newFolder('race');
  const both = await Promise.all([startChild(dataDir), startChild(dataDir)]);
  const losers = both.filter(({ said }) => said.name !== undefined);
  assert.deepEqual(
    losers.map(({ said }) => said.name),
    ['DataDirInUseError'],
  );
  const winner = both.find(({ said }) => said.name === undefined)!;
  assert.deepEqual(await query(winner.said.url, 'SELECT 1 AS one'), [{ one: 1 }]);
  winner.child.kill('SIGTERM');
  await once(winner.child, 'exit');
});

test('a PostgreSQL left running after kill -9 of the shop is stopped, and its rows are there', async () => {
  const dataDir = newFolder('adopt');
  const { child, said } = await startChild(dataDir);
  await query(said.url, 'CREATE TABLE parts AS SELECT 42 AS stock');
  await killHard(child);
  let ended: string | undefined;
  const shop = await start(dataDir, { onExit: (message) => (ended = message) });
  assert.equal(isRunning(said.pid), false);
  assert.deepEqual(await query(shop.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  process.kill(shop.pid, 'SIGKILL');
  await until('its end is noticed', () => ended !== undefined);
  await shop.restart();
  assert.deepEqual(await query(shop.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  await shop.stop();
});

test('kill -9 of the shop at any moment of a start leaves a folder that starts', async () => {
  const dataDir = newFolder('moments');
  const script = join(import.meta.dirname, '../../../tests/fixtures/embedded-shop.ts');
  for (let moment = 100; moment < 1500; moment += 140) {
    const child = spawn(process.execPath, [script, dataDir], { stdio: 'ignore' });
    children.push(child);
    await delay(moment);
    await killHard(child);
  }
  const shop = await start(dataDir);
  assert.deepEqual(await query(shop.url, 'SELECT 1 AS one'), [{ one: 1 }]);
  await shop.stop();
  assert.deepEqual(await query((await start(dataDir)).url, 'SELECT 1 AS one'), [{ one: 1 }]);
  await shops.at(-1)?.stop();
});

test('kill -9 of PostgreSQL is reported, committed rows are kept, open transactions are not', async () => {
  const dataDir = newFolder('crash');
  const ends: string[] = [];
  const shop = await start(dataDir, { onExit: (message) => ends.push(message) });
  await query(shop.url, 'CREATE TABLE parts (stock int); INSERT INTO parts VALUES (42)');
  const open = new pg.Client({ connectionString: shop.url });
  open.on('error', () => {});
  await open.connect();
  await open.query('BEGIN; INSERT INTO parts VALUES (7)');
  // Its process keeps the cluster in use: it has to be ended.
  open.query(BUSY).catch(() => {});
  process.kill(shop.pid, 'SIGKILL');
  await until('its end is noticed', () => ends.length > 0);
  assert.deepEqual(ends, ['PostgreSQL ended']);
  await Promise.all([shop.restart(), shop.restart()]);
  assert.deepEqual(await query(shop.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  process.kill(shop.pid, 'SIGKILL');
  await until('its second end is noticed', () => ends.length > 1);
  await shop.stop();
  const next = await start(dataDir);
  assert.deepEqual(await query(next.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  await next.stop();
  assert.equal(ends.length, 2);
});

test('root that may not look into other processes, as in a container, knows its PostgreSQL', {
  skip: !isRoot || spawnSync('setpriv', ['--version']).status !== 0,
}, async () => {
  const dataDir = newFolder('contained');
  const contained = () => startChild(dataDir, '', ['setpriv', '--bounding-set=-sys_ptrace']);
  const first = await contained();
  await killHard(first.child);
  const second = await contained();
  assert.equal(isRunning(first.said.pid), false, second.said.message ?? '');
  await killHard(second.child);
  const busy = new pg.Client({ connectionString: second.said.url });
  busy.on('error', () => {});
  await busy.connect();
  // The busy process has to be ended, and no stranger that has its name.
  const cluster = join(dataDir, 'postgres', 'cluster');
  const { uid, gid } = statSync(cluster);
  const argv0 = `less ${clusterName({ folder: cluster })}.log`;
  const stranger = spawn('/bin/sleep', ['600'], { argv0, uid, gid, cwd: '/' });
  children.push(stranger);
  busy.query(BUSY).catch(() => {});
  process.kill(second.said.pid, 'SIGKILL');
  const third = await contained();
  assert.equal(third.said.message, undefined);
  assert.equal(stranger.signalCode, null);
  third.child.kill('SIGTERM');
  await once(third.child, 'exit');
  assert.equal(isRunning(third.said.pid), false);
});

test('folders of one path, as two containers have them, have names of their own', () => {
  const folder = newFolder('path');
  const name = clusterName({ folder });
  renameSync(folder, `${folder}-of-another`);
  mkdirSync(folder);
  assert.notEqual(clusterName({ folder }), name);
});

test('a stale pid file that names a living stranger does not stop the start', {
  skip: isWindows,
}, async () => {
  const dataDir = newFolder('stale');
  const first = await start(dataDir);
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const text = readFileSync(pidFile, 'utf8');
  await first.stop();
  // As the account that PostgreSQL runs as: its own check would take this process for another PostgreSQL.
  const { uid, gid } = statSync(join(dataDir, 'postgres', 'cluster'));
  const stranger = spawn('/bin/sleep', ['600'], isRoot ? { uid, gid, cwd: '/' } : {});
  children.push(stranger);
  for (const content of [text.replace(/^\d+/, String(stranger.pid)), '', 'nonsense\n']) {
    writeFileSync(pidFile, content);
    const shop = await start(dataDir);
    await shop.stop();
  }
  assert.equal(stranger.exitCode, null);
});

test('a folder that cannot be written is named in one line', { skip: isWindows }, async () => {
  const folder = newFolder('readonly');
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await assert.rejects(start(join(file, 'data')), (error: Error) => {
    assert.ok(error instanceof DataDirNotWritableError);
    assert.equal(error.message.includes(join(file, 'data')), true);
    assert.equal(error.message.includes('\n'), false);
    return true;
  });
  chmodSync(scratch, 0o755);
  chmodSync(folder, 0o555);
  const { said } = await startChild(join(folder, 'data'), isRoot ? 'nobody' : '');
  assert.equal(said.name, 'DataDirNotWritableError');
  assert.match(said.message ?? '', /readonly-.*\/data cannot be written \(EACCES\)/);
  chmodSync(folder, 0o755);
});

test('data of another PostgreSQL version is refused by name', async () => {
  const dataDir = newFolder('version');
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
  await assert.rejects(start(dataDir), (error: Error) => {
    assert.ok(error instanceof EmbeddedPostgresError);
    assert.match(error.message, /made by PostgreSQL 15, this is PostgreSQL 18/);
    return true;
  });
});

test('root may keep its data where only root may enter, and PostgreSQL does not run as root', {
  skip: !isRoot,
}, async () => {
  const closed = newFolder('closed');
  chmodSync(closed, 0o700);
  const dataDir = join(closed, 'data');
  const first = await start(dataDir);
  await query(first.url, 'CREATE TABLE parts AS SELECT 42 AS stock');
  assert.notEqual(statSync(`/proc/${first.pid}`).uid, 0);
  await first.stop();
  const second = await start(dataDir);
  assert.deepEqual(await query(second.url, 'SELECT stock FROM parts'), [{ stock: 42 }]);
  await second.stop();
});

test("root runs an ordinary user's database as that user, who can go on with it", {
  skip: !isRoot,
}, async (t) => {
  const looks = spawnSync('/bin/ls', [import.meta.dirname], { uid: 65534, gid: 65534, cwd: '/' });
  if (looks.status !== 0) return t.skip('the repository is closed to ordinary users');

  const folder = newFolder('ordinary');
  chmodSync(scratch, 0o755);
  chmodSync(folder, 0o777);
  const dataDir = join(folder, 'data');
  for (const round of [1, 2]) {
    const { child, said } = await startChild(dataDir, 'nobody');
    await query(said.url, `CREATE TABLE parts${round} AS SELECT 42 AS stock`);
    child.kill('SIGTERM');
    await once(child, 'exit');
    const asRoot = await start(dataDir);
    assert.deepEqual(await query(asRoot.url, `SELECT stock FROM parts${round}`), [{ stock: 42 }]);
    await asRoot.stop();
  }
});
