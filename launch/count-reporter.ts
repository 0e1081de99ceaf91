// A reporter for `node --test` that writes the number of tests as JSON, for the last line of `npm test`.
import type { TestEvent } from 'node:test/reporters';

export default async function* counts(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    // Each file has a summary; the one without a file is the total.
    if (event.type === 'test:summary' && event.data.file === undefined)
      yield JSON.stringify(event.data.counts);
  }
}
