import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './child.ts';
import { type Selection, SelectionError } from './selection.ts';
import type { Outcome } from './sequence.ts';

const FILE = join(root, '.launch', 'failed-tests.json');

/**
 * Keeps the files of failed tests for `npm test -- --failed`: those that failed now, and of those before what did not run now.
 * With options such as `--grep` nobody knows which tests of a file have run.
 */
export function rememberFailed(
  { kinds, unitFiles, browserPaths, options }: Selection,
  { good, failures }: Outcome,
): void {
  // Nothing is known of the tests.
  if (!good && failures.length === 0) return;
  const hasRun = (file: string) => options.length === 0 && hasRunWhole(file);
  const hasRunWhole = (file: string) =>
    unitFiles.includes(file) ||
    (kinds.has('e2e') &&
      file.startsWith('tests/e2e/') &&
      (browserPaths.length === 0 ||
        browserPaths.some((path) => file === path || file.startsWith(`${path}/`))));
  const files = new Set([
    ...readFailed().filter((file) => !hasRun(file)),
    ...failures.map(({ file }) => file),
  ]);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify([...files]));
}

function readFailed(): string[] {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    // No run has ended yet.
    return [];
  }
}

/**
 * The arguments that select the files whose tests failed last.
 * @param args those of `npm test -- --failed`, which takes no others
 * @throws SelectionError
 */
export function failedLast(args: string[]): string[] {
  if (args.length > 1) throw new SelectionError('--failed takes no other arguments.');
  const files = readFailed();
  if (files.length === 0) throw new SelectionError('No test failed in the last run.');
  return files;
}
