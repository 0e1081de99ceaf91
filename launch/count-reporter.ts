// A reporter for `node --test` that writes what was counted, as JSON, for the last line of `npm test`.
import type { TestEvent } from 'node:test/reporters';

export default async function* counts(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // There is one summary for each file, and one without a file for all of them.
    if (event.type === 'test:summary' && event.data.file === undefined)
      yield JSON.stringify(event.data.counts);
  }
}
