// slow: starts processes. Each test runs the launcher in a small repository, with a fake npm that records its calls
// and a link to this Node.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isAlive } from './lock.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'northbridge launch test '));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

const LAUNCHER = [
  'launch.mjs',
  'run.mjs',
  'install.mjs',
  'lock.mjs',
  'parents.mjs',
  'progress.mjs',
  'stamp.mjs',
  'follow.ts',
];

/** A fake npm that installs a link to this Node, and follows the instructions in `npm-orders` beside package.json. */
const FAKE_NPM = `
import fs from 'node:fs';
fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
const read = (file) => { try { return fs.readFileSync(file, 'utf8').trim(); } catch { return ''; } };
const orders = read('npm-orders');
console.error('npm says something');
if (orders === 'fail') process.exit(7);
if (orders === 'hang') await new Promise((done) => setTimeout(done, 600_000));
await new Promise((done) => setTimeout(done, 300));
fs.mkdirSync('node_modules/node/bin', { recursive: true });
fs.rmSync('node_modules/node/bin/node', { force: true });
if (orders !== 'no scripts') fs.symlinkSync(process.env.REAL_NODE, 'node_modules/node/bin/node');
fs.writeFileSync('node_modules/.package-lock.json', '{}');
`;

function newRepository(name: string, command: string): string {
  const root = join(scratch, name);
  write(root, 'package.json', '{"type":"module"}');
  write(root, 'package-lock.json', '{}');
  write(root, 'npm-cli.mjs', FAKE_NPM);
  for (const file of LAUNCHER) {
    mkdirSync(join(root, 'launch'), { recursive: true });
    copyFileSync(join(import.meta.dirname, file), join(root, 'launch', file));
  }
  write(root, 'launch/start.ts', `import './follow.ts';\n${command}`);
  return root;
}

function write(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** Starts the launcher from a folder other than the repository. */
function launch(root: string, args: string[] = ['start']) {
  const env = { ...process.env, npm_execpath: join(root, 'npm-cli.mjs'), REAL_NODE: process.execPath };
  const child = spawn(process.execPath, [join(root, 'launch', 'launch.mjs'), ...args], {
    cwd: tmpdir(),
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }));
  return { child, ended, said: () => output };
}

function npmCalls(root: string): number {
  return existsSync(join(root, 'npm-calls'))
    ? readFileSync(join(root, 'npm-calls'), 'utf8').trim().split('\n').length
    : 0;
}

async function until(what: string, condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    assert.ok(waited < 60_000, `waited in vain until ${what}`);
    await delay(20);
  }
}

test('the first start installs, the second does not; arguments, folder and exit code are passed on', async () => {
  const root = newRepository(
    'first',
    'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)])); process.exitCode = 3;',
  );
  const first = await launch(root, ['start', 'a b', '--c']).ended;
  assert.equal(first.code, 3);
  assert.match(first.output, /Installing packages \.\.\. done/);
  assert.ok(first.output.includes(JSON.stringify([root, ['a b', '--c']])));
  assert.equal(first.output.includes('npm says something'), false);
  const second = await launch(root).ended;
  assert.equal(second.output, `${JSON.stringify([root, []])}\n`);
  assert.equal(npmCalls(root), 1);
});

test('a changed lockfile, or a stamp of another platform, installs again', async () => {
  const root = newRepository('changed', '');
  await launch(root).ended;
  write(root, 'package-lock.json', '{ }');
  await launch(root).ended;
  assert.equal(npmCalls(root), 2);
  write(root, 'node_modules/other/file', '');
  const stamp = join(root, 'node_modules', '.northbridge-installed');
  writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(/ \S+$/m, ' plan9-mips'));
  await launch(root).ended;
  assert.equal(npmCalls(root), 3);
  assert.equal(existsSync(join(root, 'node_modules/other')), false);
});

test('packages without those that only builds need are trimmed, and are enough where the web is built', async () => {
  const root = newRepository('trimmed', 'console.log("runs")');
  for (const file of ['trim.mjs', 'unread.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(root, 'launch', file));
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, 'node', 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(modules, 'node', 'bin', 'node'));
  const kept = ['one/index.js', 'one/node_modules/two/index.js'];
  const unread = ['one/index.d.ts', 'one/node_modules/two/index.js.map', '@typescript/x/lib/tsc'];
  for (const file of [...kept, ...unread]) write(modules, file, '');
  spawnSync(process.execPath, [join(root, 'launch', 'trim.mjs')]);
  assert.deepEqual(
    [...kept, ...unread].filter((file) => existsSync(join(modules, file))),
    kept,
  );
  write(root, 'build/stamp', '');
  assert.equal((await launch(root).ended).output, 'runs\n');
  assert.equal(npmCalls(root), 0);
  // To build, all packages are installed, each from its beginning.
  rmSync(join(root, 'build'), { recursive: true });
  await launch(root).ended;
  assert.deepEqual([npmCalls(root), existsSync(join(modules, 'one'))], [1, false]);
});

test('when npm fails, its output is shown and its exit code passed on; the next start installs afresh', async () => {
  const root = newRepository('fails', 'console.log("runs")');
  write(root, 'npm-orders', 'fail');
  const failed = await launch(root).ended;
  assert.equal(failed.code, 7);
  assert.match(failed.output, /npm says something[\s\S]*npm could not install the packages/);
  write(root, 'npm-orders', '');
  write(root, 'node_modules/half/package.json', '{}');
  assert.match((await launch(root).ended).output, /runs\n$/);
  assert.equal(existsSync(join(root, 'node_modules/half')), false);
});

test('an install without a Node reports why', async () => {
  const root = newRepository('scripts', '');
  write(root, 'npm-orders', 'no scripts');
  const { code, output } = await launch(root).ended;
  assert.equal(code, 1);
  assert.match(output, /ignore-scripts/);
});

test('two concurrent first starts install once', async () => {
  const root = newRepository('two', 'console.log("runs")');
  const both = await Promise.all([launch(root).ended, launch(root).ended]);
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(npmCalls(root), 1);
});

test('kill -9 in the middle of an install: the next start ends the old npm and installs afresh', async () => {
  const root = newRepository('killed', 'console.log("runs")');
  write(root, 'npm-orders', 'hang');
  const first = launch(root);
  const mark = join(root, '.launch', 'installing');
  await until('npm runs', () => npmCalls(root) === 1 && readFileSync(mark, 'utf8') !== '');
  const npm = JSON.parse(readFileSync(mark, 'utf8'));
  first.child.kill('SIGKILL');
  await first.ended;
  write(root, 'npm-orders', '');
  write(root, 'node_modules/half/package.json', '{}');
  const second = await launch(root).ended;
  assert.match(second.output, /Ending an install that nobody waits for[\s\S]*runs\n$/);
  assert.equal(isAlive(npm), false);
  assert.equal(existsSync(join(root, 'node_modules/half')), false);
});

test('stopping during the install stops npm as well', async () => {
  const root = newRepository('stopped', '');
  write(root, 'npm-orders', 'hang');
  const { child, ended } = launch(root);
  await until('npm runs', () => npmCalls(root) === 1);
  child.kill('SIGINT');
  const { code, output } = await ended;
  assert.equal(code, 130);
  assert.match(output, /Stopped while installing/);
});

const CLOSES_IN_ORDER = `
process.on('SIGTERM', () => { console.log('closes'); setTimeout(() => { console.log('closed'); process.exit(0); }, 50); });
process.on('SIGINT', () => { console.log('interrupted'); process.exit(5); });
setInterval(() => {}, 60_000);
console.log('ready', process.pid);`;

test('SIGTERM and SIGINT are forwarded to the command', async () => {
  const root = newRepository('signals', CLOSES_IN_ORDER);
  const first = launch(root);
  await until('it is ready', () => first.said().includes('ready'));
  first.child.kill('SIGTERM');
  const { code, output } = await first.ended;
  assert.equal(code, 0);
  assert.match(output, /closes\nclosed\n$/);
  const second = launch(root);
  await until('it is ready', () => second.said().includes('ready'));
  second.child.kill('SIGINT');
  assert.equal((await second.ended).code, 5);
});

test('when a signal ends the command, the launcher ends with the same signal', async () => {
  const root = newRepository('by-signal', "process.kill(process.pid, 'SIGKILL')");
  assert.equal((await launch(root).ended).signal, 'SIGKILL');
});

test('kill -9 of the launcher closes the command in order', async () => {
  const root = newRepository('orphan', CLOSES_IN_ORDER);
  const { child, ended, said } = launch(root);
  await until('it is ready', () => said().includes('ready'));
  const command = identify(Number(/ready (\d+)/.exec(said())?.[1]));
  child.kill('SIGKILL');
  await ended;
  await until('it is gone', () => !isAlive(command));
  assert.match(said(), /closes\nclosed\n$/);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} to npm, which runs the launcher through a shell, closes the command in order`, {
    skip: process.platform !== 'linux',
  }, async () => {
    const root = newRepository(`npm-${signal}`, CLOSES_IN_ORDER);
    const shell = ['/bin/sh', ['-c', `'${process.execPath}' launch/launch.mjs start; true`]];
    const npm = spawn(
      process.execPath,
      ['-e', `require('child_process').spawn(...${JSON.stringify(shell)}, { stdio: 'inherit' })`],
      {
        cwd: root,
        env: {
          ...process.env,
          npm_lifecycle_event: 'start',
          npm_execpath: join(root, 'npm-cli.mjs'),
          REAL_NODE: process.execPath,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let said = '';
    npm.stdout.on('data', (chunk) => (said += chunk));
    await until('it is ready', () => said.includes('ready'));
    npm.kill(signal);
    await until('it has closed', () => said.endsWith('closes\nclosed\n'));
  });
}

test('an unknown command lists the known ones', async () => {
  const root = newRepository('unknown', '');
  const { code, output } = await launch(root, ['sing']).ended;
  assert.equal(code, 2);
  assert.equal(output, 'There is no command "sing"; there are start.\n');
});
