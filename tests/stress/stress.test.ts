// @slow
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crash } from './crash.ts';
import { oversell } from './oversell.ts';
import { simulatePayments } from './payments.ts';

const said: string[] = [];
const say = (line: string) => void said.push(line);

test('two processes sell exactly the stock to twelve buyers, repeatedly', async () => {
  await oversell({ processes: 2, buyers: 12, orders: 25, rounds: 2 }, say);
  assert.equal(said.filter((line) => line === "12 buyers, 25 units' worth, sold = 25 and 25").length, 2);
});

test('forty seeds of faults each end with at most one net charge per order', async () => {
  await simulatePayments({ first: 1, count: 40 }, say);
});

test('four crashes under load lose no acknowledged order or payment', async () => {
  await crash({ crashes: 4, buyers: 4, seed: 1 }, say);
});
