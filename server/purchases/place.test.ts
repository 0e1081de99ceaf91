import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import {
  addCaller,
  addProduct as addTestProduct,
  GENEROUS,
  requestOf,
} from '../../tests/fixtures/purchases.ts';
import type { Caller } from '../ground/handling/handler.ts';
import { audit } from '../ops/audit/audit.ts';
import { Catalogue } from '../products/catalogue.ts';
import { releaseEndedHolds } from './holds.ts';
import { createOrdering, placePurchase } from './place.ts';

const database = await createTestDatabase();
const catalogue = new Catalogue(database);
const ordering = createOrdering(database, catalogue, {
  ...GENEROUS,
  maxUnpaid: 3,
  unprovenCents: 75_000,
});
after(async () => {
  const { faults } = await audit(database.db);
  await database.drop();
  assert.deepEqual(faults, []);
});

const addBuyer = () => addCaller(database);
const addProduct = (available: number) => addTestProduct(database, available);

/** Places a purchase of one line; answers its id, or why it was refused. */
async function place(caller: Caller, productId: string, pieces: number, key?: string): Promise<string> {
  const verdict = await placePurchase(ordering, requestOf(caller, [[productId, pieces]], key));
  if (verdict.verdict === 'placed' || verdict.verdict === 'repeat') return verdict.answer.purchaseId;
  return verdict.verdict === 'refused' ? verdict.lines[0]!.verdict : verdict.verdict;
}

const purchasesOf = async (caller: Caller): Promise<number> =>
  (await database.pool.query('select 1 from purchases where user_id = $1', [caller.userId])).rows.length;

test('a purchase that came together with others that are refused is placed', async () => {
  const product = await addProduct(1000);
  const buyers = await Promise.all([1, 2, 3, 4, 5].map(addBuyer));
  const pieces = [800, 500, 150, 100, 100];
  const placed = await Promise.all(buyers.map((buyer, n) => place(buyer, product, pieces[n]!)));
  const isRefused = placed.map((result) => result === 'too_many');
  assert.deepEqual(isRefused.slice(0, 2), [false, true], String(placed));
  // Whether the one of 150 or the two of 100 came first: what is left is too little for any.
  const { rows } = await database.pool.query('select available from products where id = $1', [product]);
  assert.ok(rows[0].available < 100, String(placed));
});

test('what a buyer may have unpaid does not count what was refused', async () => {
  const [product, gone, buyer] = [await addProduct(1000), await addProduct(0), await addBuyer()];
  const results = await Promise.all([gone, product, product, product].map((id) => place(buyer, id, 100)));
  assert.equal(results[0], 'too_many');
  assert.equal(await purchasesOf(buyer), 3, String(results));
  assert.equal(await place(buyer, product, 100), 'too_many_unpaid');
});

test('a buyer whose address is not proven is told how to order more', async () => {
  const [product, buyer] = [await addProduct(10_000), await addBuyer()];
  const first = await place(buyer, product, 200);
  assert.equal(await place(buyer, product, 200), 'address_unproven');
  assert.match(await place(buyer, product, 100), /^[0-9a-f-]{36}$/, 'up to $750');
  assert.equal(await place(buyer, product, 100), 'address_unproven');
  await database.pool.query('update purchases set held_until = now() where id = $1', [first]);
  await releaseEndedHolds(database, ordering.catalogue);
  assert.match(await place(buyer, product, 200), /^[0-9a-f-]{36}$/, 'what is not held is free');
  await proveAddressOf(database.pool, buyer.email);
  assert.equal(await place(buyer, product, 100), 'too_many_unpaid');
});

test('others are placed once, whatever a repeat beside them comes to', async () => {
  const [product, other] = [await addProduct(1000), await addProduct(1000)];
  const [greedy, repeating, bystander] = await Promise.all([1, 2, 3].map(addBuyer));
  const first = await place(repeating!, product, 100, 'key');
  const [refused, repeated, placed] = await Promise.all([
    place(greedy!, product, 5000),
    place(repeating!, product, 100, 'key'),
    place(bystander!, other, 100),
  ]);
  assert.equal(refused, 'too_many');
  assert.equal(repeated, first);
  assert.equal(await purchasesOf(bystander!), 1, placed);
});

test('repeats that come at the same moment, with others or alone, are one purchase', async () => {
  const [product, buyer] = [await addProduct(10_000), await addBuyer()];
  const other = createOrdering(database, ordering.catalogue, ordering.terms);
  const request = requestOf(buyer, [[product, 100]], 'at-once');
  const verdicts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => placePurchase(n % 2 ? ordering : other, request)),
  );
  const ids = verdicts.map((one) => ('answer' in one ? one.answer.purchaseId : one.verdict));
  assert.equal(new Set(ids).size, 1, String(ids));
  assert.equal(await purchasesOf(buyer), 1);
});
