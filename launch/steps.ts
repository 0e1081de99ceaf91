import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runNode, runPackage } from './child.ts';
import type { Failure, Result } from './sequence.ts';
import { type FileResult, runTestFiles } from './test-files.ts';

/** Far above the time of any test, so that a hanging test is reported and stopped. */
const TEST_TIMEOUT = 5 * 60_000;
/** Files with a failed test that are run once more. */
const MOST_AGAIN = 20;

const COMMON = {
  // Processes that run tests compile what they import once, and not each of them anew.
  NODE_COMPILE_CACHE: join(root, '.launch', 'compiled'),
  // A busy machine fails no test: statements and connections have a minute in place of a shop's 15 and 5 seconds.
  PGOPTIONS: '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s',
  PGCONNECT_TIMEOUT: '60',
};

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
 * Runs test files on Node. A file with a failed test is run once more, by itself: tests that pass then are flaky.
 * @param env environment variables for the tests
 */
export async function runUnitTests(files: string[], env: Record<string, string>): Promise<Result> {
  if (files.length === 0) return nothingRan();
  const results = await runTestFiles(files, { ...COMMON, ...env }, show);
  const failed = results.filter(({ failures }) => failures.length > 0);
  const again: FileResult[] = [];
  const doubtful = new Set(failed.flatMap(({ file, suspects }) => [file, ...suspects]));
  // So many are no accident, and would take hours.
  const isHopeless = doubtful.size > MOST_AGAIN;
  for (const file of isHopeless ? [] : doubtful) {
    console.log(`Once more: ${file}`);
    again.push(...(await runTestFiles([file], { ...COMMON, ...env }, show)));
  }
  const failures = (isHopeless ? failed : again).flatMap(failuresOf);
  const flaky = failed
    .flatMap(failuresOf)
    .filter((one) => !failures.some((other) => other.file === one.file && other.name === one.name));
  const isAgain = new Set(again.map(({ file }) => file));
  const counted = [...results.filter(({ file }) => !isAgain.has(file)), ...again];
  const passed = counted.reduce((total, result) => total + result.passed, 0);
  const leftOut = counted.flatMap(({ file, skipped }) =>
    skipped.map(({ name, why }) => ({ file, name, error: why })),
  );
  return { good: failures.length === 0, passed, skipped: leftOut.length, failures, flaky, leftOut };
}

function show({ file, passed, skipped, failures, output, seconds }: FileResult): void {
  const counts = `${passed}${skipped.length > 0 ? `, ${skipped.length} left out` : ''}`;
  console.log(`${failures.length > 0 ? '✖' : '✔'} ${file}: ${counts} (${seconds.toFixed(1)} s)`);
  for (const { name, error } of failures) console.log(`  ✖ ${name}\n${error}`);
  if (output.trim() !== '') console.log(output.trimEnd());
}

const failuresOf = ({ file, failures }: FileResult): Failure[] =>
  failures.map((failure) => ({ file, ...failure }));

/**
 * Runs test files by Node's own runner with its options, such as `--test-name-pattern=...`, each in a process. The runner prints the results.
 * @param env environment variables for the tests
 */
export async function runUnitTestsWith(
  options: string[],
  files: string[],
  env: Record<string, string>,
): Promise<Result> {
  const limits = [`--test-concurrency=${availableParallelism()}`, `--test-timeout=${TEST_TIMEOUT}`];
  const { code } = await runNode(['--test', ...limits, ...options, ...files], {
    env: { NODE_ENV: 'test', ...COMMON, ...env },
  });
  return { good: code === 0 };
}

/** What Playwright's JSON reporter writes, as far as it is read here. */
interface BrowserReport {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  suites: BrowserSuite[];
  /** What failed besides tests, such as the audit at a worker's end. */
  errors: { message?: string }[];
}
interface BrowserSuite {
  title: string;
  file: string;
  suites?: BrowserSuite[];
  specs: {
    title: string;
    tests: {
      status: string;
      annotations: { type: string; description?: string }[];
      results: { error?: { message?: string } }[];
    }[];
  }[];
}

/**
 * Runs the browser tests by Playwright, which runs a failed one once more (playwright.config.ts).
 * @param paths files or folders; none means all
 * @param env environment variables for the tests
 */
export async function runBrowserTests(
  paths: string[],
  options: string[],
  env: Record<string, string>,
): Promise<Result> {
  return withReport(async (report) => {
    const args = ['test', '--reporter=list,json', ...options, ...paths];
    const { code } = await runPackage('playwright', 'playwright', args, {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...(paths.length > 0 && { NAMED: '1' }),
        ...COMMON,
        ...env,
      },
    });
    const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as BrowserReport;
    const passed = stats.expected + stats.flaky;
    if (passed + stats.unexpected === 0) return nothingRan();
    const of = (status: string) => suites.flatMap((suite) => testsOf(suite, status));
    const besides = errors.map(({ message = '' }) => ({
      file: 'tests/e2e',
      name: 'besides the tests',
      error: message,
    }));
    return {
      good: code === 0,
      passed,
      skipped: stats.skipped,
      failures: [...of('unexpected'), ...besides],
      flaky: of('flaky'),
      leftOut: of('skipped'),
    };
  });
}

/** Runs a runner that writes its results to a file, in a folder of its own. */
async function withReport(run: (report: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'northbridge-report-'));
  try {
    return await run(join(folder, 'report.json'));
  } catch (error) {
    console.error(`The runner left no count: ${(error as Error).message}`);
    return { good: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function testsOf({ title, file, suites = [], specs }: BrowserSuite, status: string, above = ''): Failure[] {
  const path = title === file ? '' : `${above}${title} › `;
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter((one) => one.status === status)
      .map(({ results, annotations }) => ({
        file: `tests/e2e/${file}`,
        name: path + spec.title,
        error:
          results.map(({ error }) => error?.message).find((message) => message) ??
          annotations.find(({ type }) => type === 'skip')?.description ??
          '',
      })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, status, path))];
}

function nothingRan(): Result {
  console.error('No test ran.');
  return { good: false };
}
