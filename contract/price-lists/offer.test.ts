import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fromMicros, toMicros } from '../kernel/money.ts';
import { type Priced, unitPrice } from '../kernel/price.ts';
import { type BuyerList, chooseOffer } from './offer.ts';

const listed: Priced = { price: 2.5, priceBreaks: [{ from: 500, price: 2 }] };
const listOf = (name: string, prices: Record<string, Priced>): BuyerList => ({
  source: { kind: 'company', id: name, name },
  minusPercent: null,
  prices: new Map(Object.entries(prices)),
});
const minusOf = (minusPercent: number): BuyerList => ({
  source: { kind: 'group', id: 'minus', name: 'minus' },
  minusPercent,
  prices: new Map(),
});

describe('an offer', () => {
  test('is the list price where no list has the part', () => {
    assert.deepEqual(chooseOffer('a', listed, [listOf('first', { b: { price: 1 } })]), {
      ...listed,
      source: { kind: 'list' },
    });
  });

  test('has all prices of the first list that has the part, also where another is lower', () => {
    const lists = [
      listOf('first', { b: { price: 1 } }),
      listOf('second', { a: { price: 2.4 } }),
      listOf('third', { a: { price: 2.3, priceBreaks: [{ from: 10, price: 1 }] } }),
      minusOf(90),
    ];
    assert.deepEqual(chooseOffer('a', listed, lists), {
      price: 2.4,
      priceBreaks: [],
      source: { kind: 'company', id: 'second', name: 'second' },
    });
  });

  test('takes a percentage off every list price, and leaves out breaks that are no lower any more', () => {
    assert.deepEqual(chooseOffer('a', listed, [minusOf(12.5)]), {
      price: 2.1875,
      priceBreaks: [{ from: 500, price: 1.75 }],
      source: { kind: 'group', id: 'minus', name: 'minus' },
    });
    const tiny = { price: 0.000002, priceBreaks: [{ from: 2, price: 0.000001 }] };
    const { price, priceBreaks } = chooseOffer('a', tiny, [minusOf(99.99)]);
    assert.deepEqual([price, priceBreaks], [0.000001, []]);
  });

  test('is exact to the micro for every price and percentage', () => {
    const micros = fc.integer({ min: 1, max: 999_999_990_000 });
    fc.assert(
      fc.property(micros, fc.integer({ min: 1, max: 9_999 }), (price, points) => {
        const { price: less } = chooseOffer('a', { price: fromMicros(price) }, [minusOf(points / 100)]);
        const exact = (BigInt(price) * BigInt(10_000 - points) + 5_000n) / 10_000n;
        assert.equal(toMicros(less), Number(exact < 1n ? 1n : exact));
      }),
    );
  });

  test('costs the same at each quantity as a slow look through the lists', () => {
    const parts = fc.constantFrom('a', 'b', 'c');
    const prices = fc.dictionary(parts, fc.record({ price: fc.integer({ min: 1, max: 9 }) }));
    fc.assert(
      fc.property(
        fc.array(prices, { maxLength: 4 }),
        parts,
        fc.integer({ min: 1, max: 999 }),
        (all, id, n) => {
          const lists = all.map((one, nth) => listOf(String(nth), one));
          const first = all.find((one) => one[id]);
          const slow = unitPrice(first?.[id] ?? listed, n);
          assert.equal(unitPrice(chooseOffer(id, listed, lists), n), slow);
        },
      ),
    );
  });
});
