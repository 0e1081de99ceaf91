import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goneLine, judgeLine } from '#contract/line-judge.ts';
import type { LinePart } from '#contract/lines.ts';
import type { PurchaseLine } from '#contract/purchases.ts';
import { offerOf, totalOf } from './offers.ts';

const PART = {
  ...{ _id: 'p', sku: 'FAN-1', name: 'Fan', image: '', maker: 'Arden' },
  ...{ price: 2.5, priceBreaks: [], minOrder: 100, multiple: 50, available: 1_000, lifecycle: 'active' },
} as unknown as LinePart;
const other = { ...PART, _id: 'o', sku: 'FAN-2', name: 'Fan B', minOrder: 500 };
const line = { _id: 'l', productId: 'p', quantity: 200, price: 2.5 } as PurchaseLine;

const today = (part: Partial<LinePart>, quantity = 200, substitutes: LinePart[] = []) => {
  const product = { ...PART, ...part };
  const match = {
    ...{ match: 'exact' as const, product, candidates: [], quantity },
    ...judgeLine(product, { quantity }, () => substitutes),
  };
  return offerOf({ ...line, quantity }, match);
};
const told = ({ changes, choices }: ReturnType<typeof offerOf>) => [
  changes,
  choices.map(({ label, take }) => (take ? `${take.part._id} ${take.quantity}` : label)),
];

describe('a line of a purchase today', () => {
  test('is ordered as before where nothing has changed', () => {
    const offer = today({});
    assert.deepEqual(told(offer), [[], ['p 200', 'Leave it out']]);
    assert.equal(totalOf(offer.choices[0]), 500);
    assert.equal(totalOf(offer.choices[1]!), 0);
  });

  test('tells another price', () => {
    assert.deepEqual(today({ price: 2.75 }).changes, ['$2.50 → $2.75 each']);
    assert.deepEqual(today({ priceBreaks: [{ from: 200, price: 2 }] }).changes, ['$2.50 → $2.00 each']);
  });

  test('keeps its quantity where there is less in stock, and offers what is there and substitutes', () => {
    assert.deepEqual(told(today({ available: 160 }, 200, [other])), [
      ['Only 160 in stock'],
      ['p 200', 'p 150', 'o 500', 'Leave it out'],
    ]);
    assert.deepEqual(told(today({ available: 0 })), [['Out of stock'], ['p 200', 'Leave it out']]);
  });

  test('takes the next right quantity where its own can no longer be ordered', () => {
    assert.deepEqual(told(today({ minOrder: 300 })), [['The minimum is 300 pcs'], ['p 300', 'Leave it out']]);
    assert.deepEqual(told(today({ multiple: 150 })), [
      ['Sold in multiples of 150'],
      ['p 300', 'p 150', 'Leave it out'],
    ]);
  });

  test('of a part that is no longer made tells how many are left', () => {
    assert.deepEqual(told(today({ lifecycle: 'obsolete' }, 200, [other])), [
      ['No longer made: 1,000 are left'],
      ['p 200', 'o 500', 'Leave it out'],
    ]);
  });

  test('takes as many of another part as its own multiple allows', () => {
    const byReel = { ...other, minOrder: 100, multiple: 75 };
    assert.deepEqual(told(offerOf(line, goneLine(200), [byReel]))[1], ['Leave it out', 'o 225']);
    assert.deepEqual(told(today({ available: 0 }, 200, [byReel]))[1], ['p 200', 'o 225', 'Leave it out']);
  });

  test('of a part that is gone is left out, unless a similar one is taken', () => {
    assert.deepEqual(told(offerOf(line, goneLine(200), [other])), [
      ['No longer sold'],
      ['Leave it out', 'o 500'],
    ]);
  });
});
