import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineTotal } from '#contract/kernel/price.ts';
import { quantityError } from '#contract/products/quantity.ts';
import { cardLimitWords, splitLines, splitQuantity, splitWords } from './split.ts';

const cost = (...totals: number[]) => totals.map((total) => ({ total }));
const totalsOf = (purchases: { total: number }[][]) =>
  purchases.map((lines) => lines.map(({ total }) => total));
const product = { price: 300, minOrder: 100, multiple: 1, available: 100_000 };

describe('splitLines', () => {
  test('leaves lines together that a card can pay, to the cent', () => {
    assert.deepEqual(totalsOf(splitLines(cost(999_999, 0.99))), [[999_999, 0.99]]);
    assert.deepEqual(totalsOf(splitLines(cost(999_999, 1))), [[999_999], [1]]);
  });

  test('puts each line into the first purchase with room, and keeps their order', () => {
    const purchases = splitLines(cost(600_000, 500_000, 300_000, 400_000, 90_000));
    assert.deepEqual(totalsOf(purchases), [
      [600_000, 300_000, 90_000],
      [500_000, 400_000],
    ]);
  });

  test('puts 500 lines at most into a purchase', () => {
    const purchases = splitLines(cost(...Array<number>(1_001).fill(1)));
    assert.deepEqual(
      purchases.map(({ length }) => length),
      [500, 500, 1],
    );
  });

  test('loses no line and doubles none, whatever they cost', () => {
    const lines = Array.from({ length: 700 }, (_, n) => ({ total: ((n * 7919) % 1_200_000) + 0.01 }));
    const purchases = splitLines(lines);
    assert.deepEqual(new Set(purchases.flat()), new Set(lines));
    assert.equal(purchases.flat().length, lines.length);
  });

  test('makes nothing of nothing, and a purchase of a line that is too large', () => {
    assert.deepEqual(splitLines([]), []);
    assert.deepEqual(totalsOf(splitLines(cost(1, 2_000_000, 1))), [[1, 1], [2_000_000]]);
  });
});

describe('splitQuantity', () => {
  const requireRight = (quantities: number[], of: typeof product) => {
    for (const quantity of quantities) {
      assert.equal(quantityError(quantity, of), undefined);
      assert.ok(lineTotal(of, quantity) <= 999_999.99);
    }
  };

  const quantitiesOf = (quantity: number, of = product) => splitQuantity(quantity, of)?.quantities;

  test('splits into as few and as even quantities as possible', () => {
    assert.deepEqual(quantitiesOf(5_000), [2_500, 2_500]);
    assert.deepEqual(quantitiesOf(7_001), [2_334, 2_334, 2_333]);
  });

  test('keeps the multiple and the minimum', () => {
    const boxed = { ...product, multiple: 250, minOrder: 500 };
    const quantities = quantitiesOf(7_000, boxed)!;
    assert.deepEqual(quantities, [2_500, 2_250, 2_250]);
    requireRight(quantities, boxed);
    assert.equal(splitQuantity(7_001, boxed), undefined, 'no multiple');
  });

  test('is undefined when the smallest order is too large to be paid, or to be split', () => {
    assert.equal(splitQuantity(8_000, { ...product, minOrder: 4_000 }), undefined);
    assert.equal(splitQuantity(3_900, { ...product, minOrder: 2_000 }), undefined);
  });

  test('knows that smaller quantities may cost more a piece', () => {
    const broken = { ...product, price: 450, priceBreaks: [{ from: 2_400, price: 300 }] };
    const { quantities, total, extra } = splitQuantity(4_700, broken)!;
    // Two halves of 2,350 would miss the price break, and cost more than a card can be charged.
    assert.equal(quantities.length, 3);
    requireRight(quantities, broken);
    assert.equal(total, 4_700 * 450);
    assert.equal(extra, 4_700 * 150);
  });

  test('has a total that is what its quantities cost, and says what is lost against one line', () => {
    const priceBreaks = [
      { from: 2_334, price: 299.5 },
      { from: 5_000, price: 290 },
    ];
    const broken = { ...product, priceBreaks };
    const { quantities, total, extra } = splitQuantity(7_001, broken)!;
    assert.deepEqual(quantities, [2_334, 2_334, 2_333]);
    const sum = quantities.reduce((cents, pieces) => cents + Math.round(lineTotal(broken, pieces) * 100), 0);
    assert.equal(total, sum / 100);
    assert.equal(extra, (sum - 7_001 * 29_000) / 100);
    assert.match(
      splitWords({ quantities, total, extra }),
      /3 orders of 2,334 pcs or less\. .* costs \$67,676\.00 more/,
    );
    assert.doesNotMatch(splitWords(splitQuantity(5_000, product)!), /more/);
    assert.match(cardLimitWords('orders that fit', 0), /: checkout splits it into orders that fit\.$/);
  });
});
