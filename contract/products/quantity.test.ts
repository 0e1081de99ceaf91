import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withPriceBreaks } from '../../tests/price-breaks.ts';
import { lineTotal, unitPrice } from '../kernel/price.ts';
import { bestQuantity } from './best-quantity.ts';
import { firstOf, minimumQuantity } from './minimum.ts';
import { priceBreaksError } from './price-breaks.ts';
import {
  nearestQuantities,
  nextQuantity,
  quantityError,
  quantityMessage,
  rightQuantities,
} from './quantity.ts';

const fan = {
  ...{ minOrder: 500, multiple: 50, available: 40_000, price: 6.35 },
  priceBreaks: [
    { from: 1000, price: 5.98 },
    { from: 5000, price: 5.625 },
  ],
};

/** Any product that the schema accepts, with up to four price breaks. */
const product = withPriceBreaks(
  fc.record({
    minOrder: fc.integer({ min: 1, max: 300 }),
    multiple: fc.integer({ min: 1, max: 120 }),
    available: fc.integer({ min: 0, max: 20_000 }),
    price: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
  }),
  { most: 4, step: 2000 },
);

describe('price breaks', () => {
  test('the price of a quantity is that of the last break that it reaches', () => {
    for (const [quantity, price] of [
      [500, 6.35],
      [999, 6.35],
      [1000, 5.98],
      [4999, 5.98],
      [5000, 5.625],
      [1_000_000, 5.625],
    ] as const)
      assert.equal(unitPrice(fan, quantity), price);
    assert.equal(unitPrice({ price: 2 }, 1000), 2);
  });

  test('the price never rises with the quantity when the breaks are accepted', () => {
    fc.assert(
      fc.property(product, fc.nat(20_000), fc.nat(20_000), (part, a, b) => {
        assert.equal(priceBreaksError(part), undefined);
        assert.ok(unitPrice(part, Math.max(a, b)) <= unitPrice(part, Math.min(a, b)));
        assert.equal(unitPrice(part, minimumQuantity(part)), part.price);
      }),
    );
  });
});

describe('multiples', () => {
  test('the smallest order is the first multiple that is at least the minimum', () => {
    assert.equal(minimumQuantity({ minOrder: 100, multiple: 30 }), 120);
    assert.equal(minimumQuantity({ minOrder: 1, multiple: 250 }), 250);
    assert.equal(minimumQuantity(fan), 500);
  });

  test('another quantity is refused with the two nearest that are right', () => {
    assert.equal(quantityMessage(1030, fan), 'Sold in multiples of 50. Order 1,000 or 1,050.');
    assert.equal(quantityMessage(1050, fan), undefined);
    assert.equal(quantityMessage(510, { ...fan, multiple: 60 }), 'Please Enter Minimum Quantity.');
    assert.deepEqual(nearestQuantities(560, { minOrder: 500, multiple: 60 }), {
      ...{ multiple: 60, below: 540, above: 600 },
    });
    assert.equal(quantityMessage(1010, { ...fan, available: 1020 }), 'Sold in multiples of 50. Order 1,000.');
    assert.deepEqual(nearestQuantities(530, { minOrder: 500, multiple: 60 }), { multiple: 60, above: 540 });
  });
});

describe('the right quantities next to a wrong one', () => {
  test('are the nearest below and above, none below the minimum and none above the stock', () => {
    const sold = { ...fan, available: 2010 };
    for (const [quantity, right] of [
      [930, [900, 950]],
      [510, [500, 550]],
      [30, [500]],
      [-1, [500]],
      [700.5, [700, 750]],
      [2005, [2000]],
      [1_000_000, [2000]],
      [Number.NaN, [500]],
    ] as const)
      assert.deepEqual(rightQuantities(quantity, sold), right, String(quantity));
    assert.deepEqual(rightQuantities(930, { ...fan, available: 499 }), []);
  });

  test('can be ordered, and nothing nearer can', () => {
    fc.assert(
      fc.property(product, fc.nat(25_000), (part, quantity) => {
        fc.pre(quantityError(quantity, part) !== undefined);
        const right = rightQuantities(quantity, part);
        for (const one of right) assert.equal(quantityError(one, part), undefined);
        for (const one of right)
          for (let between = Math.min(one, quantity) + 1; between < Math.max(one, quantity); between += 1)
            assert.notEqual(quantityError(between, part), undefined);
      }),
    );
  });
});

describe('steps', () => {
  test('lead to the next quantity that can be ordered', () => {
    const stock = { ...fan, available: 1030 };
    for (const [quantity, fewer, more] of [
      [Number.NaN, 500, 500],
      [10, undefined, 500],
      [500, undefined, 550],
      [530, 500, 550],
      [1000, 950, undefined],
      [5000, 1000, undefined],
    ] as const) {
      assert.equal(nextQuantity(quantity, -1, stock), fewer, `below ${quantity}`);
      assert.equal(nextQuantity(quantity, 1, stock), more, `above ${quantity}`);
    }
    assert.equal(nextQuantity(500, 1, { ...fan, available: 40 }), undefined);
  });
});

describe('advice', () => {
  test('is the quantity that costs less, or little more for many more', () => {
    // 950 x 6.35 is 6,032.50; 1,000 x 5.98 is 5,980.
    assert.deepEqual(bestQuantity(950, fan), { quantity: 1000, total: 5980, than: 950, saved: 52.5 });
    // 4,700 x 5.98 is 28,106 and 5,000 x 5.625 is 28,125: 300 pieces for $19.
    assert.deepEqual(bestQuantity(4700, fan), { quantity: 5000, total: 28_125, than: 4700, saved: -19 });
    // 4,600 x 5.98 is 27,508: each of 400 pieces more costs $1.54, and each of 450 more than 4,550 $2.04, over a third of $5.625.
    assert.equal(bestQuantity(4600, fan)?.quantity, 5000);
    assert.equal(bestQuantity(4550, fan), undefined);
    assert.equal(bestQuantity(4750, fan)?.quantity, 5000);
    assert.equal(bestQuantity(1000, fan), undefined);
    const steep = { ...fan, priceBreaks: [{ from: 1000, price: 4 }] };
    assert.deepEqual(bestQuantity(600, steep), { quantity: 1000, total: 4000, than: 600, saved: -190 });
    // 550 x 6.35 is 3,492.50: each piece more costs $1.13 only, but the order 15 % more.
    assert.equal(bestQuantity(550, steep), undefined);
    assert.equal(bestQuantity(950, { ...fan, available: 999 }), undefined);
  });

  test('compares with the multiple above a quantity that its multiple forbids', () => {
    assert.deepEqual(bestQuantity(930, fan), { quantity: 1000, total: 5980, than: 950, saved: 52.5 });
    assert.equal(bestQuantity(951, fan), undefined);
    assert.equal(bestQuantity(930, { ...fan, available: 940 }), undefined);
    for (const wrong of [499, 40_001, 930.5, Number.NaN]) assert.equal(bestQuantity(wrong, fan), undefined);
  });

  test('can be ordered, is larger, and never costs more where it says less', () => {
    let [advised, dearer] = [0, 0];
    fc.assert(
      fc.property(product, fc.nat(20_000), fc.integer({ min: 50, max: 99 }), (part, random, percent) => {
        const above = firstOf(Math.max(random % (part.available + 1), 1), part);
        const belowBreaks = part.priceBreaks.map(({ from }) => Math.floor((from * percent) / 100));
        for (const quantity of [above, random, ...belowBreaks]) {
          const best = bestQuantity(quantity, part);
          if (!best) continue;
          advised += 1;
          dearer += best.saved < 0 ? 1 : 0;
          assert.equal(best.than, firstOf(quantity, part));
          assert.ok(best.quantity > best.than);
          for (const one of [best.quantity, best.than]) assert.equal(quantityError(one, part), undefined);
          assert.equal(best.total, lineTotal(part, best.quantity));
          const more = best.total - lineTotal(part, best.than);
          assert.ok(Math.abs(more + best.saved) < 0.001);
          const pieces = best.quantity - best.than;
          assert.ok(more <= (pieces * unitPrice(part, best.quantity)) / 3 + 0.001);
          assert.ok(more <= 0.05 * lineTotal(part, best.than) + 0.001);
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(advised - dearer > 20 && dearer > 20, `only ${advised} advices, ${dearer} cost more`);
  });
});
