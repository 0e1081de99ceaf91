import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inLines, pack } from './lines.ts';

const MB = 1024 * 1024;

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

describe('a line of a sealed file', () => {
  test('is not written when it could not be read again', async () => {
    const written = async (length: number) => {
      for await (const bytes of pack(one({ rows: ['a'.repeat(length)] }))) assert.ok(bytes.length > 0);
    };
    await written(31 * MB);
    await assert.rejects(written(33 * MB), /A row comes to \d+ bytes/);
  });
});

test('rows are split into lines of some megabytes, in their order', () => {
  const rows = [...Array.from({ length: 50 }, (_, n) => String(n).repeat(MB / 4)), 'x'.repeat(9 * MB), 'y'];
  const lines = [...inLines(rows)];
  assert.deepEqual(lines.flat(), rows);
  for (const line of lines) assert.ok(line.slice(0, -1).join('').length < 2 * MB);
  assert.ok(lines.length < 20);
  assert.deepEqual([...inLines([])], []);
});
