// A reporter for node:test that tells the parent of a test process what passed and failed (test-files.ts).
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What a test process tells its parent. */
export type Told =
  /** A test has ended, or a suite that was left out. `name` has the names of its suites; `error` is set when it failed. */
  | { of: 'test'; name: string; skipped?: string; error?: string }
  /** A file has ended, with its hooks; or a test that was registered when its file had ended, by its name. */
  | {
      of: 'file';
      file: string;
      /** The file that has registered it, an absolute path. */
      from?: string | undefined;
      /** What failed besides its tests. */
      error?: string;
      /** Something threw when its test had ended: of this file, or of one before it. */
      isLate?: true;
    };

/** Characters of one error that are told: a diff of two large answers has millions. */
const MOST_OF_ERROR = 8_000;

export default async function* tell(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const event of events) {
    if (event.type === 'test:start') path[event.data.nesting] = event.data.name;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, details, skip } = event.data;
    const error = event.type === 'test:fail' ? explain(event.data.details.error) : undefined;
    if (nesting === 0) endFile(name, event.data.file, error);
    else if (details.type !== 'suite' || error !== undefined || skip !== undefined) {
      // A test whose subtests failed has been counted by them.
      if (event.type === 'test:fail' && error === undefined) continue;
      const whole = [...path.slice(1, nesting), name].join(' › ');
      say({
        of: 'test',
        name: whole,
        ...(skip !== undefined && { skipped: whyLeftOut(skip) }),
        ...(error !== undefined && { error }),
      });
    }
  }
  // A reporter has to be a generator.
  yield '';
}

/** Tells that a file has ended. What throws after its test has ended fails no test: Node's runner notes it in the exit code alone. */
function endFile(file: string, from: string | undefined, error: string | undefined): void {
  const isLate = Boolean(process.exitCode);
  process.exitCode = undefined;
  say({ of: 'file', file, from, ...(error !== undefined && { error }), ...(isLate && { isLate }) });
}

/** Why a test or suite was left out; '' where nobody says. */
const whyLeftOut = (skip: string | boolean): string => (typeof skip === 'string' ? skip : '');

/** The error as people read it; undefined when it only says that subtests failed. */
function explain(error: Error & { failureType?: string }): string | undefined {
  if (error.failureType === 'subtestsFailed') return undefined;
  return inspect(error.cause ?? error).slice(0, MOST_OF_ERROR);
}

function say(told: Told): void {
  process.send?.(told);
}
