// @slow
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';

test('thousands of wrong requests to every call get answers that the contract promises', async (t) => {
  await fuzz({ count: 3000, seed: 1 }, (line) => t.diagnostic(line));
});
