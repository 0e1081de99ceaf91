import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { root, startNode } from './child.ts';
import { hasMark } from './selection.ts';
import type { Told } from './test-reporter.ts';

/** A file that has run. */
export interface FileResult {
  file: string;
  passed: number;
  /** Tests and suites that were left out, and why. */
  skipped: { name: string; why: string }[];
  failures: { name: string; error: string }[];
  /** Files that ran before it in its process, where what failed may be theirs. */
  suspects: string[];
  /** What its tests printed, when one failed; its end. */
  output: string;
  seconds: number;
}

/** A file that says nothing for so long hangs: its process is ended. Single tests of nightly files take many minutes. */
const silenceMs = (file: string) => (hasMark(root, file, 'nightly') ? 40 : 5) * 60_000;
/** A process that has no file left and goes on for so long is ended: what it has left open fails nothing. */
const PATIENCE_MS = 10_000;
/** Characters that are kept of what a file prints. */
const MOST_OUTPUT = 20_000;
/** Tests wait for the database and for each other more often than they compute. */
const PROCESSES = availableParallelism() + 1;
/** Of so many files before a late failure one may have caused it. */
const MOST_SUSPECTS = 2;

const LATE = 'Something threw, or a test was registered, when its file had ended';

/**
 * Runs test files in a few processes that each take one file after the other; files with a line `// alone` have a process of
 * their own. A process that ends or hangs fails its file, and another one takes the rest.
 * @param files relative to the repository; the largest are begun first
 * @param env environment variables for the tests
 * @param tell takes each result as it comes; a file has another one where its process failed later
 */
export async function runTestFiles(
  files: readonly string[],
  env: Record<string, string>,
  tell: (result: FileResult) => void,
): Promise<FileResult[]> {
  const size = (file: string) => statSync(join(root, file)).size;
  const left = [...files].sort((a, b) => size(b) - size(a));
  const results: FileResult[] = [];
  const add = (result: FileResult | undefined) => {
    if (!result) return;
    results.push(result);
    tell(result);
  };
  async function work(): Promise<void> {
    let shared: TestProcess | undefined;
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const isAlone = hasMark(root, file, 'alone');
      const process: TestProcess = (isAlone ? undefined : shared) ?? new TestProcess(env);
      add(await process.run(file));
      if (isAlone) add(await process.end());
      else shared = process.lives ? process : undefined;
    }
    add(await shared?.end());
  }
  await Promise.all(Array.from({ length: Math.min(PROCESSES, files.length) }, work));
  return results;
}

/** A process that runs test-process.ts. */
class TestProcess {
  lives = true;
  #child: ChildProcess;
  #output = '';
  #files: string[] = [];
  #hasFailed = false;
  /** The signal or exit code that it ended with. */
  #how = '';
  #hear: (told: Told | 'ended') => void = () => {};

  constructor(env: Record<string, string>) {
    const reporter = join(import.meta.dirname, 'test-reporter.ts');
    const program = join(import.meta.dirname, 'test-process.ts');
    const args = [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout', program];
    this.#child = startNode(args, {
      env: { NODE_ENV: 'test', NODE_TEST_CONTEXT: '', ...env },
      output: 'keep',
    });
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk).slice(-MOST_OUTPUT);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#child.on('message', (told: Told) => this.#hear(told));
    this.#child.on('exit', (code, signal) => {
      this.lives = false;
      this.#how = `${signal ?? code}`;
      this.#hear('ended');
    });
  }

  /** Runs a file, and returns when its hooks have ended, too. */
  run(file: string): Promise<FileResult> {
    const begun = performance.now();
    const silence = silenceMs(file);
    const result = this.#resultOf(file);
    this.#files.push(file);
    this.#output = '';
    return new Promise((resolve) => {
      const finish = (error?: string) => {
        clearTimeout(patience);
        this.#hear = () => {};
        if (error !== undefined) result.failures.push({ name: 'the file', error });
        if (result.passed + result.skipped.length + result.failures.length === 0)
          result.failures.push({ name: 'the file', error: 'It has no test.' });
        if (result.failures.length > 0) {
          this.#hasFailed = true;
          result.output = this.#output;
        }
        result.seconds = (performance.now() - begun) / 1000;
        resolve(result);
      };
      const hang = () => {
        this.lives = false;
        this.#child.kill('SIGKILL');
        finish(`Nothing ended within ${silence / 60_000} minutes.`);
      };
      let patience = setTimeout(hang, silence);
      this.#hear = (told) => {
        if (told === 'ended') return finish(`Its process ended with ${this.#how} before it.`);
        clearTimeout(patience);
        patience = setTimeout(hang, silence);
        if (told.of === 'file') {
          const isOther = told.file !== file;
          if (isOther) this.#blame(result, `: ${told.file}`, told.from);
          else if (told.isLate) this.#blame(result);
          if (!isOther) finish(told.error);
        } else if (told.error !== undefined) result.failures.push({ name: told.name, error: told.error });
        else if (told.skipped !== undefined) result.skipped.push({ name: told.name, why: told.skipped });
        else result.passed += 1;
      };
      if (this.lives) this.#child.send({ file });
      else finish(`Its process ended with ${this.#how} before it.`);
    });
  }

  /** Tells the process that there is no file left, and waits until it has ended. Returns what failed meanwhile. */
  async end(): Promise<FileResult | undefined> {
    if (!this.lives) return undefined;
    const result = this.#resultOf(this.#files.at(-1)!);
    this.#output = '';
    this.#hear = (told) => {
      if (told !== 'ended' && told.of === 'file') this.#blame(result, `: ${told.file}`, told.from);
    };
    const child = this.#child;
    const ended = new Promise<[number | null, string | null]>((resolve) =>
      child.once('exit', (...how) => resolve(how)),
    );
    let isGivenUp = false;
    const patience = setTimeout(() => {
      isGivenUp = true;
      child.kill('SIGKILL');
    }, PATIENCE_MS);
    child.send({});
    const [code, signal] = await ended;
    clearTimeout(patience);
    // After a failed test its exit code says no more.
    const isBad = !isGivenUp && (signal !== null || (code !== 0 && !this.#hasFailed));
    if (isBad && result.failures.length === 0) this.#blame(result, `: it ended with ${signal ?? code}`);
    result.output = this.#output;
    return result.failures.length > 0 ? result : undefined;
  }

  #resultOf(file: string): FileResult {
    return { file, passed: 0, skipped: [], failures: [], suspects: [], output: '', seconds: 0 };
  }

  /** Notes that something failed too late: in `from`, or where nobody knows in one of the last files. */
  #blame(result: FileResult, what = '', from?: string): void {
    const known = from === undefined ? undefined : relative(root, from).replaceAll('\\', '/');
    const suspects = known && this.#files.includes(known) ? [known] : this.#files.slice(-1 - MOST_SUSPECTS);
    result.suspects.push(...suspects.filter((file) => file !== result.file));
    result.failures.push({ name: 'the file, or one before it', error: `${LATE}${what}.` });
  }
}
