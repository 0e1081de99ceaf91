import { EmbeddedPostgresError } from '../server/ground/database/embedded/errors.ts';
import { BuildError } from './build.ts';
import { ChromiumError } from './chromium.ts';

/** Errors that are shown without their stack. */
const MEANT_FOR_PEOPLE = [BuildError, ChromiumError, EmbeddedPostgresError];

/** A test that failed: its file, its name, what went wrong. */
export interface Failure {
  file: string;
  name: string;
  error: string;
}

/** The result of a step. */
export interface Result {
  good: boolean;
  /** The number of tests that passed, and of those that were left out. */
  passed?: number;
  skipped?: number;
  /** Tests that failed twice; the step is not good. */
  failures?: Failure[];
  /** Tests that failed, and passed when they were run once more. */
  flaky?: Failure[];
  /** Tests that were left out, with the reason in place of an error. */
  leftOut?: Failure[];
}

/** A named step of `npm test` or `npm run check`. */
export interface Step {
  name: string;
  /** Names of steps that it needs: it begins when they have ended, and does not run when one of them failed. */
  needs?: string[];
  /** Names of steps that it waits for, whatever becomes of them. */
  after?: string[];
  run: () => Promise<Result>;
}

/** What all steps came to. */
export interface Outcome {
  good: boolean;
  failures: Failure[];
}

/**
 * Runs steps, each as soon as those before it that it names have ended; a failed one stops no other that does not need it. Prints all
 * failures and flaky tests at the end, then a summary with the time of each step, and one line with the total of tests. A
 * failed step without failed tests counts as one failure.
 * @param signal when aborted, nothing more is begun or printed
 */
export async function runSteps(steps: Step[], signal: AbortSignal): Promise<Outcome> {
  const started = new Map<string, Promise<Result | undefined>>();
  const lines: string[] = [];
  const begin = async ({ name, needs = [], after = [], run }: Step): Promise<Result | undefined> => {
    // A step that was not selected is none.
    await Promise.all(after.map((other) => started.get(other)));
    const needed = await Promise.all(needs.map((need) => started.get(need)));
    if (signal.aborted) return undefined;
    if (needed.some((result) => result?.good === false)) {
      lines.push(`  not run  ${name}`);
      return { good: false };
    }
    console.log(`\n── ${name}`);
    const begun = performance.now();
    const result = await runSafely(run);
    const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    const counted = result.passed === undefined ? '' : `: ${lastLine(countOf([result]))}`;
    lines.push(`  ${result.good ? 'good   ' : 'FAILED '}  ${name} (${seconds})${counted}`);
    return result;
  };
  for (const step of steps) started.set(step.name, begin(step));
  const results = (await Promise.all(started.values())).filter((result) => result !== undefined);
  const failures = results.flatMap((result) => result.failures ?? []);
  if (!signal.aborted) {
    showTests('failed', failures);
    showTests(
      'flaky: failed, and passed when run once more',
      results.flatMap(({ flaky = [] }) => flaky),
    );
    showTests(
      'left out',
      results.flatMap(({ leftOut = [] }) => leftOut),
    );
    console.log(`\n── summary\n${lines.join('\n')}\n\n${lastLine(countOf(results))}`);
  }
  return { good: results.every(({ good }) => good), failures };
}

async function runSafely(run: Step['run']): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    console.error(MEANT_FOR_PEOPLE.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return { good: false };
  }
}

function showTests(title: string, tests: Failure[]): void {
  if (tests.length === 0) return;
  console.log(`\n── ${title}`);
  for (const { file, name, error } of tests) console.log(`\n${file}: ${name}\n${error}`);
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function countOf(results: Result[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { good, passed = 0, skipped = 0, failures = [] } of results) {
    counts.passed += passed;
    counts.skipped += skipped;
    counts.failed += good ? 0 : Math.max(failures.length, 1);
  }
  return counts;
}

/** Returns the last line of the output, such as `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`. */
function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
