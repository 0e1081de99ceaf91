import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guard } from './guards.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['contract', 'server', 'sandbox', 'web', 'stress', 'launch', 'package.json'];
/** What nobody changes is only referred to. */
const REFERENCES = ['node_modules', 'content'];

/**
 * Takes each guard away, in a copy of the sources, and runs its tests, one of which is to fail. Answers the names of the
 * guards that no test missed. `say` gets a line for each guard.
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
      say(failed ? `${guard.name}: missed by '${failed}'` : `${guard.name}: NOBODY MISSED IT`);
      if (!failed) unmissed.push(guard.name);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
  return unmissed;
}

/** A test that fails with every guard in place proves nothing. */
async function requirePassing(copy: string, guards: Guard[]): Promise<void> {
  const failed = await firstFailure(copy, [...new Set(guards.flatMap(({ tests }) => tests))]);
  if (failed) throw new Error(`'${failed}' fails with every guard in place`);
}

async function runWithout(copy: string, { file, code, without, tests }: Guard): Promise<string | undefined> {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(code, () => without),
  );
  try {
    return await firstFailure(copy, tests);
  } finally {
    writeFileSync(path, whole);
  }
}

/** The name of the first test that fails, if one does. */
async function firstFailure(copy: string, tests: string[]): Promise<string | undefined> {
  const args = ['--test', `--test-concurrency=${availableParallelism()}`, '--test-reporter=tap', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  // The innermost comes first: what is around a failed test fails, too.
  return /^\s*not ok \d+ - (.*)$/m.exec(output)?.[1];
}
