import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mark, withoutMarked } from './marks.ts';

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
 * Takes each marked guard away, in a copy of the sources, and runs its tests, one of which must fail. Returns the number of guards
 * without which all tests pass. `say` gets a line for each guard. The web has to be built (`launch/build.ts`).
 * @throws Error when a test fails with every guard in place
 */
export async function removeGuards(marks: Mark[], say: (line: string) => void): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'northbridge-guards-'));
  let survived = 0;
  try {
    for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    for (const name of REFERENCES) symlinkSync(join(ROOT, name), join(copy, name), 'junction');
    await requirePassing(copy, marks);
    for (const mark of marks) {
      const failed = await runWithout(copy, mark);
      const result = failed ? `failed as it should: '${failed.test}'` : 'mutant survived: no test failed';
      say(`${mark.file}:${mark.line}: ${result}`);
      if (!failed) survived += 1;
    }
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
  return survived;
}

/** A test that fails with every guard in place proves nothing. */
async function requirePassing(copy: string, marks: Mark[]): Promise<void> {
  const tests = [...new Set(marks.flatMap(({ tests }) => tests))];
  // Run once more, as `npm test` does: one flaky test does not stop the run.
  const failed = (await firstFailure(copy, tests)) && (await firstFailure(copy, tests));
  if (failed) throw new Error(`'${failed.test}' fails with every guard in place: ${failed.why}`);
}

async function runWithout(copy: string, { file, line, tests }: Mark): Promise<Failure | undefined> {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, withoutMarked(whole, line));
  try {
    return await firstFailure(copy, tests);
  } finally {
    writeFileSync(path, whole);
  }
}

/** Returns the first test that fails, or undefined. */
async function firstFailure(copy: string, tests: string[]): Promise<Failure | undefined> {
  // A test whose guard is missing may leave connections open or wait for ever.
  const limits = [
    `--test-concurrency=${availableParallelism()}`,
    '--test-timeout=300000',
    '--test-force-exit',
  ];
  const args = ['--test', ...limits, '--test-reporter=tap', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: copy,
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
