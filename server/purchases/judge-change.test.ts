// Costs no database: what is decided of new quantities, from rows as they are locked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Charge } from '#contract/kernel/amounts.ts';
import type { BuyerList } from '#contract/price-lists/offer.ts';
import { lineOf } from '../../tests/fixtures/purchase-lines.ts';
import { type ChangeJudgement, judgeChange } from './judge-change.ts';
import type { LockedPurchase, PurchaseLine } from './state.ts';
import { judgeMoves } from './stock.ts';
import type { LockedProduct, LockedReceipt } from './stock-rows.ts';

const productOf = (id: string, available: number, more: Partial<LockedProduct> = {}): LockedProduct => ({
  ...{ id, name: id, price: 2.5, priceBreaks: [], minOrder: 100, multiple: 1, available, revision: 1 },
  isRemoved: false,
  ...more,
});

/** Nothing keeps the buyer from ordering. */
const FREE = { closedWhy: null, blockedWhy: null, isWaiting: false };

function purchaseOf(lines: PurchaseLine[], more: Partial<LockedPurchase> = {}): LockedPurchase {
  const totalCents = lines.reduce((sum, line) => sum + line.totalCents, 0);
  return {
    ...{
      id: 'p',
      userId: 'u',
      buyerId: 'u',
      state: 'held',
      isUnapproved: false,
      totalCents,
      transactionId: null,
      charges: [],
      lines,
    },
    buyer: { heldCents: totalCents, isAddressProven: true, ...FREE },
    ...more,
  };
}

interface Given {
  purchase: LockedPurchase;
  products: LockedProduct[];
  receipts?: LockedReceipt[];
  lists?: BuyerList[];
  expectedCents?: number;
}

const change = (
  { purchase, products, receipts = [], lists = [], expectedCents = 0 }: Given,
  wanted: Record<string, number>,
): ChangeJudgement => {
  const asked = new Map(Object.entries(wanted).map(([id, pieces]) => [`line ${id}`, pieces]));
  const terms = { smallestOrder: 100, unprovenCents: 50_000 };
  return judgeChange(purchase, asked, expectedCents, { products, receipts, lists }, terms);
};

/** The moves of an accepted change, as pieces and expected pieces that go back. */
const movesOf = (judged: ChangeJudgement) =>
  judged.verdict === 'accepted' && judged.moves.map(({ pieces, awaited }) => [pieces, awaited]);
const inShort = (judged: ChangeJudgement) =>
  judged.verdict === 'refused'
    ? judged.lines.map(({ line, verdict }) => `${line} ${verdict}`).join()
    : judged.verdict;

test('a line that changes costs what it costs today, and one that stays keeps its price', () => {
  const purchase = purchaseOf([lineOf('a', 100), lineOf('b', 100)]);
  const products = [productOf('a', 0), productOf('b', 100, { priceBreaks: [{ from: 200, price: 2.25 }] })];
  const given = { purchase, products };
  assert.deepEqual(change(given, { b: 200 }), { verdict: 'total_changed', cents: 20_000 + 45_000 });
  const accepted = change({ ...given, expectedCents: 65_000 }, { b: 200 });
  assert.deepEqual(movesOf(accepted), [
    [0, 0],
    [-100, 0],
  ]);
  assert.deepEqual(accepted.verdict === 'accepted' && accepted.lines, [
    {
      ...{ id: 'line b', productId: 'b', from: 100, quantity: 200, awaited: 0 },
      ...{ unitPriceMicros: 2_250_000, priceSource: { kind: 'list' }, cents: 45_000 },
    },
  ]);
});

test('charges stay in the total, and a card has to pay them, too', () => {
  const given = (...charges: Charge[]) => ({
    purchase: purchaseOf([lineOf('a', 100)], { charges }),
    products: [productOf('a', 1_000_000)],
  });
  const freight: Charge = { netCents: 1_500, category: 'O', rateBp: 0 };
  const discount: Charge = { ...freight, netCents: -500 };
  const judged = change(given(freight, discount), { a: 200 });
  assert.deepEqual(judged, { verdict: 'total_changed', cents: 50_000 + 1_000 });
  // 399,999 at $2.50 leave $2.49 of what a card can be charged.
  assert.equal(inShort(change(given(), { a: 399_999 })), 'total_changed');
  assert.equal(inShort(change(given(freight), { a: 399_999 })), '1 over_card_limit');
});

test('a line that changes has the price of the buyer’s list, and says so', () => {
  const source = { kind: 'group', id: 'list', name: '2026-B' } as const;
  const lists = [{ source, minusPercent: 50, prices: new Map() }];
  const given = { purchase: purchaseOf([lineOf('a', 100)]), products: [productOf('a', 1000)], lists };
  const judged = change({ ...given, expectedCents: 25_000 }, { a: 200 });
  assert.deepEqual(
    judged.verdict === 'accepted' &&
      judged.lines.map(({ unitPriceMicros, priceSource }) => [unitPriceMicros, priceSource]),
    [[1_250_000, source]],
  );
});

test('every bad line is named, and what it may have counts its own pieces', () => {
  const purchase = purchaseOf([lineOf('a', 100), lineOf('b', 100), lineOf('c', 100), lineOf('d', 100)]);
  const products = [
    ...[productOf('a', 50), productOf('b', 50), productOf('c', 50, { multiple: 40 })],
    productOf('d', 50, { isRemoved: true }),
  ];
  assert.deepEqual(change({ purchase, products }, { a: 151, b: 99, c: 130, d: 120 }), {
    verdict: 'refused',
    lines: [
      { line: 1, verdict: 'too_many', available: 150 },
      { line: 2, verdict: 'too_few', least: 100 },
      { line: 3, verdict: 'not_multiple', least: 120, multiple: 40, available: 150 },
      { line: 4, verdict: 'gone' },
    ],
  });
  assert.equal(
    inShort(change({ purchase, products, expectedCents: 67_500 }, { a: 150, d: 0 })),
    'total_changed',
  );
  // 150 at $2.50, twice 100 at $2.
  assert.equal(inShort(change({ purchase, products, expectedCents: 77_500 }, { a: 150, d: 0 })), 'accepted');
});

test('once the hold has ended all pieces are taken again, and a line that stays may have too few', () => {
  const purchase = purchaseOf([lineOf('a', 100), lineOf('b', 200)], { state: 'released' });
  const products = [productOf('a', 500), productOf('b', 150)];
  assert.deepEqual(change({ purchase, products }, { a: 200 }), {
    verdict: 'refused',
    lines: [{ line: 2, verdict: 'too_many', available: 150 }],
  });
  const expectedCents = 20_000 + 37_500;
  assert.deepEqual(movesOf(change({ purchase, products, expectedCents }, { b: 150 })), [
    [-100, 0],
    [-150, 0],
  ]);
});

test('a line that waits grows from what is expected, and gives back first what has not arrived', () => {
  const receipt: LockedReceipt = {
    id: 'r',
    productId: 'a',
    dueOn: '2030-01-02',
    quantity: 300,
    promised: 250,
  };
  const line = lineOf('a', 300, { receiptId: 'r', awaited: 200 });
  const given = { purchase: purchaseOf([line]), products: [productOf('a', 1000)], receipts: [receipt] };
  assert.deepEqual(change(given, { a: 351 }), {
    verdict: 'refused',
    lines: [{ line: 1, verdict: 'too_many', available: 350 }],
  });
  const to = (pieces: number) => movesOf(change({ ...given, expectedCents: pieces * 250 }, { a: pieces }));
  assert.deepEqual(to(350), [[0, -50]]);
  assert.deepEqual(
    to(150),
    [[0, 150]].map(([pieces, awaited]) => [pieces, awaited]),
  );
  assert.deepEqual(to(100), [[0, 200]]);
});

test('a blocked buyer, and one with an unproven address who holds more than they may, are refused', () => {
  const lines = [lineOf('a', 100)];
  const products = [productOf('a', 1000)];
  const buyer = { heldCents: 45_000, isAddressProven: false, ...FREE };
  const by = (more: Partial<NonNullable<LockedPurchase['buyer']>>) =>
    purchaseOf(lines, { buyer: { ...buyer, ...more } });
  assert.deepEqual(change({ purchase: by({ blockedWhy: 'Late' }), products }, { a: 200 }), {
    ...{ verdict: 'blocked', why: 'Late' },
  });
  // $250 beside others; this one comes to $300 then.
  const more = { products, expectedCents: 30_000 };
  assert.equal(change({ purchase: by({}), ...more }, { a: 120 }).verdict, 'address_unproven');
  assert.equal(change({ purchase: by({ heldCents: 40_000 }), ...more }, { a: 120 }).verdict, 'accepted');
  // Less is always right.
  const less = purchaseOf([lineOf('a', 200)], { buyer: { ...buyer, heldCents: 90_000 } });
  assert.equal(change({ purchase: less, products, expectedCents: 25_000 }, { a: 100 }).verdict, 'accepted');
});

test('whatever is wanted: no more is taken than there is, and the total is that of the lines', () => {
  const part = fc.record({
    available: fc.integer({ min: 0, max: 500 }),
    own: fc.integer({ min: 1, max: 4 }),
  });
  const asked = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.tuple(part, part), asked, fc.boolean(), ([a, b], pieces, isHeld) => {
      const lines = [
        lineOf('a', 100 * a.own),
        lineOf('b', 100 * b.own),
        lineOf('a', 100, { id: 'line more' }),
      ];
      const purchase = purchaseOf(lines, { state: isHeld ? 'held' : 'released' });
      const products = [productOf('a', a.available), productOf('b', b.available)];
      const wanted = { a: 100 * pieces[0]!, b: 100 * pieces[1]!, more: 100 * pieces[2]! };
      const first = change({ purchase, products, expectedCents: -1 }, wanted);
      seen.add(first.verdict);
      if (first.verdict !== 'total_changed') return;
      const judged = change({ purchase, products, expectedCents: first.cents }, wanted);
      // Where all lines go, nothing is left that a card could pay.
      assert.equal(judged.verdict, first.cents === 0 ? 'total_too_low' : 'accepted');
      if (judged.verdict !== 'accepted') return;
      assert.ok(judgeMoves(judged.moves, { products, receipts: [] }));
      const cents = lines.map(
        ({ id, totalCents }) => judged.lines.find((line) => line.id === id)?.cents ?? totalCents,
      );
      assert.equal(
        judged.cents,
        cents.reduce((sum, one) => sum + one, 0),
      );
    }),
    { numRuns: 1000 },
  );
  assert.deepEqual([...seen].sort(), ['refused', 'total_changed']);
});
