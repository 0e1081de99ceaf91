// @slow
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crash } from './crash.ts';
import { migrateFullTables } from './migrations.ts';
import { oversell } from './oversell.ts';
import { simulatePayments } from './payments.ts';
import { stressShipping } from './shipping.ts';

const said: string[] = [];
const say = (line: string) => void said.push(line);

test('four processes sell exactly the stock to twelve buyers, in orders and in purchases of many lines', async () => {
  await oversell({ processes: 4, buyers: 12, orders: 25, parts: 12, rounds: 2 }, say);
  assert.equal(
    said.filter((line) =>
      line.startsWith("12 buyers, 25 units' worth, sold = 25; 12 parts, in stock and expected, in "),
    ).length,
    2,
  );
});

test('forty seeds of faults each end with at most one net charge per order', async () => {
  await simulatePayments({ first: 1, count: 40 }, say);
});

test('twenty clients at once ship, return, receive and refund pieces of the same lines, and no piece too many', async () => {
  await stressShipping({ clients: 20, steps: 6, rounds: 1 }, 1, say);
});

test('four crashes under load lose no acknowledged order or payment', async () => {
  await crash({ crashes: 4, buyers: 4, seed: 1 }, say);
});

test('migrations of full tables fail no statement of those who use the shop meanwhile, and count what they write', async () => {
  await migrateFullTables(2_000, say);
  assert.match(said.at(-1) ?? '', /^[1-9]\d* statements of people meanwhile, none failed/);
});
