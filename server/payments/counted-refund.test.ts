import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StockLevel } from '#contract/stock/schema.ts';
import { addProduct, callerOf, expectGoods, place, type TestLine } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { audit } from '../ops/audit/audit.ts';
import { bookMovement } from '../stock/move.ts';

// A refund cancels pieces that are not put on sale: they lie on the shelf for nobody.
const { shop, till, admin, buyer } = await startShopWithTill();
const { pool } = shop.database;

/** A paid line: of 100 pieces of a product of which 1,000 lie on the shelf, or one that is given. */
async function pay(given?: TestLine): Promise<{ product: string; line: string }> {
  const line: TestLine = given ?? [await addProduct(shop.database, 1000), 100];
  const { purchaseId } = await place(shop.database, await callerOf(shop.database, buyer), [line]);
  const { body } = await shop.call(`POST /purchases/${purchaseId}/payment`, { token: buyer.token });
  const { body: intent } = await till.pay(body.clientSecret);
  await shop.call(`PATCH /purchases/${purchaseId}`, {
    ...{ token: buyer.token, body: { transactionId: intent.id } },
  });
  const { rows } = await pool.query('select id from orders where purchase_id = $1', [purchaseId]);
  return { product: line[0], line: rows[0].id };
}

const refund = (orderId: string, quantity: number, refundedPieces = 0) =>
  shop.call(`POST /orders/${orderId}/refund`, {
    ...{
      token: admin.token,
      body: { reason: 'Late', lines: [{ orderId, quantity, refundedPieces, restock: false }] },
    },
  });
/** Has the provider refuse the next refund for good, so that the one after it replaces it. */
async function beRefused(orderId: string, quantity: number): Promise<void> {
  await till.addFault({
    ...{ method: 'POST', path: '/v1/refunds', status: '400', code: 'charge_not_refundable', times: '1' },
  });
  assert.equal((await refund(orderId, quantity)).body.code, 'refund_refused');
}
const count = (product: string, quantity: number) =>
  shop.call(`POST /products/${product}/stock`, {
    ...{ token: admin.token, body: { kind: 'counted', quantity } },
  });
/** Pieces on sale, to ship, and cancelled of the line. */
async function stateOf({ product, line }: { product: string; line: string }): Promise<number[]> {
  const { body } = await shop.call(`GET /stock?products=${product}`, { token: admin.token });
  const [{ available, toShip }] = body as [StockLevel];
  const { rows } = await pool.query('select cancelled_quantity from orders where id = $1', [line]);
  return [available, toShip, rows[0].cancelled_quantity];
}
const lostOf = async (line: string) =>
  (await pool.query("select facts from events where kind = 'promise_lost' and order_id = $1", [line])).rows;
const requireSound = async () => assert.deepEqual((await audit(shop.database.db)).faults, []);

describe('cancelled pieces that were not put on sale', () => {
  test('are the line’s again when their refund is withdrawn', async () => {
    const paid = await pay();
    await beRefused(paid.line, 10);
    assert.deepEqual(await stateOf(paid), [900, 90, 10]);
    assert.equal((await refund(paid.line, 1)).status, 200);
    assert.deepEqual(await stateOf(paid), [900, 99, 1]);
    await requireSound();
  });

  test('are not when the shelf has been counted since: the count has put them on sale', async () => {
    const paid = await pay();
    await beRefused(paid.line, 10);
    // All 1,000 pieces lie there.
    assert.equal((await count(paid.product, 1000)).body.change, 10);
    assert.deepEqual(await stateOf(paid), [910, 90, 10]);
    // The next refund is of those first, as nobody has them for the buyer.
    assert.equal((await refund(paid.line, 4)).status, 200);
    assert.deepEqual(await stateOf(paid), [910, 90, 10]);
    assert.deepEqual(await lostOf(paid.line), [{ facts: { pieces: 10 } }]);
    // No piece is there twice.
    assert.equal((await count(paid.product, 1000)).body.change, 0);
    await requireSound();
  });

  test('stay on sale when a later refund is withdrawn, of pieces that are expected', async () => {
    const product = await addProduct(shop.database, 0);
    const receipt = await expectGoods(shop.database, product, 400);
    const paid = await pay([product, 300, 2.5, receipt.dueOn]);
    // 295 of 300 have arrived.
    await shop.call(`POST /receipts/${receipt.id}/arrive`, {
      ...{ token: admin.token, body: { quantity: 295 } },
    });
    // Five that are expected come first, then ten that lie there.
    await beRefused(paid.line, 15);
    assert.deepEqual(await stateOf(paid), [0, 285, 15]);
    assert.equal((await count(product, 295)).body.change, 10);
    // Ten that are owed, and the five again, which are expected again by then.
    await beRefused(paid.line, 15);
    await pool.query("update refunds set created_at = now() + interval '1 hour' where state = 'due'");
    assert.deepEqual(await stateOf(paid), [10, 285, 15]);
    assert.equal((await refund(paid.line, 1)).status, 200);
    assert.deepEqual(await stateOf(paid), [10, 285, 10]);
    const { rows } = await pool.query('select awaited from orders where id = $1', [paid.line]);
    assert.equal(rows[0].awaited, 5);
    await requireSound();
  });

  test('are on sale when a count is under way while their refund is withdrawn', async () => {
    const paid = await pay();
    await beRefused(paid.line, 10);
    const { withdrawing } = await shop.database.db.transaction().execute(async (transaction) => {
      await bookMovement(transaction, paid.product, { kind: 'counted', quantity: 1000 }, admin.email);
      const withdrawing = refund(paid.line, 1);
      await shop.database.untilWaiting();
      return { withdrawing };
    });
    assert.equal((await withdrawing).status, 200);
    assert.deepEqual(await stateOf(paid), [910, 90, 10]);
    await requireSound();
  });
});
