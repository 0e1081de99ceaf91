// slow: starts processes. `npm run test:nightly` runs them in their usual sizes, crashes and migrations, too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stressLimits } from './limits.ts';
import { oversell } from './oversell.ts';
import { simulatePayments } from './payments.ts';
import { stressShipping } from './shipping.ts';

const said: string[] = [];
const say = (line: string) => void said.push(line);

test('two processes sell exactly the stock to eight buyers, in orders and in purchases of many lines', async () => {
  await oversell({ processes: 2, buyers: 8, orders: 12, parts: 6, rounds: 1 }, say);
  assert.equal(
    said.filter((line) =>
      line.startsWith("8 buyers, 12 units' worth, sold = 12; 6 parts, in stock and expected, in "),
    ).length,
    1,
  );
});

test('three seeds of faults each end with at most one net charge per order', async () => {
  await simulatePayments({ first: 1, count: 3 }, say);
});

test('ten clients at once ship, return, receive and refund pieces of the same lines, and no piece too many', async () => {
  await stressShipping({ clients: 10, steps: 6, rounds: 1 }, 1, say);
});

test('eight members at their limits and budgets order what fits, to the cent, and everything is given back once', async () => {
  await stressLimits({ processes: 2, members: 8, rounds: 2 }, 1, say);
});
