import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyOps } from '../cart/content.ts';
import { type MakeAfter, positionsAfter, splitInto } from './ops.ts';
import { aLine } from './testing.ts';

test('a split line stays in its place; each share keeps designators and number, and boards multiply none', () => {
  const said = { raw: '1000 A', productId: 'A', customerRef: 'K-1' };
  const line = aLine({ ...said, quantity: 1_000, designators: 'R1, R2', perBoard: 2, leader: 5 });
  const lines = [line, aLine({ productId: 'B', quantity: 1 })];
  const makeAfter: MakeAfter = (one, many) => {
    const positions = positionsAfter(one, lines, many.length);
    return many.map((fields, n) => aLine({ ...fields, position: positions[n]! }));
  };
  const shares = [{ quantity: 400 }, { quantity: 300, receiptDate: '2027-03-03' }, { quantity: 300 }];
  const split = applyOps({ lines, boards: null }, splitInto(shares, line, makeAfter)).lines;
  assert.deepEqual(
    split.map(({ productId, quantity, receiptDate, designators }) => [
      ...[productId, quantity, receiptDate ?? null, designators ?? null],
    ]),
    [
      ['A', 400, null, 'R1, R2'],
      ['A', 300, '2027-03-03', 'R1, R2'],
      ['A', 300, null, 'R1, R2'],
      ['B', 1, null, null],
    ],
  );
  for (const one of split.slice(0, 3)) {
    assert.deepEqual([one.raw, one.customerRef], ['1000 A', 'K-1']);
    assert.deepEqual([one.perBoard ?? null, one.leader ?? null], [null, null]);
  }
});

test('a thousand lines have room between two, and after the last one', () => {
  const lines = [aLine({ position: 1 }), aLine({ position: 1.001 })];
  for (const line of lines) {
    const positions = positionsAfter(line, lines, 1_000);
    assert.equal(new Set(positions).size, 1_000);
    assert.deepEqual(
      positions,
      positions.toSorted((one, other) => one - other),
    );
    assert.ok(positions[0]! > line.position);
  }
  assert.ok(positionsAfter(lines[0]!, lines, 1_000).every((position) => position < 1.001));
});
