// Installs when needed, then runs launch/<command>.ts (or .mjs) on the Node that package.json asks for.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, InstallError, nodeProgram } from './install.mjs';
import { watchNpm } from './parents.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const COMMANDS = [
  'start',
  'build-web',
  'dev',
  'test',
  'test-nightly',
  'check',
  'audit',
  'admin',
  'catalogue',
  'doctor',
  'backup',
  'restore',
  'restored',
  'migrate',
  'stress',
  'guards',
  'bench',
];

/**
 * Runs a command and ends this process with its exit code or signal.
 * @param {string | undefined} command
 * @param {string[]} args
 */
export async function launch(command, args) {
  const file = COMMANDS.includes(command) ? fileOf(command) : undefined;
  if (file === undefined) {
    const known = COMMANDS.filter((name) => fileOf(name) !== undefined);
    console.error(`There is no command "${command ?? ''}"; there are ${known.join(', ')}.`);
    process.exit(2);
  }
  try {
    await ensureInstalled(root);
  } catch (error) {
    console.error(error instanceof InstallError ? error.message : error);
    process.exit(error.exitCode ?? 1);
  }
  run(file, args);
}

function fileOf(command) {
  return [`${command}.ts`, `${command}.mjs`].map((name) => join(here, name)).find(existsSync);
}

function run(file, args) {
  // follow.ts ends the child in order when this channel closes, even after kill -9 of this process.
  const child = spawn(nodeProgram(root), [file, ...args], {
    cwd: root,
    // As npm does, also for who runs this file themselves.
    env: { INIT_CWD: process.cwd(), ...process.env, NORTHBRIDGE_FOLLOWS: String(process.pid) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl-C in a terminal reaches the child directly; a second SIGINT would force it to stop.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  watchNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(`${nodeProgram(root)} cannot be run: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
