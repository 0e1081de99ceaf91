import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { workbook } from './workbook.ts';

async function* pages(): AsyncGenerator<string[][]> {
  for (let page = 0; page < 2; page += 1) {
    yield Array.from({ length: 3 }, () => [crypto.randomUUID()]);
    await setImmediate();
  }
}

test('whoever goes away while a workbook is written ends nothing but that', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on('uncaughtException', note);
  try {
    for (let turns = 0; turns < 60; turns += 1)
      for (let times = 0; times < 6; times += 1) {
        const body = Readable.from(workbook('list', ['a'], pages()));
        body.on('data', () => {});
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        body.destroy();
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
      }
  } finally {
    process.off('uncaughtException', note);
  }
  assert.deepEqual(errors, []);
});
