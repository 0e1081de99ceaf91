import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { type Seen, withSeen } from '../../basket/cart/seen-prices.ts';
import type { LineState } from '../../basket/matching/answers.ts';
import { priceLines, totalsOf } from '../../basket/matching/priced.ts';
import { aLine, found, partOf } from '../../basket/matching/testing.ts';
import { priceChangeWords, type Refused, refusalsByLine, toCheckoutLines, totalBefore } from './lines.ts';

/** $2.00 for a piece, minimum 100, in multiples of 50, 5,000 on sale. */
const part = partOf('A');
const lineOf = (fields: Partial<ListLine> = {}) => aLine({ productId: part._id, quantity: 100, ...fields });
const errorOf = (line: ListLine, field = 'quantity'): FieldError => ({
  ...{ field: `lines.${line._id}.${field}`, message: 'Sold in multiples of 50.', code: 'not_multiple' },
});

function checkout(
  line: ListLine,
  state: LineState | undefined = found(part),
  { refusals = new Map<string, Refused>(), seen = {} as Record<string, Seen> } = {},
) {
  const states = new Map(state ? [[line._id, state]] : []);
  return toCheckoutLines([line], states, refusals, seen)[0]!;
}

describe('a line at checkout', () => {
  test('is ready when its part is known and its quantity can be ordered', () => {
    const { is, total, unitPrice } = checkout(lineOf());
    assert.deepEqual([is, total, unitPrice], ['ready', 200, 2]);
  });

  test('is checked until the shop has answered, and until its part is written into the cart', () => {
    const line = lineOf();
    const [waiting] = toCheckoutLines([line], new Map(), new Map(), {});
    assert.deepEqual([waiting!.is, waiting!.total], ['checking', 0]);
    assert.equal(checkout(line, { state: 'failed' }).is, 'checking');
    assert.equal(checkout(aLine({ raw: '100x A', quantity: 100 })).is, 'checking');
  });

  test('is wrong when something has to be done first', () => {
    assert.equal(checkout(lineOf({ quantity: 130 })).is, 'wrong', 'no multiple');
    assert.equal(checkout(lineOf({ quantity: 6_000 })).is, 'wrong', 'more than there is');
    assert.equal(checkout(aLine({ raw: 'A' }), found(part, { match: 'several' })).is, 'wrong', 'which part?');
    const gone = { code: 'gone' as const, message: '', quantities: [] };
    assert.equal(checkout(lineOf(), found(part, { problem: gone })).is, 'wrong', 'not sold any more');
    const costly = partOf('B', { price: 900_000, priceBreaks: [] });
    assert.equal(
      checkout(lineOf({ productId: costly._id }), found(costly)).is,
      'wrong',
      'more than a card takes',
    );
  });

  test('that says nothing is left out', () => {
    const [empty, filled] = [aLine(), lineOf()];
    const lines = toCheckoutLines([empty, filled], new Map([[filled._id, found(part)]]), new Map(), {});
    assert.deepEqual(
      lines.map(({ line }) => line._id),
      [filled._id],
    );
  });

  test('tells the unit price that the buyer has seen before of the same part and quantity, and of which price list it was', () => {
    const line = lineOf();
    const listed = { ...part, source: { kind: 'company' as const, name: '2027-A' } };
    const at = (now: LinePart, more: Partial<Seen> = {}) => {
      const seen = { productId: part._id, quantity: 100, unitPrice: 1.5, ...more };
      return checkout(line, found(now), { seen: { [line._id]: seen } });
    };
    assert.equal(
      priceChangeWords(at(part, { source: '2026-B' })),
      'was $1.50 by your price list 2026-B, now $2.00',
    );
    assert.equal(priceChangeWords(at(listed)), 'was $1.50, now $2.00 by your price list 2027-A');
    // What all lines came to, and come to.
    assert.deepEqual([totalBefore([at(part), checkout(line)]), at(part).total], [350, 200]);
    assert.equal(at(part, { unitPrice: 2 }).was, undefined);
    assert.equal(at(part, { quantity: 200 }).was, undefined);
    assert.equal(at(part, { productId: 'other' }).was, undefined);
  });

  test('keeps why the server has refused it until it is another one', () => {
    const line = lineOf();
    const refusals = new Map([[line._id, { line, error: errorOf(line) }]]);
    const of = (fields: Partial<ListLine>) => checkout({ ...line, ...fields }, found(part), { refusals });
    assert.deepEqual([of({}).is, of({}).refused?.code], ['wrong', 'not_multiple']);
    assert.equal(of({ customerRef: 'X' }).is, 'wrong', 'that changes nothing');
    for (const other of [{ quantity: 150 }, { productId: 'other' }, { receiptDate: '2027-03-03' }])
      assert.equal(of(other).refused, undefined, JSON.stringify(other));
    assert.equal(of({ quantity: 150 }).is, 'ready');
  });
});

test('the sum is the order pad’s, also of a line that is split; what is refused is left out of it', () => {
  const costly = partOf('C', { price: 900, priceBreaks: [{ from: 1_500, price: 800 }] });
  const [large, small] = [lineOf({ productId: costly._id, quantity: 2_000 }), lineOf()];
  const states = new Map([
    [large._id, found(costly, { unitPrice: 800 })],
    [small._id, found(part)],
  ]);
  const seen = withSeen({}, [large, small], states);
  const lines = toCheckoutLines([large, small], states, new Map(), seen);
  assert.deepEqual(
    lines.map(({ is, was }) => [is, was]),
    [
      ['large', undefined],
      ['ready', undefined],
    ],
  );
  const onPad = totalsOf(priceLines([large, small], states, null));
  assert.deepEqual(totalsOf(lines), onPad);
  assert.deepEqual([onPad.total, onPad.splitExtra], [1_800_200, 200_000]);
  const refusals = new Map([[small._id, { line: small, error: errorOf(small) }]]);
  assert.equal(totalsOf(toCheckoutLines([large, small], states, refusals, seen)).total, 1_800_000);
});

test('refusals are found by the lines that they name: the first of each, and none of others', () => {
  const [one, two] = [lineOf(), lineOf()];
  const first = errorOf(one);
  const refused = refusalsByLine(
    [first, errorOf(one, 'price'), errorOf(lineOf()), { ...errorOf(two), field: 'shipTo.city' }],
    [one, two],
  );
  assert.deepEqual([...refused], [[one._id, { line: one, error: first }]]);
});
