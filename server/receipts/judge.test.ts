// Costs no database: what is decided of goods that arrive, from rows as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MOST_PIECES, MOST_STOCK } from '#contract/kernel/pieces.ts';
import { judgeArrival } from './judge.ts';
import type { WaitingLine } from './lock.ts';

const states = ['paid', 'held', 'released'] as const;
/** Lines that wait, in the order in which they are locked. */
const anyWaiting = fc
  .array(fc.tuple(fc.constantFrom(...states), fc.integer({ min: 1, max: 20 })), { maxLength: 6 })
  .map((lines) =>
    lines.map(
      ([state, awaited], nth): WaitingLine => ({
        ...{ orderId: `line ${nth}`, purchaseId: `purchase ${nth}`, state, awaited },
      }),
    ),
  );
const promisedOf = (waiting: readonly { state: string; awaited: number }[]) =>
  waiting.reduce((sum, { state, awaited }) => sum + (state === 'released' ? 0 : awaited), 0);

test('what arrives goes to the lines that wait, the first ones first, and the rest on sale; nothing is lost or made', () => {
  fc.assert(
    fc.property(anyWaiting, fc.nat(20), fc.integer({ min: 1, max: 150 }), (waiting, spare, pieces) => {
      const promised = promisedOf(waiting);
      const quantity = promised + spare + 1;
      const judged = judgeArrival({ quantity, promised, arrived: 7 }, waiting, pieces, 0);
      assert.equal(judged.forOrders + judged.forSale, pieces);
      assert.equal(judged.arrived, 7 + pieces);
      assert.equal(judged.expected, Math.max(0, quantity - pieces));
      assert.ok(judged.promised >= 0 && judged.promised <= judged.expected);
      const awaited = new Map(judged.filled.map((line) => [line.orderId, line.awaited]));
      const after = waiting.map((line) => ({ ...line, awaited: awaited.get(line.orderId) ?? line.awaited }));
      assert.equal(promisedOf(after), judged.promised, 'what is promised is what lines wait for');
      assert.ok(judged.filled.every((line) => line.awaited >= 0 && line.pieces > 0));
      const open = after.filter(({ state }) => state !== 'released');
      const first = open.findIndex((line) => line.awaited > 0);
      if (first >= 0) {
        assert.equal(judged.forSale, 0);
        assert.ok(open.slice(first + 1).every(({ orderId }) => !awaited.has(orderId)));
      }
      const ended = waiting.filter(({ state }) => judged.expected === 0 && state === 'released');
      assert.deepEqual(
        judged.late,
        ended.map(({ orderId }) => orderId),
      );
    }),
  );
});

test('more than the shelf takes, or than a number holds, is refused', () => {
  const receipt = { quantity: 10, promised: 0, arrived: 0 };
  assert.equal(judgeArrival(receipt, [], 20, MOST_STOCK - 20).forSale, 20);
  const refused = { code: 'invalid_input' };
  assert.throws(() => judgeArrival(receipt, [], 20, MOST_STOCK - 19), refused);
  assert.throws(() => judgeArrival({ ...receipt, arrived: MOST_PIECES - 19 }, [], 20, 0), refused);
});
