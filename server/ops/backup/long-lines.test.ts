// nightly: lines of 100 MB and more
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '../../ground/operator-error.ts';
import { unpack } from './lines.ts';

const MB = 1024 * 1024;

async function read(line: string): Promise<unknown[]> {
  async function* bytes() {
    yield gzipSync(`${line}\n`);
  }
  return Array.fromAsync(unpack(bytes(), z.unknown()));
}

test('a line of a sealed file is refused when it is longer than any that is written', async () => {
  assert.equal((await read(`"${'a'.repeat(100 * MB)}"`)).length, 1);
  await assert.rejects(
    read(`"${'a'.repeat(129 * MB)}"`),
    (error) => error instanceof OperatorError && /does not write/.test(error.message),
  );
});
