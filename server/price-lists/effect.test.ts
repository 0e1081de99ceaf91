import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effectOf } from './effect.ts';

const listed = { price: 2.5, priceBreaks: [{ from: 500, price: 2 }] };
const part = (sku: string) => ({ productId: sku, sku, listed, before: undefined, after: undefined });

describe('the effect of a price list', () => {
  test('counts a part as dearer where one quantity is, and compares with the list price where the list had none', () => {
    const effect = effectOf([
      { ...part('cheaper'), after: { price: 2 } },
      // 1.9 in place of 2 from 500 pieces, but 2.6 in place of 2.5 from the first.
      { ...part('mixed'), after: { price: 2.6, priceBreaks: [{ from: 500, price: 1.9 }] } },
      { ...part('same'), after: listed },
    ]);
    assert.deepEqual([effect.cheaper, effect.dearer, effect.same, effect.former], [1, 1, 1, 0]);
  });

  test('compares with the former price of the list, and with the list price where a part leaves it', () => {
    const effect = effectOf([
      { ...part('below'), before: { price: 2 }, after: { price: 1 } },
      { ...part('gone'), before: { price: 2 } },
    ]);
    assert.deepEqual([effect.cheaper, effect.dearer, effect.former, effect.belowFormer], [1, 1, 2, 1]);
    assert.deepEqual(effect.largest, [
      { productId: 'below', sku: 'below', quantity: 1, before: 2, after: 1 },
      { productId: 'gone', sku: 'gone', quantity: 1, before: 2, after: 2.5 },
    ]);
  });

  test('names the parts that lose price breaks, of the list or of the list price', () => {
    const own = { price: 2, priceBreaks: [100, 500].map((from) => ({ from, price: 100 / from })) };
    const effect = effectOf([
      { ...part('flat'), after: { price: 1.5 } },
      { ...part('one'), before: own, after: { price: 2, priceBreaks: [{ from: 500, price: 0.2 }] } },
      { ...part('more'), before: { price: 2 }, after: own },
    ]);
    assert.equal(effect.losesBreaks, 2);
    assert.deepEqual(
      effect.lostBreaks.map(({ sku, from }) => [sku, from]),
      [
        ['flat', [500]],
        ['one', [100]],
      ],
    );
  });

  test('names the ten parts that change most', () => {
    const parts = Array.from({ length: 12 }, (_, n) => ({
      ...part(`p${n}`),
      before: { price: 100 },
      after: { price: 100 + n },
    }));
    const named = effectOf(parts).largest.map(({ sku }) => sku);
    assert.deepEqual(named, ['p11', 'p10', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4', 'p3', 'p2']);
  });
});
