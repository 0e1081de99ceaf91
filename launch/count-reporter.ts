// A reporter for `node --test` that writes the number of tests, what failed and what was left out as JSON, for the end of `npm test`.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { root } from './child.ts';
import type { Failure } from './sequence.ts';
import { explain, whyLeftOut } from './test-reporter.ts';

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
    if (skip !== undefined) told.leftOut.push({ file, name, error: whyLeftOut(skip) });
    const error = event.type === 'test:fail' ? explain(event.data.details.error) : undefined;
    if (error !== undefined) told.failures.push({ file, name, error });
  }
}
