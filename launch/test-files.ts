import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, startNode } from './child.ts';
import { hasMark } from './selection.ts';
import type { Told } from './test-reporter.ts';

/** A file that has run. */
export interface FileResult {
  file: string;
  passed: number;
  skipped: number;
  failures: { name: string; error: string }[];
  /** What its tests printed, when one failed; its end. */
  output: string;
  seconds: number;
}

/** A file that says nothing for so long hangs: its process is ended. */
const SILENCE_MS = 5 * 60_000;
/** Characters that are kept of what a file prints. */
const MOST_OUTPUT = 20_000;
/** Tests wait for the database and for each other more often than they compute. */
const PROCESSES = availableParallelism() + 1;

/**
 * Runs test files in a few processes that each take one file after the other; files with a line `// alone` have a process of
 * their own. A process that ends or hangs fails its file, and another one takes the rest.
 * @param files relative to the repository; the largest are begun first
 * @param env environment variables for the tests
 * @param tell takes each result as it comes
 */
export async function runTestFiles(
  files: readonly string[],
  env: Record<string, string>,
  tell: (result: FileResult) => void,
): Promise<FileResult[]> {
  const size = (file: string) => statSync(join(root, file)).size;
  const left = [...files].sort((a, b) => size(b) - size(a));
  const results: FileResult[] = [];
  async function work(): Promise<void> {
    let shared: TestProcess | undefined;
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const isAlone = hasMark(root, file, 'alone');
      const process: TestProcess = (isAlone ? undefined : shared) ?? new TestProcess(env);
      const result = await process.run(file);
      if (isAlone) await process.end();
      else shared = process.lives ? process : undefined;
      results.push(result);
      tell(result);
    }
    await shared?.end();
  }
  await Promise.all(Array.from({ length: Math.min(PROCESSES, files.length) }, work));
  return results;
}

/** A process that runs test-process.ts. */
class TestProcess {
  lives = true;
  #child: ChildProcess;
  #output = '';
  #hear: (told: Told | 'ended') => void = () => {};

  constructor(env: Record<string, string>) {
    const reporter = join(import.meta.dirname, 'test-reporter.ts');
    const program = join(import.meta.dirname, 'test-process.ts');
    const args = [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout', program];
    this.#child = startNode(args, { env: { NODE_ENV: 'test', ...env }, output: 'keep' });
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk).slice(-MOST_OUTPUT);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#child.on('message', (told: Told) => this.#hear(told));
    this.#child.on('exit', () => {
      this.lives = false;
      this.#hear('ended');
    });
  }

  /** Runs a file, and returns when its hooks have ended, too. */
  run(file: string): Promise<FileResult> {
    const begun = performance.now();
    const result: FileResult = { file, passed: 0, skipped: 0, failures: [], output: '', seconds: 0 };
    this.#output = '';
    return new Promise((resolve) => {
      const finish = (error?: string) => {
        clearTimeout(patience);
        this.#hear = () => {};
        if (error !== undefined) result.failures.push({ name: 'the file', error });
        if (result.passed + result.skipped + result.failures.length === 0)
          result.failures.push({ name: 'the file', error: 'It has no test.' });
        if (result.failures.length > 0) result.output = this.#output;
        result.seconds = (performance.now() - begun) / 1000;
        resolve(result);
      };
      const hang = () => {
        this.lives = false;
        this.#child.kill('SIGKILL');
        finish(`Nothing ended within ${SILENCE_MS / 60_000} minutes.`);
      };
      let patience = setTimeout(hang, SILENCE_MS);
      this.#hear = (told) => {
        if (told === 'ended') return finish('Its process ended before it.');
        clearTimeout(patience);
        patience = setTimeout(hang, SILENCE_MS);
        if (told.of === 'file') return finish(told.error);
        if (told.error !== undefined) result.failures.push({ name: told.name, error: told.error });
        else if (told.skipped) result.skipped += 1;
        else result.passed += 1;
      };
      if (this.lives) this.#child.send({ file });
      else finish('Its process ended before it.');
    });
  }

  /** Tells the process that there is no file left, and waits until it has ended. */
  async end(): Promise<void> {
    if (!this.lives) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.send({});
    await ended;
  }
}
