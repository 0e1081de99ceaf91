// Costs no database: what is decided of movements of stock, from levels as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMessage } from '#contract/kernel/field-message.ts';
import { MOST_STOCK } from '#contract/kernel/pieces.ts';
import { judgeMovement } from './judge.ts';

const pieces = fc.oneof(fc.nat(30), fc.integer({ min: MOST_STOCK - 30, max: MOST_STOCK }));
const anyLevel = fc.tuple(pieces, fc.nat(30), fc.nat(30)).map(([available, held, toShip]) => ({
  ...{ available, held, toShip, shelf: available + held + toShip },
}));

test('a movement leaves no less on sale than nothing, and a shelf no fuller than it may be', () => {
  fc.assert(
    fc.property(anyLevel, pieces, fc.boolean(), fc.boolean(), (level, quantity, isCount, isOut) => {
      const added = isOut ? -quantity : quantity;
      const judged = judgeMovement(level, isCount ? { counted: quantity } : { added });
      assert.equal(judged.change, isCount ? quantity - level.shelf : added);
      const [available, shelf] = [level.available + judged.change, level.shelf + judged.change];
      const isOver = judged.change > 0 && shelf > MOST_STOCK;
      const refused = judged.refused && readMessage(judged.refused).code;
      assert.equal(refused, available < 0 ? 'stock_too_low' : isOver ? 'stock_too_many' : undefined);
    }),
  );
});

test('a count of a shelf that is not as it was told to the counter is refused, and so is a part that is gone', () => {
  const level = { available: 60, held: 20, toShip: 20, shelf: 100 };
  assert.deepEqual(judgeMovement(level, { counted: 90, expected: 100 }), { change: -10 });
  const { refused } = judgeMovement(level, { counted: 90, expected: 99 });
  assert.deepEqual(readMessage(refused!).params, { shelf: 100 });
  assert.equal(judgeMovement(undefined, { counted: 90 }).refused, 'gone');
});
