import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guard } from './guard.ts';
import { takeAway } from './take-away.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = ['contract', 'server', 'sandbox', 'web', 'tests', 'launch', 'package.json'];
/** Folders without guards are linked, not copied, including the built web, which tests of whole shops serve. */
const REFERENCES = ['node_modules', 'content', 'build'];

/** A failed test, and the first line of its error. */
interface Failure {
  test: string;
  why: string;
}

/**
 * Takes each guard away, in a copy of the sources, and runs its tests, one of which must fail. Returns the names of the
 * guards that no test missed. `say` gets a line for each guard. The web has to be built (`launch/build.ts`).
 */
export async function removeGuards(guards: Guard[], say: (line: string) => void): Promise<string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'northbridge-guards-'));
  const unmissed: string[] = [];
  try {
    for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    for (const name of REFERENCES) symlinkSync(join(ROOT, name), join(copy, name), 'junction');
    await requirePassing(copy, guards);
    for (const guard of guards) {
      const failed = await runWithout(copy, guard);
      say(
        failed
          ? `${guard.name}: missed by '${failed.test}'`
          : `${guard.name}: mutant survived, no test failed`,
      );
      if (!failed) unmissed.push(guard.name);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
  return unmissed;
}

/** A test that fails with every guard in place proves nothing. */
async function requirePassing(copy: string, guards: Guard[]): Promise<void> {
  const tests = [...new Set(guards.flatMap(({ tests }) => tests))];
  // Run once more, as `npm test` does: a flaky test is no reason to take no guard away.
  const failed = (await firstFailure(copy, tests)) && (await firstFailure(copy, tests));
  if (failed) throw new Error(`'${failed.test}' fails with every guard in place: ${failed.why}`);
}

async function runWithout(copy: string, guard: Guard): Promise<Failure | undefined> {
  const path = join(copy, guard.file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, takeAway(guard, whole));
  try {
    return await firstFailure(copy, guard.tests);
  } finally {
    writeFileSync(path, whole);
  }
}

/** Returns the first test that fails, or undefined. */
async function firstFailure(copy: string, tests: string[]): Promise<Failure | undefined> {
  // A test that misses its guard may leave connections open, or wait for what never comes.
  const limits = [
    `--test-concurrency=${availableParallelism()}`,
    '--test-timeout=300000',
    '--test-force-exit',
  ];
  const args = ['--test', ...limits, '--test-reporter=tap', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  // The innermost test comes first: its suite fails with it.
  const at = /^\s*not ok \d+ - (.*)$/m.exec(output);
  if (!at) return undefined;
  const why = /^\s*error: (?:\|-\n)?(.*)$/m.exec(output.slice(at.index))?.[1] ?? '';
  return { test: at[1]!, why: why.trim() };
}
