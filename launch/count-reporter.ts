// A reporter for `node --test` that writes the number of tests, what failed and what was left out as JSON, for the end of `npm test`.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { root } from './child.ts';
import type { Failure } from './sequence.ts';

/** What the reporter writes. */
export interface Counted {
  counts: Record<'passed' | 'failed' | 'skipped', number>;
  failures: Failure[];
  leftOut: Failure[];
}

export default async function* count(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told: Omit<Counted, 'counts'> = { failures: [], leftOut: [] };
  for await (const event of events) {
    // Each file has a summary; the one without a file is the total.
    if (event.type === 'test:summary' && event.data.file === undefined)
      yield JSON.stringify({ counts: event.data.counts, ...told });
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, skip } = event.data;
    const file = relative(root, event.data.file ?? '').replaceAll('\\', '/');
    if (skip !== undefined) told.leftOut.push({ file, name, error: skip === true ? '' : String(skip) });
    if (event.type === 'test:fail' && !isOfSubtests(event.data.details.error))
      told.failures.push({ file, name, error: inspect(event.data.details.error.cause) });
  }
}

const isOfSubtests = (error: Error & { failureType?: string }): boolean =>
  error.failureType === 'subtestsFailed';
