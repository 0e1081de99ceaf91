import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amountsOf, netOf, type TaxRate, totalOfLines } from './amounts.ts';
import { lineCents, roundedQuotient } from './money.ts';

const RATES: TaxRate[] = [
  { category: 'O', rateBp: 0 },
  { category: 'S', rateBp: 1900 },
  { category: 'S', rateBp: 725 },
  { category: 'Z', rateBp: 0 },
];
const items = (least: number) =>
  fc.array(
    fc.record({ netCents: fc.integer({ min: least, max: 99_999_999 }), rate: fc.constantFrom(...RATES) }),
    { maxLength: 40 },
  );
const chargesOf = (from: { netCents: number; rate: TaxRate }[]) =>
  from.map(({ netCents, rate: { category, rateBp } }) => ({ netCents, category, rateBp }));

/** Half away from zero, without numbers that round by themselves. */
function exactTax(netCents: number, rateBp: number): number {
  const parts = BigInt(Math.abs(netCents)) * BigInt(rateBp);
  const cents = Number((parts * 2n + 10_000n) / 20_000n);
  return netCents < 0 && cents > 0 ? -cents : cents;
}

test('a document comes to its lines and charges, and is taxed once for each category and rate', () => {
  fc.assert(
    fc.property(items(0), items(-99_999_999), (lines, others) => {
      const charges = chargesOf(others);
      const amounts = amountsOf(lines, charges, ({ rate }) => rate);
      const all = [...lines, ...others];
      const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
      assert.equal(amounts.netCents, sum(all.map(({ netCents }) => netCents)));
      assert.equal(amounts.taxCents, sum(amounts.rates.map(({ taxCents }) => taxCents)));
      assert.equal(amounts.grossCents, amounts.netCents + amounts.taxCents);
      assert.equal(amounts.rates.length, new Set(all.map(({ rate }) => rate)).size);
      for (const { category, rateBp, netCents, taxCents } of amounts.rates) {
        const own = all.filter(({ rate }) => rate.category === category && rate.rateBp === rateBp);
        assert.equal(netCents, sum(own.map((one) => one.netCents)));
        assert.equal(taxCents, exactTax(netCents, rateBp));
      }
      const turned = amountsOf(lines.toReversed(), charges.toReversed(), ({ rate }) => rate);
      assert.deepEqual(turned, amounts);
      // A credit note of all of it carries the same figures with the other sign, and leaves nothing.
      const negated = chargesOf(all.map((one) => ({ ...one, netCents: -one.netCents })));
      const back = amountsOf([], negated, ({ rate }) => rate);
      assert.equal(back.grossCents + amounts.grossCents, 0);
    }),
  );
});

test('what is not taxed comes to its net amount', () => {
  fc.assert(
    fc.property(items(0), (lines) => {
      const { netCents, taxCents, grossCents, rates } = amountsOf(lines, [], () => RATES[0]!);
      assert.deepEqual([grossCents, taxCents], [netCents, 0]);
      assert.equal(netOf(lines), netCents);
      const expected = [{ category: 'O', rateBp: 0, netCents, taxCents }];
      assert.deepEqual(rates, lines.length > 0 ? expected : []);
    }),
  );
});

test('three lines of three cents at 19 % are taxed as nine cents, and not each by itself', () => {
  const lines = Array.from({ length: 3 }, () => ({ netCents: 3 }));
  // 0.57 of a cent a line would be one each.
  assert.equal(amountsOf(lines, [], () => RATES[1]!).taxCents, 2);
});

test('half a cent is rounded away from zero', () => {
  assert.deepEqual(
    [25, -25, 24, -24, 0, 5, -5].map((value) => roundedQuotient(value, 10)),
    [3, -3, 2, -2, 0, 1, -1],
  );
  assert.equal(lineCents(5_000, 1), 1);
  assert.equal(lineCents(5_000, -1), -1);
});

test('totals in dollars are summed in cents', () => {
  assert.equal(totalOfLines([{ total: 0.1 }, { total: 0.2 }]), 0.3);
  assert.equal(totalOfLines([]), 0);
  assert.throws(() => totalOfLines([{ total: 0.001 }]), RangeError);
});
