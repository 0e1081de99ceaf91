import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { List } from '#contract/lists/schema.ts';
import { applyOps, EMPTY } from '../../../basket/cart/content.ts';
import { aLine } from '../../../basket/matching/testing.ts';
import { listInOrder, opsOfList } from './add-list.ts';

const facts = { kind: 'saved', name: 'Board A', version: 3, changedAt: '2026-11-22T10:00:00Z' } as const;
const list = (boards: number | null): List => ({
  ...{ _id: 'list', ...facts, boards },
  lines: [aLine({ raw: 'R1', perBoard: 3, attrition: 2 }), aLine({ raw: 'C1', perBoard: 1, leader: 5 })],
});

const cart = (boards: number | null) => ({ boards, status: 'saved' as const });

test('a part list comes into the order with its number of boards, unless the order has one', () => {
  const added = applyOps(EMPTY, opsOfList(list(50), cart(null)));
  assert.equal(added.boards, 50);
  assert.deepEqual(
    added.lines.map(({ raw, perBoard, attrition, leader }) => [raw, perBoard, attrition, leader]),
    [
      ['R1', 3, 2, undefined],
      ['C1', 1, undefined, 5],
    ],
  );
  assert.equal(applyOps({ lines: [], boards: 20 }, opsOfList(list(50), cart(20))).boards, 20);
  assert.equal(applyOps(EMPTY, opsOfList(list(null), cart(null))).boards, null);
});

test('only what is missing of a list is added to an order that has the rest, with the marks of its lines', () => {
  const lines = [
    aLine({ productId: 'fan', quantity: 200, customerRef: 'K-1' }),
    aLine({ productId: 'rail', quantity: 100 }),
    aLine({ raw: '5 no such thing' }),
  ];
  const saved = { ...list(null), lines };
  const once = applyOps(EMPTY, opsOfList(saved, cart(null)));
  assert.deepEqual(listInOrder(saved, once.lines).count, 3);
  assert.deepEqual(opsOfList(saved, cart(null), listInOrder(saved, once.lines).missing), []);
  const order = [aLine({ ...lines[0]!, quantity: 50 }), aLine({ productId: 'rail', quantity: 300 })];
  const { missing } = listInOrder(saved, order);
  const added = applyOps({ lines: order, boards: null }, opsOfList(saved, cart(null), missing)).lines;
  assert.deepEqual(
    added
      .filter((one) => !order.includes(one))
      .map(({ productId, raw, quantity, customerRef }) => [productId ?? raw, quantity, customerRef]),
    [
      ['fan', 150, 'K-1'],
      ['5 no such thing', undefined, undefined],
    ],
  );
});
