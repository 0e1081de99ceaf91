import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './child.ts';
import { SelectionError } from './selection.ts';
import type { Failure } from './sequence.ts';

const FILE = join(root, '.launch', 'failed-tests.json');

/** Keeps the files of failed tests for `npm test -- --failed`. */
export function rememberFailed(failures: Failure[]): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify([...new Set(failures.map(({ file }) => file))]));
}

/**
 * The arguments that select the files whose tests failed last.
 * @param args those of `npm test -- --failed`, which takes no others
 * @throws SelectionError
 */
export function failedLast(args: string[]): string[] {
  if (args.length > 1) throw new SelectionError('--failed takes no other arguments.');
  let files: string[] = [];
  try {
    files = JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    // No run has ended yet.
  }
  if (files.length === 0) throw new SelectionError('No test failed in the last run.');
  return files;
}
