import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListLine } from '#contract/lists/schema.ts';
import type { Match } from '#contract/matching/schema.ts';
import type { LineState } from './answers.ts';
import { needWords } from './need-words.ts';
import { priceLines, totalsOf } from './priced.ts';
import { aLine, aPart, found, priced } from './testing.ts';

const part = aPart({
  ...{ sku: 'NB-E64', price: 4, priceBreaks: [{ from: 1000, price: 3.1 }], weightGrams: 30 },
  ...{ available: 5000, minOrder: 100, multiple: 10 },
});
const heavy = aPart({ sku: 'D5R-64', price: 0.015, available: 100_000 });

const isPart = { productId: part._id };

test('a line has its price, the next break and its total by its own quantity, before the shop has answered', () => {
  const [line] = priced([
    { ...isPart, quantity: 200 },
    { ...found(part, { quantity: 500 }), state: 'waiting' },
  ]);
  assert.deepEqual([line?.unitPrice, line?.total, line?.next], [4, 800, { from: 1000, price: 3.1 }]);
  assert.equal(line?.need, undefined);
});

test('a line says what it needs', () => {
  const matched = (match: Match['match'], product?: typeof part): LineState => ({
    state: 'matched',
    match: { match, candidates: [part, heavy], ...(product && { product }) },
  });
  const lines = priced(
    [{ raw: 'x' }, matched('none')],
    [{ raw: 'x' }, matched('several')],
    [{ raw: 'x' }, matched('likely', heavy)],
    [{ productId: heavy._id }, found(heavy)],
    [{ productId: heavy._id, quantity: 50 }, found(heavy)],
    [{ ...isPart, quantity: 3000 }, found(part)],
    [{ ...isPart, quantity: 3000 }, found(part)],
    [{ raw: 'x' }, { state: 'waiting' }],
    [{ raw: 'x', quantity: 100 }, found(part)],
  );
  assert.deepEqual(
    lines.map(({ need }) => need),
    ['find', 'choose', 'confirm', 'quantity', 'problem', undefined, 'together', undefined, 'together'],
  );
  assert.deepEqual(lines.slice(0, 7).map(needWords), [
    ...['Not found.', 'Several parts fit.', 'Probably D5R-64.', 'The quantity is missing.'],
    ...['The minimum is 100 pcs.', undefined],
    'Together with line 6 this is more than the 5,000 there are.',
  ]);
  assert.deepEqual([lines[6]?.sameAs, lines[8]?.sameAs, lines[3]?.sameAs], [6, 6, undefined]);
  const totals = totalsOf(lines);
  assert.deepEqual([totals.lines, totals.needs, totals.waiting, totals.total], [9, 7, 1, 9300]);
});

test('a line of the same part tells what both cost less as one, where that can be ordered', () => {
  const savings = (...quantities: number[]) =>
    priced(
      ...quantities.map((quantity): [Partial<ListLine>, LineState] => [{ ...isPart, quantity }, found(part)]),
    ).map(({ joinSaves }) => joinSaves);
  // 1,000 pieces cost $3.10 each, 500 cost $4.00.
  assert.deepEqual(savings(500, 500), [undefined, 900]);
  assert.deepEqual(savings(300, 300), [undefined, undefined]);
  assert.deepEqual(savings(500, 505), [undefined, undefined]);
  assert.deepEqual(savings(3000, 3000), [undefined, undefined]);
});

test('an answer about another part than the line has is none', () => {
  const [line] = priced([{ productId: heavy._id, quantity: 100 }, found(part)]);
  assert.equal(line?.part, undefined);
});

test('totals are sums of rounded lines, with weight, what advice saves and the card limit', () => {
  const lines = priced(
    [{ ...isPart, quantity: 930 }, found(part)],
    [{ productId: heavy._id, quantity: 101 }, found(heavy)],
    [{ productId: heavy._id, quantity: 103 }, found(heavy)],
  );
  const totals = totalsOf(lines);
  // 1.515 and 1.545 dollars are rounded each.
  assert.equal(totals.total, 3720 + 1.52 + 1.55);
  assert.deepEqual([totals.grams, totals.isLighter], [27_900, true]);
  assert.equal(totals.saved, 620);
  assert.equal(totals.isOverCardLimit, false);
  const dear = aPart({ price: 500, available: 1e6 });
  const two = [{ productId: dear._id, quantity: 1000 }, found(dear)] as const;
  assert.equal(totalsOf(priced([...two], [...two])).isOverCardLimit, true);
  const [large] = priced([{ productId: dear._id, quantity: 3000 }, found(dear)]);
  assert.deepEqual(
    [large?.need, large?.split?.quantities, large?.total],
    [undefined, [1500, 1500], 1_500_000],
  );
});

test('a line above the card limit costs what its split costs, and one that cannot be split needs the buyer', () => {
  const dear = aPart({ price: 500, priceBreaks: [{ from: 2000, price: 400 }], available: 1e6 });
  const line = { productId: dear._id, quantity: 3000 };
  const lines = priced([line, found(dear)], [{ ...line, quantity: 100 }, found(dear)]);
  assert.deepEqual([lines[0]!.unitPrice, lines[0]!.total], [500, 1_500_000]);
  const { total, splitExtra, needs } = totalsOf(lines);
  assert.deepEqual([total, splitExtra, needs], [1_550_000, 300_000, 0]);

  const whole = { ...dear, minOrder: 3000 };
  const [stuck] = priced([line, found(whole)]);
  assert.deepEqual([stuck?.need, stuck?.split], ['problem', undefined]);
});

test('boards that need another quantity say so', () => {
  const line = aLine({ ...isPart, quantity: 100, perBoard: 3 });
  const [priced] = priceLines([line], new Map([[line._id, found(part)]]), 50);
  assert.equal(priced?.built, 150);
});

test('a line that waits for goods takes from those, and is no second line of the one that takes from stock', () => {
  const awaited = aPart({ available: 600, expected: [{ dueOn: '2027-03-03', available: 400 }] });
  const of = { productId: awaited._id };
  const lines = priced(
    [{ ...of, quantity: 600 }, found(awaited)],
    [{ ...of, quantity: 400, receiptDate: '2027-03-03' }, found(awaited)],
    [{ ...of, quantity: 100, receiptDate: '2027-03-03' }, found(awaited)],
    [{ ...of, quantity: 100, receiptDate: '2027-05-05' }, found(awaited)],
  );
  assert.deepEqual(
    lines.map(({ need, sameAs }) => [need, sameAs]),
    [
      [undefined, undefined],
      [undefined, undefined],
      ['together', 2],
      ['problem', undefined],
    ],
  );
});
