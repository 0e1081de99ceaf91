import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Changes, ladderOf, sentOf, shownOf, theirsOf } from './ladders.ts';

const read = [
  ladderOf({
    productId: 'a',
    sku: 'A',
    name: 'Part A',
    listPrice: 3,
    price: 2.5,
    priceBreaks: [{ from: 500, price: 2 }],
  }),
  ladderOf({ productId: 'b', sku: 'B', name: 'Part B', listPrice: 3, price: 0.0125, priceBreaks: [] }),
];

describe('the table of a price list', () => {
  const added = {
    productId: 'c',
    sku: 'C',
    name: 'Part C',
    listPrice: 1,
    rungs: [{ from: '1', price: '$0.95' }],
  };
  const changes: Changes = new Map([
    ['a', { ...read[0]!, rungs: [...read[0]!.rungs, { from: '1,000', price: '1.9' }] }],
    ['b', null],
    ['c', added],
  ]);

  test('has prices with all of their decimals, and two at least', () => {
    assert.deepEqual(
      read.map(({ rungs }) => rungs.map(({ price }) => price)),
      [['2.50', '2.00'], ['0.0125']],
    );
  });

  test('shows what was read with its changes, and then what was added', () => {
    assert.deepEqual(
      shownOf(read, changes).map(({ sku, rungs }) => [sku, rungs.length]),
      [
        ['A', 3],
        ['C', 1],
      ],
    );
  });

  test('sends the parts that were changed, and names the row of each price', () => {
    assert.deepEqual(sentOf(changes), {
      prices: [
        { productId: 'a', from: 1, price: 2.5 },
        { productId: 'a', from: 500, price: 2 },
        { productId: 'a', from: 1000, price: 1.9 },
        { productId: 'c', from: 1, price: 0.95 },
      ],
      removed: ['b'],
      rows: ['a 0', 'a 1', 'a 2', 'c 0'],
    });
  });

  test('names the changed parts that somebody else has changed meanwhile', () => {
    const [a, b] = [read[0]!, { ...read[1]!, rungs: [{ from: '1', price: '0.9' }] }];
    const begun = new Map([...read.map((one) => [one.productId, one] as const), ['c', undefined] as const]);
    assert.deepEqual([...theirsOf(changes, begun, [a, b])], [['b', b]]);
    assert.deepEqual(
      [...theirsOf(changes, begun, [b, added])],
      [
        ['a', null],
        ['b', b],
        ['c', added],
      ],
    );
    assert.deepEqual(theirsOf(changes, begun, read).size, 0);
  });
});
