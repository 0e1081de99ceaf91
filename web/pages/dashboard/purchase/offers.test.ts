import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListLine } from '#contract/lists/schema.ts';
import { goneLine } from '#contract/matching/judge.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import type { PurchaseLine } from '#contract/purchases/schema.ts';
import { aLine } from '../../../basket/matching/testing.ts';
import { splitCost, sumsOf, totalOf, whenWords } from './offer-sums.ts';
import { type Offer, offersOf } from './offers.ts';

const PART = {
  ...{ _id: 'p', sku: 'FAN-1', name: 'Fan', image: '', maker: 'Arden' },
  ...{ price: 2.5, priceBreaks: [], minOrder: 100, multiple: 50, available: 1_000, lifecycle: 'active' },
} as unknown as LinePart;
const other = { ...PART, _id: 'o', sku: 'FAN-2', name: 'Fan B', minOrder: 500 };
const line = { _id: 'l', productId: 'p', quantity: 200, price: 2.5, total: 500 } as PurchaseLine;
const NOW = new Date('2026-11-23T12:00:00Z');
const MARCH = '2027-03-03';

const matchOf = (part: Partial<LinePart>, substitutes: LinePart[] = []): Match => ({
  ...{ match: 'exact', product: { ...PART, ...part }, candidates: [] },
  problem: { code: 'too_many', message: '', quantities: [], substitutes },
});
const today = (part: Partial<LinePart>, quantity = 200, substitutes: LinePart[] = []) =>
  offersOf([{ ...line, quantity }], [matchOf(part, substitutes)], { today: NOW })[0]!;
const gone = (...similar: LinePart[]) =>
  offersOf([line], [goneLine(200)], { similar: new Map([['l', similar]]) })[0]!;
const told = ({ changes, choices }: Offer) => [
  changes,
  choices.map(({ label, take, isOpen }) => {
    const shares = take?.shares.map(({ quantity, receiptDate }) =>
      [quantity, receiptDate].filter(Boolean).join('@'),
    );
    return take ? `${take.part._id} ${shares!.join('+')}${isOpen ? ' open' : ''}` : label;
  }),
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

  test('of which there is less in stock takes what is there, unless another part or the line as it was is taken', () => {
    assert.deepEqual(told(today({ available: 160 }, 200, [other])), [
      ['Only 160 in stock'],
      ['p 150', 'p 200 open', 'o 500', 'Leave it out'],
    ]);
    assert.deepEqual(told(today({ available: 0 })), [['Out of stock'], ['p 200 open', 'Leave it out']]);
    assert.equal(totalOf(today({ available: 0 }).choices[0]), 0);
  });

  test('of which more is expected takes all pieces on their days', () => {
    const expected = [{ dueOn: MARCH, available: 400 }];
    const offer = today({ available: 100, expected });
    assert.deepEqual(told(offer), [
      ['Only 100 in stock, 400 more on Mar 3, 2027'],
      [`p 100+100@${MARCH}`, 'p 100', 'p 200 open', 'Leave it out'],
    ]);
    const labels = ({ choices }: Offer) => choices.map(({ label }) => label);
    assert.deepEqual(labels(offer), [
      ...['Split: 100 now, 100 on Mar 3', 'Order 100 (−$250.00)', 'Keep 200, settle later', 'Leave it out'],
    ]);
    assert.equal(labels(today({ available: 0, expected }, 500))[0], '400 at most, on Mar 3 (−$250.00)');
  });

  test('whose split loses a price break says what it costs more, and that all pieces can wait for one day', () => {
    const breaks = { price: 2.5, priceBreaks: [{ from: 200, price: 2 }] };
    const expected = [
      { dueOn: '2027-02-01', available: 150 },
      { dueOn: MARCH, available: 400 },
    ];
    const offer = today({ ...breaks, available: 100, expected });
    assert.deepEqual(
      offer.choices.map((choice) => [choice.label, totalOf(choice)]),
      [
        ['Split: 100 now, 100 on Feb 1 (+$100.00)', 500],
        ['All 200 on Mar 3', 400],
        ['Order 100 (−$150.00)', 250],
        ['Keep 200, settle later', 0],
        ['Leave it out', 0],
      ],
    );
    assert.deepEqual(told(offer)[1]!.slice(0, 2), ['p 100+100@2027-02-01', `p 200@${MARCH}`]);
    assert.deepEqual(offer.choices.map(splitCost), [100, 0, 0, 0, 0]);
  });

  test('that has another part in its place says by how much that changes the total', () => {
    const dearer = { ...other, minOrder: 100, price: 3 };
    const labels = ({ choices }: Offer) => choices.map(({ label }) => label);
    assert.deepEqual(labels(today({ available: 0 }, 200, [dearer])), [
      ...['Keep 200, settle later', 'Replace with 200 × FAN-2, Fan B (+$100.00)', 'Leave it out'],
    ]);
    assert.equal(labels(gone(other))[1], 'Replace with 500 × FAN-2, Fan B (+$750.00)');
    const scarce = { ...dearer, available: 0 };
    assert.equal(labels(gone(scarce))[1], 'Replace with 200 × FAN-2, Fan B');
  });

  test('has what lines of the same part before it leave', () => {
    const expected = [{ dueOn: MARCH, available: 100 }];
    const match = matchOf({ available: 300, expected });
    const lines = ['a', 'b', 'c'].map((_id) => ({ ...line, _id }));
    const offers = offersOf(lines, [match, match, match], { today: NOW });
    assert.deepEqual(
      offers.map((offer) => told(offer)[1]![0]),
      ['p 200', `p 100+100@${MARCH}`, 'p 200 open'],
    );
    const sums = sumsOf(offers.map((offer) => ({ ...offer, choice: offer.choices[0] })));
    assert.deepEqual(sums, {
      before: 1500,
      now: 1000,
      dearer: 0,
      lines: 3,
      open: 1,
      leftOut: 0,
      lastDay: MARCH,
    });
    assert.equal(whenWords(sums, NOW), 'The last pieces are expected on Mar 3.');
  });

  test('counts as dearer for the same pieces of the same part alone', () => {
    const of = (offer: Offer, n = 0) => sumsOf([{ ...offer, choice: offer.choices[n]! }]);
    assert.deepEqual([of(today({ price: 2.75 })).now, of(today({ price: 2.75 })).dearer], [550, 50]);
    assert.equal(of(today({ price: 2 })).dearer, -100);
    assert.equal(of(today({ price: 2.75, available: 160 })).dearer, 0);
    assert.equal(of(today({ price: 2.75, available: 0 }, 200, [other]), 1).dearer, 0);
    assert.equal(whenWords(of(today({}))), 'All of it is in stock.');
    assert.equal(whenWords(of(today({ available: 0 }))), undefined);
  });

  test('takes the next right quantity where its own can no longer be ordered', () => {
    assert.deepEqual(told(today({ minOrder: 300 })), [['The minimum is 300 pcs'], ['p 300', 'Leave it out']]);
    assert.deepEqual(told(today({ multiple: 150 })), [
      ['Sold in multiples of 150'],
      ['p 300', 'p 150', 'Leave it out'],
    ]);
  });

  test('is settled later where no quantity can be ordered', () => {
    const short = today({ minOrder: 300, available: 250 });
    assert.deepEqual(told(short), [['The minimum is 300 pcs'], ['p 200 open', 'Leave it out']]);
    const dear = today({ price: 9_000 });
    assert.deepEqual(told(dear)[1], ['p 200 open', 'Leave it out']);
    for (const offer of [short, dear]) {
      const sums = sumsOf([{ ...offer, choice: offer.choices[0] }]);
      assert.deepEqual([sums.now, sums.open, whenWords(sums, NOW)], [0, 1, undefined]);
    }
  });

  test('of a part that is no longer made tells how many are left', () => {
    assert.deepEqual(told(today({ lifecycle: 'obsolete' }, 200, [other])), [
      ['Discontinued: 1,000 left'],
      ['p 200', 'o 500', 'Leave it out'],
    ]);
  });

  test('takes as many of another part as its own multiple allows', () => {
    const byReel = { ...other, minOrder: 100, multiple: 75 };
    assert.deepEqual(told(gone(byReel))[1], ['Leave it out', 'o 225']);
    assert.deepEqual(told(today({ available: 0 }, 200, [byReel]))[1], [
      'p 200 open',
      'o 225',
      'Leave it out',
    ]);
  });

  test('of a part that is gone is left out, unless a similar one is taken', () => {
    assert.deepEqual(told(gone(other)), [['No longer sold'], ['Leave it out', 'o 500']]);
  });
});

describe('a purchase of which lines are in the order already', () => {
  const lines = ['a', 'b', 'c'].map((_id) => ({
    ...line,
    _id,
    customerRef: _id === 'c' ? 'K-1' : undefined,
  }));
  const inOrder = (fields: Partial<ListLine>) => aLine({ productId: 'p', ...fields });
  const offers = (order: ListLine[], isAgain = false, part: Partial<LinePart> = {}) =>
    offersOf(lines as PurchaseLine[], Array(3).fill(matchOf(part)), { order, isAgain, today: NOW });
  const ids = (some: Offer[]) => some.map((offer) => [offer.line._id, offer.pieces]);

  test('has what is missing added, or all again', () => {
    const order = [inOrder({ quantity: 200 }), inOrder({ quantity: 200, customerRef: 'K-1' })];
    assert.deepEqual(ids(offers(order)), [['b', 200]]);
    assert.deepEqual(
      ids(offers(order, true)),
      lines.map(({ _id }) => [_id, 200]),
    );
    const all = [...order, inOrder({ quantity: 200, receiptDate: MARCH })];
    assert.deepEqual(ids(offers(all)), []);
  });

  test('has each of its pieces count once, whatever lines of the order they are in', () => {
    assert.deepEqual(ids(offers([inOrder({ quantity: 100 }), inOrder({ quantity: 300 })])), [['c', 200]]);
    assert.deepEqual(ids(offers([inOrder({ quantity: 900 })])), [['c', 200]]);
    assert.deepEqual(ids(offers([inOrder({ quantity: 900, customerRef: 'K-2' })])).length, 3);
    assert.deepEqual(ids(offers([aLine({ productId: 'o', quantity: 900 }), aLine({ raw: 'p' })])).length, 3);
  });

  test('has the rest of a line added where that can be ordered by itself', () => {
    const [first] = offers([inOrder({ quantity: 100 })], false, { price: 2.75 });
    assert.deepEqual(told(first!), [
      ['100 of 200 pcs are in your order already', '$2.50 → $2.75 each'],
      ['p 100', 'Leave it out'],
    ]);
    assert.equal(first!.choices[0].label, 'Order 100, which are missing');
    const sums = sumsOf([{ ...first!, choice: first!.choices[0] }]);
    assert.deepEqual([sums.before, sums.now, sums.dearer], [250, 275, 25]);
    assert.deepEqual(ids(offers([inOrder({ quantity: 150 })])), [
      ['b', 200],
      ['c', 200],
    ]);
  });

  test('is told no day of which the order has all pieces', () => {
    const order = [inOrder({ quantity: 200, receiptDate: MARCH }), inOrder({ quantity: 400 })];
    const days = { available: 400, expected: [{ dueOn: MARCH, available: 200 }] };
    const [first] = offers(order, true, days);
    assert.deepEqual(first!.changes, ['Out of stock (other lines have the rest)']);
  });

  test('has no pieces of the stock that the order takes', () => {
    const order = [inOrder({ quantity: 200 }), inOrder({ quantity: 200, customerRef: 'K-2' })];
    const expected = [{ dueOn: MARCH, available: 200 }];
    const some = offers(order, false, { available: 500, expected });
    assert.deepEqual(some.map(told), [
      [
        ['Only 100 in stock, 200 more on Mar 3, 2027 (other lines have the rest)'],
        [`p 100+100@${MARCH}`, 'p 100', 'p 200 open', 'Leave it out'],
      ],
      [
        ['Out of stock, 100 more on Mar 3, 2027 (other lines have the rest)'],
        [`p 100@${MARCH}`, 'p 200 open', 'Leave it out'],
      ],
    ]);
  });
});
