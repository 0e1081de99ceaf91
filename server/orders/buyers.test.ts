import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct } from '../../tests/fixtures/orders.ts';
import { orderFor } from '../../tests/test-client.ts';
import type { Caller } from '../http/handler.ts';
import { findBuyer, refusalOf } from './buyers.ts';
import { insertOrders } from './insert.ts';

/** Dollars for a piece, each of a product of its own. */
const PRICES = [0.01, 2.5, 19.99];

let database: TestDatabase;
let products: { _id: string; price: number }[];
before(async () => {
  database = await createTestDatabase();
  products = await Promise.all(
    PRICES.map(async (price) => ({ _id: await addProduct(database, 1_000_000_000, { price }), price })),
  );
});
after(() => database.drop());

/** Orders of a buyer that one statement places. */
const batch = fc.array(
  fc.record({ product: fc.nat(PRICES.length - 1), pieces: fc.integer({ min: 100, max: 500 }) }),
  { minLength: 1, maxLength: 3 },
);
const terms = fc.record({
  maxUnpaid: fc.integer({ min: 0, max: 6 }),
  unprovenCents: fc.integer({ min: 0, max: 1_000_000 }),
});

test('refuses exactly what the statement that places orders refuses', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 4 }),
      terms,
      fc.boolean(),
      async (batches, given, isProven) => {
        const caller = await addCaller(database);
        if (isProven) await proveAddressOf(database.pool, caller.email);
        for (const orders of batches) {
          const expected = await expectedOf(caller, orders, given);
          const wishes = orders.map(({ product, pieces }) => wish(caller, product, pieces));
          const placed = await insertOrders(database.db, wishes, {
            holdMinutes: 60,
            unprovenMinutes: 60,
            ...given,
          });
          const isPlaced = placed.map((one) => one !== undefined);
          assert.deepEqual(
            isPlaced,
            expected.map((code) => code === 'placed'),
          );
          for (const code of expected) outcomes.add(code);
        }
      },
    ),
    { numRuns: 60 },
  );
  // So that the test cannot pass by trying one kind of order only.
  assert.deepEqual([...outcomes].sort(), ['address_unproven', 'placed', 'too_many_unpaid']);
});

/** Each order's refusal by the pure function. Those before it in the same statement count, whatever became of them. */
async function expectedOf(
  caller: Caller,
  orders: { product: number; pieces: number }[],
  given: { maxUnpaid: number; unprovenCents: number },
): Promise<string[]> {
  const buyer = { ...(await findBuyer(database.db, caller.userId))! };
  return orders.map(({ product, pieces }) => {
    const cents = Math.round(PRICES[product]! * 100) * pieces;
    const code = refusalOf(buyer, cents, given)?.code ?? 'placed';
    buyer.unpaidOrders += 1;
    buyer.heldCents += cents;
    return code;
  });
}

function wish(caller: Caller, product: number, pieces: number) {
  const { _id, price } = products[product]!;
  const order = orderFor({ _id, name: 'Part', price, available: 0, minOrder: 100 }, caller, pieces);
  return { caller, productId: _id, order, attempt: undefined };
}
