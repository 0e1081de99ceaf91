// nightly: thousands of requests
import { test } from 'node:test';
import { fuzz } from './fuzz.ts';

test('thousands of invalid requests to every call get responses of the contract', async (t) => {
  await fuzz({ count: 3000, seed: 1 }, (line) => t.diagnostic(line));
});
