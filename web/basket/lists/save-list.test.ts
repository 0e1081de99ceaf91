import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_CHANGE_MAX_BYTES, MOST_LIST_LINES, NEW_LIST_MAX_BYTES } from '#contract/lists/limits.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { batchesOf } from './save-list.ts';

const line = (n: number, raw?: string): ListLine => ({ _id: `line ${n}`, position: n, ...(raw && { raw }) });

test('the lines of a list are sent in calls that the shop takes, each once and in order', () => {
  assert.deepEqual(batchesOf([]), []);
  const short = Array.from({ length: MOST_LIST_LINES }, (_, n) => line(n));
  assert.deepEqual(batchesOf(short), [short]);
  // As long as they may be, in letters of three bytes.
  const long = Array.from({ length: 600 }, (_, n) => ({
    ...line(n, '語'.repeat(500)),
    designators: 'é'.repeat(2_000),
  }));
  const [first, ...rest] = batchesOf(long);
  const name = '語'.repeat(200);
  assert.ok(Buffer.byteLength(JSON.stringify({ name, lines: first })) < NEW_LIST_MAX_BYTES);
  assert.ok(rest.length > 1);
  for (const batch of rest) {
    const body = { version: 0, ops: batch.map((one) => ({ op: 'put', line: one })) };
    assert.ok(Buffer.byteLength(JSON.stringify(body)) < LIST_CHANGE_MAX_BYTES);
  }
  assert.deepEqual(batchesOf(long).flat(), long);
});
