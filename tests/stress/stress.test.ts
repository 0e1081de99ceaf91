// slow: starts processes. `npm run test:nightly` runs them in their usual sizes, crashes and migrations, too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oversell } from './oversell.ts';
import { simulatePayments } from './payments.ts';
import { stressShipping } from './shipping.ts';

const said: string[] = [];
const say = (line: string) => void said.push(line);

test('four processes sell exactly the stock to twelve buyers, in orders and in purchases of many lines', async () => {
  await oversell({ processes: 4, buyers: 12, orders: 25, parts: 12, rounds: 1 }, say);
  assert.equal(
    said.filter((line) =>
      line.startsWith("12 buyers, 25 units' worth, sold = 25; 12 parts, in stock and expected, in "),
    ).length,
    1,
  );
});

test('eight seeds of faults each end with at most one net charge per order', async () => {
  await simulatePayments({ first: 1, count: 8 }, say);
});

test('twenty clients at once ship, return, receive and refund pieces of the same lines, and no piece too many', async () => {
  await stressShipping({ clients: 20, steps: 6, rounds: 1 }, 1, say);
});
