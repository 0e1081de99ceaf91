import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { mayPlace } from '#contract/kernel/allowance.ts';
import { CARD_LIMIT_CENTS, toDollars, toMicros } from '#contract/kernel/money.ts';
import { MOST_KEPT } from '#contract/kernel/pieces.ts';
import { isOverCardLimit, lineTotal, unitPrice } from '#contract/kernel/price.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import { type QuantityRefusal, refuseQuantity } from '#contract/products/quantity.ts';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct, GENEROUS, requestOf, type TestLine } from '../../tests/fixtures/purchases.ts';
import { withPriceBreaks } from '../../tests/price-breaks.ts';
import { insertPurchases } from './insert.ts';

// The forms' rules and those of the statement that places purchases are the same.
let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

/** Prices of any size, with up to six decimals. */
const price = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, decimals]) => digits / 10 ** decimals);
/** Quantities around what decides. */
const quantity = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2_147_483_647 }));
/** As many as may be on sale. */
const available = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: MOST_KEPT }));
const multiple = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 120 }));
const product = withPriceBreaks(
  fc.record({ price, minOrder: fc.integer({ min: 1, max: 300 }), available, multiple }),
  { most: 3, step: 200 },
);

test('a quantity is refused by the statement as by the forms, and a line comes to as much', async () => {
  const outcomes = new Set<QuantityRefusal | undefined>();
  const caller = await addCaller(database);
  await fc.assert(
    fc.asyncProperty(product, quantity, fc.integer({ min: -1, max: 1 }), async (part, random, near) => {
      const { minOrder, multiple, available, priceBreaks } = part;
      // Also just at the minimum, at price breaks, and at what there is.
      const around = [
        minOrder,
        100,
        minimumQuantity(part),
        ...priceBreaks.map(({ from }) => from),
        available,
      ];
      const multiples = around.map((some) => Math.ceil(some / multiple) * multiple);
      for (const pieces of [random, ...around.map((some) => some + near), ...multiples]) {
        if (pieces < 1 || pieces > 2_147_483_647) continue;
        const id = await addProduct(database, part.available, part);
        const expected = refuseQuantity(pieces, part);
        // Clients of the specification send the price of the minimum, others that of the quantity.
        const sent = near === 0 ? part.price : unitPrice(part, pieces);
        const request = requestOf(caller, [[id, pieces, sent]]);
        const [verdict] = await insertPurchases(database.db, [request], GENEROUS);
        assert.equal(
          verdict!.verdict === 'refused' ? verdict!.lines[0]!.verdict : undefined,
          expected,
          JSON.stringify([part, pieces]),
        );
        outcomes.add(expected);
        if (expected) continue;
        const { rows } = await database.pool.query('select total_cents from orders where product_id = $1', [
          id,
        ]);
        assert.equal(rows[0].total_cents, Math.round(lineTotal(part, pieces) * 100));
      }
    }),
    // Each tries some twenty quantities.
    { numRuns: 40 },
  );
  // So that the test cannot pass by trying one kind of quantity only.
  assert.deepEqual([...outcomes].sort(), [
    'not_multiple',
    'over_card_limit',
    'too_few',
    'too_many',
    undefined,
  ]);
});

/** Two products, and lines of them that are too few, too many alone or together, or dear enough for the limit of a card. */
const several = fc.record({
  parts: fc.tuple(
    ...Array.from({ length: 2 }, () =>
      fc.record({
        price: fc.constantFrom(2.5, 900, 9999.99),
        minOrder: fc.integer({ min: 1, max: 300 }),
        available: fc.integer({ min: 100, max: 1500 }),
      }),
    ),
  ),
  asked: fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 50, max: 1000 })), { minLength: 2, maxLength: 6 }),
});

test('a line is refused alone, or together with earlier lines that are not refused', async () => {
  const outcomes = new Set<string>();
  const caller = await addCaller(database);
  await fc.assert(
    fc.asyncProperty(several, async ({ parts, asked }) => {
      const ids = await Promise.all(parts.map((part) => addProduct(database, part.available, part)));
      const left = { pieces: parts.map(({ available }) => available), cents: CARD_LIMIT_CENTS };
      const expected = asked.flatMap(([nth, pieces], index) => {
        const [alone, ofProduct] = [refuseQuantity(pieces, parts[nth]!), left.pieces[nth]!];
        const cents = Math.round(lineTotal(parts[nth]!, pieces) * 100);
        const together = pieces > ofProduct ? 'too_many' : cents > left.cents ? 'over_card_limit' : undefined;
        if (!alone && together) outcomes.add(`${together} together`);
        const verdict = alone ?? together;
        if (verdict) return [{ line: index + 1, verdict }];
        left.pieces[nth] = ofProduct - pieces;
        left.cents -= cents;
        return [];
      });
      const lines = asked.map(([nth, pieces]): TestLine => [ids[nth]!, pieces, parts[nth]!.price]);
      const [verdict] = await insertPurchases(database.db, [requestOf(caller, lines)], GENEROUS);
      const refused = verdict!.verdict === 'refused' ? verdict!.lines : [];
      assert.deepEqual(
        refused.map(({ line, verdict }) => ({ line, verdict })),
        expected,
        JSON.stringify([parts, asked]),
      );
      outcomes.add(verdict!.verdict);
    }),
    { numRuns: 150 },
  );
  assert.deepEqual([...outcomes].sort(), [
    'over_card_limit together',
    'placed',
    'refused',
    'too_many together',
  ]);
});

/** Pieces of lines, some purchases one after the other. */
const purchases = fc.array(fc.array(fc.integer({ min: 100, max: 500 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
});
const terms = fc.record({
  maxUnpaid: fc.integer({ min: 1, max: 6 }),
  unprovenCents: fc.integer({ min: 0, max: 1_000_000 }),
});

test('a buyer is refused by the statement exactly what they may not hold', async () => {
  const outcomes = new Set<string>();
  const part = { price: 2.5 };
  const id = await addProduct(database, 1_000_000_000, part);
  await fc.assert(
    fc.asyncProperty(purchases, terms, fc.boolean(), async (all, given, isAddressProven) => {
      const caller = await addCaller(database);
      if (isAddressProven) await proveAddressOf(database.pool, caller.email);
      const buyer = { unpaid: 0, heldCents: 0 };
      for (const pieces of all) {
        const lines = pieces.map((one): TestLine => [id, one]);
        const cents = pieces.reduce((sum, one) => sum + (toMicros(part.price) * one) / 10_000, 0);
        const allowance = {
          ...{ unpaidOrders: buyer.unpaid, mostUnpaid: given.maxUnpaid, held: toDollars(buyer.heldCents) },
          mostHeld: isAddressProven ? null : toDollars(given.unprovenCents),
        };
        const expected = mayPlace([toDollars(cents)], allowance).why ?? 'placed';
        const [verdict] = await insertPurchases(database.db, [requestOf(caller, lines)], {
          ...GENEROUS,
          ...given,
        });
        assert.equal(verdict!.verdict, expected);
        outcomes.add(expected);
        if (expected !== 'placed') continue;
        buyer.unpaid += 1;
        buyer.heldCents += cents;
      }
    }),
    { numRuns: 60 },
  );
  assert.deepEqual([...outcomes].sort(), ['address_unproven', 'placed', 'too_many_unpaid']);
});

test('lines come to no more together than a card can be charged', () => {
  assert.equal(isOverCardLimit({ price: 9999.9999 }, 100), false);
  assert.equal(isOverCardLimit({ price: 10_000 }, 100), true);
});
