import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeLine } from '#contract/matching/judge.ts';
import { mostShares, type Share, sharesOf } from './shares.ts';
import { partOf } from './testing.ts';

const [MARCH, MAY] = ['2027-03-03', '2027-05-04'];
const part = partOf('NB-E64', {
  ...{ minOrder: 100, multiple: 50, available: 620 },
  expected: [
    { dueOn: MARCH, available: 400 },
    { dueOn: MAY, available: 1_000 },
  ],
});

const short = (shares: Share[] | undefined) =>
  shares?.map(({ quantity, receiptDate }) => [quantity, receiptDate].filter(Boolean));

test('what stock lacks comes from the next days, in quantities that can be ordered', () => {
  assert.deepEqual(short(sharesOf(1_000, part)), [[600], [400, MARCH]]);
  assert.deepEqual(short(sharesOf(1_500, part)), [[600], [400, MARCH], [500, MAY]]);
  assert.deepEqual(short(sharesOf(500, part)), [[500]]);
});

test('what is left for the next day is never below the minimum', () => {
  assert.deepEqual(short(sharesOf(650, part)), [[550], [100, MARCH]]);
});

test('without stock all pieces come on the day that has them', () => {
  assert.deepEqual(short(sharesOf(500, { ...part, available: 0 })), [
    [400, MARCH],
    [100, MAY],
  ]);
  assert.deepEqual(short(sharesOf(1_000, { ...part, available: 40, expected: [part.expected![1]!] })), [
    [1_000, MAY],
  ]);
});

test('nothing is offered for what cannot be ordered, or is more than there will be', () => {
  assert.equal(sharesOf(2_500, part), undefined);
  assert.equal(sharesOf(1_020, part), undefined);
  assert.equal(sharesOf(50, part), undefined);
  assert.equal(sharesOf(1_000, { ...part, expected: [] }), undefined);
});

test('each share can be ordered, and together they are the line', () => {
  const count = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(
      count,
      count,
      count,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 70 }),
      (...numbers) => {
        const [quantity, available, later, minOrder, multiple] = numbers;
        const one = {
          ...part,
          available,
          minOrder,
          multiple,
          expected: [{ dueOn: MARCH, available: later }],
        };
        const shares = sharesOf(quantity, one) ?? [];
        const sum = shares.reduce((all, share) => all + share.quantity, 0);
        assert.ok(shares.length === 0 || sum === quantity);
        for (const share of shares) assert.equal(judgeLine(one, share, () => []).problem, undefined);
      },
    ),
  );
});

test('the most that can be had is offered where minimum, multiple or what is expected forbid all', () => {
  const most = (quantity: number, facts: Partial<typeof part> = {}) =>
    short(mostShares(quantity, { ...part, ...facts }));
  assert.deepEqual(most(5_000), [[600], [400, MARCH], [1_000, MAY]]);
  assert.deepEqual(most(1_000, { minOrder: 500 }), [[500], [500, MAY]]);
  assert.deepEqual(most(1_000, { minOrder: 500, expected: part.expected!.slice(0, 1) }), [[600]]);
  assert.deepEqual(most(1_020), [[600], [400, MARCH]]);
  assert.deepEqual(most(1_000, { expected: [] }), [[600]]);
  assert.equal(most(1_000, { available: 40, expected: [] }), undefined);
});

test('no larger quantity could be had than the most', () => {
  const count = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(
      ...([count, count, count, count] as const),
      fc.integer({ min: 1, max: 250 }),
      fc.integer({ min: 1, max: 70 }),
      (quantity, available, march, may, minOrder, multiple) => {
        const expected = [
          { dueOn: MARCH, available: march },
          { dueOn: MAY, available: may },
        ];
        const one = { ...part, available, minOrder, multiple, expected };
        let most = quantity;
        while (most > 0 && !sharesOf(most, one)) most -= 1;
        assert.deepEqual(mostShares(quantity, one), sharesOf(most, one));
      },
    ),
  );
});

test('the most of a large quantity is found without trying one after the other', () => {
  let reads = 0;
  const large = {
    ...part,
    ...{ minOrder: 300_000, multiple: 1, expected: [{ dueOn: MARCH, available: 299_000 }] },
    get available() {
      reads += 1;
      return 599_000;
    },
  };
  assert.deepEqual(short(mostShares(2_000_000, large)), [[599_000]]);
  large.expected = [{ dueOn: MARCH, available: 300_000 }];
  large.minOrder = 299_500;
  assert.deepEqual(short(mostShares(598_999 + 400, large)), [[299_899], [299_500, MARCH]]);
  assert.ok(reads < 20, String(reads));
});
