// Keeps node_modules in step with package.json and package-lock.json, by npm.
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

/** The packages could not be installed; the message is meant for people. */
export class InstallError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The Node that package.json asks for, as npm installs it. */
export function nodeProgram(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Installs the packages unless a stamp says that they are. Two launches at once install once; an install that was
 * cut short is done again from the start.
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

/** What has to be the same for an install to be good, with the platform last. */
function installStamp(root) {
  return `${hashOf(root, ['package.json', 'package-lock.json'])} ${platform()}`;
}

/**
 * How to install: 'afresh' begins from nothing, 'change' mends what differs.
 * npm takes a package for installed once its package.json is there, so an install cut short is done afresh.
 * (Not by `npm ci`: it refuses a lockfile that lacks an optional package of some other platform, which the registry
 * may lack as well. `npm install` keeps to the lockfile too.)
 */
function installMode(root) {
  const modules = join(root, 'node_modules');
  const cutShort = existsSync(unfinishedMark(root)) || !existsSync(join(modules, '.package-lock.json'));
  const before = readStamp(stampFile(root));
  const otherPlatform = before !== '' && !before.endsWith(` ${platform()}`);
  return cutShort || otherPlatform ? 'afresh' : 'change';
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function stampFile(root) {
  return join(root, 'node_modules', '.northbridge-installed');
}

function unfinishedMark(root) {
  return join(root, '.launch', 'installing');
}

function isInstalled(root) {
  const size = statSync(nodeProgram(root), { throwIfNoEntry: false })?.size ?? 0;
  return size > 1_000_000 && readStamp(stampFile(root)) === installStamp(root);
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
    const hint = 'npm has to run install scripts for it: see `npm config get ignore-scripts`.';
    throw new InstallError(
      `${result.output}\n${nodeProgram(root)} was not installed or does not run; ${hint}`,
    );
  }
  // npm may have completed the lockfile: the stamp is of what is there now.
  writeStamp(stampFile(root), installStamp(root));
  rmSync(unfinishedMark(root), { force: true });
}

function nodeRuns(root) {
  return spawnSync(nodeProgram(root), ['--version']).status === 0;
}

async function npm(root, mode) {
  const [program, ...first] = npmProgram(root);
  const cache = writableCache(root);
  const args = [
    ...[...first, 'install', '--no-audit', '--no-fund', '--loglevel=warn'],
    // Also where the surroundings say NODE_ENV=production: the web is built here, and PostgreSQL is optional.
    ...['--include=dev', '--include=optional'],
    ...(cache === undefined ? [] : [`--cache=${cache}`]),
  ];
  const end = showProgress('Installing packages');
  if (mode === 'afresh') removeContent(join(root, 'node_modules'));
  // A process group of its own, so that all of it can be ended: npm, the install scripts, and the npm in those.
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

/** The folder itself may be a volume of its own, which cannot be removed. */
function removeContent(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** An npm whose launcher was killed goes on writing to node_modules. */
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

/** The npm that runs this script, else the one on the machine, run by a Node that the install does not replace. */
function npmProgram(root) {
  const script = process.env.npm_execpath ?? '';
  const nodes = [process.execPath, process.env.npm_node_execpath ?? ''];
  const node = nodes.find((path) => existsSync(path) && !isOurs(root, path));
  if (/npm-cli\.[cm]?js$/.test(script) && existsSync(script) && node !== undefined) return [node, script];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** npm puts node_modules/.bin first; while that is being replaced, `node` has to be the machine's. */
function pathWithoutOurs(root) {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !isOurs(root, part)).join(delimiter);
}

function isOurs(root, path) {
  return resolve(path).startsWith(join(root, 'node_modules') + sep);
}

/** npm cannot do without a cache; where its own cannot be written it gets one for the time of the install. */
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
