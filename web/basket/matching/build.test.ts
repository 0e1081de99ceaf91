import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildQuantity, enoughOf, setBoards } from './build.ts';
import { aLine, aPart } from './testing.ts';

test('pieces for boards: attrition is rounded up, then the leader is added', () => {
  const cases: [perBoard: number, boards: number, attrition: number, leader: number, pieces: number][] = [
    [4, 250, 0, 0, 1000],
    [4, 250, 2.5, 50, 1075],
    [3, 7, 10, 0, 24],
    // 100 × 1.1 is 110.00000000000001 in doubles.
    [1, 100, 10, 0, 110],
    [1, 1000, 0.1, 0, 1001],
    [1, 3, 100, 5, 11],
  ];
  for (const [perBoard, boards, attrition, leader, pieces] of cases)
    assert.equal(buildQuantity({ perBoard, attrition, leader }, boards), pieces);
});

test('without pieces a board, or without boards, nothing is computed', () => {
  assert.equal(buildQuantity({ perBoard: null }, 10), undefined);
  assert.equal(buildQuantity({ perBoard: 2 }, null), undefined);
});

test('a list never gets more pieces than a line takes', () => {
  assert.equal(
    buildQuantity({ perBoard: 2_000_000_000, leader: 2_000_000_000 }, 2_000_000_000),
    2_147_483_647,
  );
});

test('what is enough is a multiple from the minimum on', () => {
  const part = aPart({ minOrder: 200, multiple: 50 });
  assert.deepEqual([enoughOf(1, part), enoughOf(201, part), enoughOf(250, part)], [200, 250, 250]);
});

test('the first number of boards takes quantities for pieces a board; the next ones multiply those', () => {
  const lines = [aLine({ quantity: 2 }), aLine({ quantity: null })];
  assert.deepEqual(setBoards(lines, 50), [
    { op: 'boards', boards: 50 },
    {
      op: 'put',
      line: { ...lines[0], perBoard: 2, quantity: 100 },
      changed: ['perBoard', 'quantity'],
    },
  ]);
  const built = [aLine({ quantity: 100, perBoard: 2, leader: 10 }), aLine({ quantity: 7 })];
  const [, change, ...rest] = setBoards(built, 60);
  assert.deepEqual(change?.op === 'put' && change.line, { ...built[0], quantity: 130 });
  assert.deepEqual(rest, []);
});

test('without boards the quantities stay', () => {
  assert.deepEqual(setBoards([aLine({ quantity: 100, perBoard: 2 })], null), [
    { op: 'boards', boards: null },
  ]);
});
