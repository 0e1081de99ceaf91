import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '../../ground/operator-error.ts';
import { inLines, pack, unpack } from './lines.ts';

const MB = 1024 * 1024;

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}
async function read(line: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const entry of unpack(one(gzipSync(`${line}\n`)), z.unknown())) entries.push(entry);
  return entries;
}
const refused = (error: unknown) => error instanceof OperatorError && /does not write/.test(error.message);

describe('a line of a sealed file', () => {
  test('is read when its values are few, whatever stands in its texts', async () => {
    const entry = { rows: ['{[,'.repeat(MB), '\\"'.repeat(MB), '"\\', 'Zoë'] };
    assert.deepEqual(await read(JSON.stringify(entry)), [entry]);
  });

  test('is refused when it has many values beside each other or in each other', async () => {
    for (const line of [
      `[${'[],'.repeat(20_000)}[]]`,
      `[${'"",'.repeat(20_000)}""]`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      `["\\\\",${'0,'.repeat(20_000)}0]`,
    ])
      await assert.rejects(read(line), refused, line.slice(0, 20));
  });

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
