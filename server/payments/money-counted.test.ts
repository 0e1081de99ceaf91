import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct, purchaseFor } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { issueInvoice } from '../documents/issue.ts';
import { audit } from '../ops/audit/audit.ts';

// The triggers for the version before would count as well: this version counts by itself.
const { shop, till, admin, buyer } = await startShopWithTill();
const { pool } = shop.database;
await pool.query(
  'drop trigger purchases_counted on purchases; drop trigger payments_refunds_counted on payments',
);

const call = (path: string, body?: object, { token } = buyer) => shop.call(path, { token, body });
const moneyOf = async (id: string) =>
  Object.values(
    (
      await pool.query(
        'select state, payable_cents, paid_cents, refunded_cents, accepted_by from purchases where id = $1',
        [id],
      )
    ).rows[0],
  );

/** Places a purchase of 100 and of 200 pieces at $2.50. */
async function place(): Promise<{ id: string; lines: { _id: string }[] }> {
  const products = [await addProduct(shop.database, 1000), await addProduct(shop.database, 1000)];
  const placed = await call(
    'POST /purchases',
    purchaseFor(products.map((_id, nth) => [{ _id, price: 2.5 }, 100 * (nth + 1)])),
  );
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  const { body } = await call(`GET /purchases/${placed.body.insertedId}`);
  return { id: body._id, lines: body.lines };
}

async function pay(id: string) {
  const { body } = await call(`POST /purchases/${id}/payment`);
  const { body: intent } = await till.pay(body.clientSecret);
  const paid = await call(`PATCH /purchases/${id}`, { transactionId: intent.id });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  await till.eventsArrived();
}

test('what is to pay follows the lines, a card accepts and pays, and refunds are counted', async () => {
  const { id, lines } = await place();
  assert.deepEqual(await moneyOf(id), ['held', 75_000, 0, 0, null]);
  await call(`PATCH /purchases/${id}/lines`, {
    lines: [{ _id: lines[1]!._id, quantity: 300 }],
    expectedTotal: 1000,
  });
  assert.deepEqual(await moneyOf(id), ['held', 100_000, 0, 0, null]);
  await call(`DELETE /orders/${lines[0]!._id}`);
  assert.deepEqual(await moneyOf(id), ['held', 75_000, 0, 0, null]);
  await pay(id);
  assert.deepEqual(await moneyOf(id), ['paid', 75_000, 75_000, 0, 'card']);
  const part = { reason: 'Broken', lines: [{ orderId: lines[1]!._id, quantity: 100 }] };
  assert.equal((await call(`POST /purchases/${id}/refunds`, part, admin)).status, 201);
  await till.eventsArrived();
  assert.deepEqual(await moneyOf(id), ['paid', 75_000, 75_000, 25_000, 'card']);
  assert.deepEqual((await audit(shop.database.db)).faults, []);
  assert.equal(
    (await call(`POST /orders/${lines[1]!._id}/refund`, { reason: 'Recalled' }, admin)).status,
    200,
  );
  assert.deepEqual(await moneyOf(id), ['refunded', 75_000, 75_000, 75_000, 'card']);
  assert.deepEqual((await audit(shop.database.db)).faults, []);
});

test('the audit tells of counters that are not what payments and refunds come to', async () => {
  const { id } = await place();
  await pool.query('update purchases set payable_cents = 1 where id = $1', [id]);
  assert.deepEqual((await audit(shop.database.db)).faults, [
    `purchase ${id} counts 1 cents to pay, 0 paid and 0 refunded, but it comes to 75000, and its payment to 0 and 0`,
  ]);
  await pool.query('update purchases set payable_cents = total_cents where id = $1', [id]);
});

test('goods of an accepted purchase are shipped before it is paid; it owes its money, and cannot be deleted', async () => {
  const { id, lines } = await place();
  const sums = async (): Promise<number[]> =>
    Object.values<number>(
      (
        await pool.query(
          'select unpaid_orders, held_cents, unpaid_cents from buyers where id = (select buyer_id from purchases where id = $1)',
          [id],
        )
      ).rows[0],
    );
  const [unpaid, held, owed] = await sums();
  await pool.query(
    `update purchases set state = 'accepted', held_until = null, held_until_proven = null, accepted_at = now(),
       accepted_by = 'account', terms = '{"days":30}' where id = $1`,
    [id],
  );
  await shop.database.db.transaction().execute((transaction) => issueInvoice(transaction, id));
  assert.deepEqual(await sums(), [unpaid! - 1, held! - 75_000, owed]);
  assert.equal(
    (await call('GET /desk/purchases?unshipped=yes&sort=-paid', undefined, admin)).body[0]._id,
    id,
  );
  const { body } = await call(`GET /purchases/${id}`);
  assert.deepEqual([body.state, body.toShip, body.paidAt], ['accepted', 300, undefined]);
  const shipped = await call(
    `POST /purchases/${id}/shipments`,
    { lines: [{ orderId: lines[0]!._id, quantity: 100 }] },
    admin,
  );
  assert.equal(shipped.status, 201, JSON.stringify(shipped.body));
  assert.deepEqual([(await call(`DELETE /purchases/${id}`)).body.code], ['already_accepted']);
  assert.equal(
    (await call(`POST /orders/${lines[0]!._id}/refund`, { reason: 'No' }, admin)).body.code,
    'not_paid',
  );
  await pay(id);
  assert.deepEqual(await moneyOf(id), ['paid', 75_000, 75_000, 0, 'account']);
  assert.deepEqual(await sums(), [unpaid! - 1, held! - 75_000, owed! - 75_000]);
  assert.deepEqual((await audit(shop.database.db)).faults, []);
});

test('a purchase that waits for an approval keeps its stock, cannot be paid, and is released as a held one', async () => {
  const { id } = await place();
  const asked = "update purchases set state = 'asked', asked_at = now(), approved_at = null";
  await pool.query(`alter table purchases disable trigger purchases_transition; ${asked} where id = '${id}';
    alter table purchases enable trigger purchases_transition`);
  const pay = async () => (await call(`POST /purchases/${id}/payment`)).body;
  assert.equal((await call(`GET /purchases/${id}`)).body.state, 'to_approve');
  assert.deepEqual([(await pay()).status, (await pay()).code], [409, 'not_approved']);
  assert.deepEqual((await audit(shop.database.db)).faults, []);
  await pool.query("update purchases set held_until = now() - interval '1 minute' where id = $1", [id]);
  await shop.runJobs();
  assert.equal((await call(`GET /purchases/${id}`)).body.state, 'hold_ended');
  assert.equal((await pay()).code, 'not_approved');
  await assert.rejects(
    pool.query("update purchases set state = 'held', held_until = now() where id = $1", [id]),
    /purchases_approved/,
  );
  assert.deepEqual((await audit(shop.database.db)).faults, []);
});
