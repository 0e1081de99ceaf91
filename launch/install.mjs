// Keeps node_modules in sync with package.json and package-lock.json, with npm.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isAlive, withLock } from './lock.mjs';
import { showProgress } from './progress.mjs';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

/** The packages could not be installed; the message is for users. */
export class InstallError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the path of the Node that package.json depends on. */
export function nodeProgram(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Installs the packages unless a stamp says that they are installed. Concurrent launches install once; an interrupted
 * install starts over.
 * @param {string} root the repository
 * @throws {InstallError}
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  try {
    await withLock(
      join(root, '.launch', 'install.lock'),
      (pid) => console.log(`Waiting for another start (process ${pid ?? 'unknown'}) that installs packages`),
      async () => {
        if (!isInstalled(root)) await install(root);
      },
    );
  } catch (error) {
    if (error.code === undefined || error instanceof InstallError) throw error;
    throw new InstallError(`Packages cannot be installed in ${root}: ${error.message}`);
  }
}

/** Returns the stamp of an install: a hash of its inputs, and the platform. */
export function installStamp(root) {
  return `${hashOf(root, ['package.json', 'package-lock.json'])} ${platform()}`;
}

/**
 * Returns how to install: 'afresh' from an empty folder, or 'change' to update the existing one.
 * npm considers a package installed once its package.json exists, so an interrupted install is done afresh.
 * (`npm ci` is not used: it refuses a lockfile without an optional package of another platform, which the registry
 * may lack. `npm install` follows the lockfile as well.)
 */
function installMode(root) {
  const modules = join(root, 'node_modules');
  const cutShort = existsSync(unfinishedMark(root)) || !existsSync(join(modules, '.package-lock.json'));
  const before = readStamp(stampFile(root));
  const otherPlatform = before !== '' && !before.endsWith(` ${platform()}`);
  // npm takes a package for whole of which files are missing.
  const isTrimmed = existsSync(trimmedFile(root));
  return cutShort || otherPlatform || isTrimmed ? 'afresh' : 'change';
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function stampFile(root) {
  return join(root, 'node_modules', '.northbridge-installed');
}

/** Has the stamp of an install without what only builds need (trim.mjs). */
export function trimmedFile(root) {
  return join(root, 'node_modules', '.northbridge-trimmed');
}

function unfinishedMark(root) {
  return join(root, '.launch', 'installing');
}

function isInstalled(root) {
  const size = statSync(nodeProgram(root), { throwIfNoEntry: false })?.size ?? 0;
  if (size <= 1_000_000) return false;
  const stamp = installStamp(root);
  if (readStamp(stampFile(root)) === stamp) return true;
  // Enough for a shop whose web is built.
  return readStamp(trimmedFile(root)) === stamp && existsSync(join(root, 'build', 'stamp'));
}

async function install(root) {
  const mode = installMode(root);
  await endLeftover(root);
  writeFileSync(unfinishedMark(root), '');
  removeStamp(stampFile(root));
  let result = await npm(root, mode);
  if (mode === 'change' && (result.code !== 0 || !nodeRuns(root))) {
    console.log('The packages there cannot be mended: installing all of them again');
    result = await npm(root, 'afresh');
  }
  if (result.code !== 0) {
    throw new InstallError(`${result.output}\nnpm could not install the packages (see above).`, result.code);
  }
  if (!nodeRuns(root)) {
    throw new InstallError(`${result.output}\n${whyNodeDoesNotRun(root)}`);
  }
  // Computed again, because npm may have completed the lockfile.
  writeStamp(stampFile(root), installStamp(root));
  rmSync(unfinishedMark(root), { force: true });
}

function nodeRuns(root) {
  return spawnSync(nodeProgram(root), ['--version']).status === 0;
}

/** Returns a line for people. On a small Debian it is a library of Node's that is missing. */
function whyNodeDoesNotRun(root) {
  const program = nodeProgram(root);
  if (!existsSync(program))
    return `${program} was not installed; npm has to run install scripts for it: see \`npm config get ignore-scripts\`.`;
  const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stderr?.trim() ?? '';
  const hint = said.includes('libatomic') ? ' On Debian: apt-get install libatomic1' : '';
  return `${program} does not run: ${said}${hint}`;
}

async function npm(root, mode) {
  const [program, ...first] = npmProgram(root);
  const cache = writableCache(root);
  const args = [
    ...[...first, 'install', '--no-audit', '--no-fund', '--loglevel=warn'],
    // Needed even with NODE_ENV=production: the build uses development packages, and PostgreSQL is an optional one.
    ...['--include=dev', '--include=optional'],
    ...(cache === undefined ? [] : [`--cache=${cache}`]),
  ];
  const end = showProgress('Installing packages');
  if (mode === 'afresh') removeContent(join(root, 'node_modules'));
  // A separate process group, so that npm and its install scripts can be ended together.
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutOurs(root) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell: program.endsWith('.cmd'),
    windowsHide: true,
  });
  if (child.pid !== undefined) writeFileSync(unfinishedMark(root), JSON.stringify(identify(child.pid)));
  let stopped = false;
  const stop = (signal) => {
    stopped = true;
    endGroup(child.pid, signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, stop);
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((done) => {
    child.on('error', (error) => {
      said.push(Buffer.from(`${program} cannot be run: ${error.message}`));
      done(127);
    });
    child.on('close', (code) => done(code ?? 1));
  });
  for (const name of signals) process.off(name, stop);
  if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  end(stopped ? 'stopped' : code === 0 ? 'done' : 'failed');
  if (stopped) throw new InstallError('Stopped while installing; the next start installs again.', 130);
  return { code, output: Buffer.concat(said).toString().trim() };
}

/** Empties a folder, which itself may be a mounted volume and cannot be removed. */
function removeContent(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Ends the npm of a killed launcher, which would continue to write to node_modules. */
async function endLeftover(root) {
  let leftover;
  try {
    leftover = JSON.parse(readFileSync(unfinishedMark(root), 'utf8'));
  } catch {
    return;
  }
  if (!isAlive(leftover)) return;
  console.log(`Ending an install that nobody waits for (process ${leftover.pid})`);
  endGroup(leftover.pid, 'SIGTERM');
  for (let waits = 0; isAlive(leftover); waits++) {
    if (waits === 100) endGroup(leftover.pid, 'SIGKILL');
    await delay(50);
  }
}

function endGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Returns the npm that runs this script, else the machine's, with a Node that the install does not replace. */
function npmProgram(root) {
  const script = process.env.npm_execpath ?? '';
  const nodes = [process.execPath, process.env.npm_node_execpath ?? ''];
  const node = nodes.find((path) => existsSync(path) && !isOurs(root, path));
  if (/npm-cli\.[cm]?js$/.test(script) && existsSync(script) && node !== undefined) return [node, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Returns PATH without node_modules/.bin, which npm puts first: its `node` is replaced during the install. */
function pathWithoutOurs(root) {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !isOurs(root, part)).join(delimiter);
}

function isOurs(root, path) {
  return resolve(path).startsWith(join(root, 'node_modules') + sep);
}

/** Returns a temporary npm cache when npm's own is not writable. */
function writableCache(root) {
  let usual = process.env.npm_config_cache;
  try {
    usual ??= join(homedir(), '.npm');
    let folder = usual;
    while (!existsSync(folder)) folder = dirname(folder);
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    const cache = join(root, '.launch', 'npm-cache');
    mkdirSync(cache, { recursive: true });
    return cache;
  }
}
