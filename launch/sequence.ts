import { EmbeddedPostgresError } from '../server/database/embedded/errors.ts';
import { BuildError } from './build.ts';
import { ChromiumError } from './chromium.ts';
import { type Counts, lastLine, type Result } from './steps.ts';

/** Errors that are shown without their stack. */
const MEANT_FOR_PEOPLE = [BuildError, ChromiumError, EmbeddedPostgresError];

/** A named step of `npm test` or `npm run check`. */
export interface Step {
  name: string;
  run: () => Promise<Result>;
}

/**
 * Runs steps in order up to the first failure, and prints a summary with the time of each step and one line
 * with the total of tests. A failed step without tests counts as one failure.
 * @param signal when aborted, nothing more is run or printed
 * @returns whether all steps succeeded
 */
export async function runSteps(steps: Step[], signal: AbortSignal): Promise<boolean> {
  const lines: string[] = [];
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  let good = true;
  for (const step of steps) {
    if (signal.aborted) return false;
    if (!good) {
      lines.push(`  not run  ${step.name}`);
      continue;
    }
    console.log(`\n── ${step.name}`);
    const begun = performance.now();
    const result = await runSafely(step);
    const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    good = result.good;
    total.passed += result.counts?.passed ?? 0;
    total.failed += result.counts?.failed ?? (good ? 0 : 1);
    total.skipped += result.counts?.skipped ?? 0;
    const counted = result.counts === undefined ? '' : `: ${lastLine(result.counts)}`;
    lines.push(`  ${good ? 'good   ' : 'FAILED '}  ${step.name} (${seconds})${counted}`);
  }
  if (signal.aborted) return false;
  console.log(`\n── summary\n${lines.join('\n')}\n\n${lastLine(total)}`);
  return good;
}

async function runSafely(step: Step): Promise<Result> {
  try {
    return await step.run();
  } catch (error) {
    console.error(MEANT_FOR_PEOPLE.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return { good: false };
  }
}
