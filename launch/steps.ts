import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode, runPackage } from './child.ts';

/** Numbers of tests. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The result of a step, with its numbers of tests, if any. */
export interface Result {
  good: boolean;
  counts?: Counts;
}

/** Far above the time of any test, so that a hanging test is reported and stopped. */
const TEST_TIMEOUT = 5 * 60_000;

/** Runs the type checker. */
export async function checkTypes(): Promise<Result> {
  return { good: (await runPackage('typescript', 'tsc', ['--noEmit'])).code === 0 };
}

/** Runs the linter and formatter check, and knip for unused files, exports and packages (knip.jsonc). */
export async function checkLint(): Promise<Result> {
  const linter = await runPackage('@biomejs/biome', 'biome', ['check']);
  const unused = await runPackage('knip', 'knip', ['--no-progress', '--treat-config-hints-as-errors']);
  return { good: linter.code === 0 && unused.code === 0 };
}

/**
 * Runs test files on Node, one per processor at a time.
 * @param env environment variables for the tests
 */
export async function runUnitTests(
  files: string[],
  options: string[],
  env: Record<string, string>,
): Promise<Result> {
  if (files.length === 0) return nothingRan();
  return withReport(async (report) => {
    const { code } = await runNode(
      [
        ...['--test', `--test-concurrency=${availableParallelism()}`, `--test-timeout=${TEST_TIMEOUT}`],
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
        ...[`--test-reporter=${join(import.meta.dirname, 'count-reporter.ts')}`],
        ...[`--test-reporter-destination=${report}`, ...options, ...files],
      ],
      { env: { NODE_ENV: 'test', ...env } },
    );
    const counted = readJson(report) as Record<'passed' | 'failed' | 'cancelled' | 'skipped', number>;
    return judge(code, {
      passed: counted.passed,
      failed: counted.failed + counted.cancelled,
      skipped: counted.skipped,
    });
  });
}

/**
 * Runs the browser tests by Playwright.
 * @param paths files or folders; none means all
 * @param env environment variables for the tests
 */
export async function runBrowserTests(
  paths: string[],
  options: string[],
  env: Record<string, string>,
): Promise<Result> {
  return withReport(async (report) => {
    const { code } = await runPackage(
      ...(['playwright', 'playwright'] as const),
      ['test', '--reporter=list,json', ...options, ...paths],
      { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env } },
    );
    const { stats } = readJson(report) as {
      stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    };
    return judge(code, {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    });
  });
}

/**
 * Removes the guards of a day, one at a time, and expects their tests to fail (tests/stress/guards).
 * @param day such as 2026-11-22
 * @param env environment variables for the tests
 */
export async function removeGuardsOf(day: string, env: Record<string, string>): Promise<Result> {
  const { code } = await runNode([join(import.meta.dirname, 'guards.ts'), `--day=${day}`], { env });
  return { good: code === 0 };
}

/** Returns the last line of the output, such as `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`. */
export function lastLine(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

/** Counts a step that failed outside its tests, or ran none, as one failure, so that the last line never says 0. */
function judge(code: number, counts: Counts): Result {
  if (counts.passed + counts.failed === 0) return nothingRan();
  const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1);
  return { good: failed === 0, counts: { ...counts, failed } };
}

function nothingRan(): Result {
  console.error('No test ran.');
  return { good: false };
}

async function withReport(work: (report: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'northbridge-report-'));
  try {
    return await work(join(folder, 'report.json'));
  } catch (error) {
    console.error(`The runner left no count: ${(error as Error).message}`);
    return { good: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
