import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { paymentMeasures } from './measures.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
const { pool, db } = shop.database;
const measures = paymentMeasures(db);
// biome-ignore lint/suspicious/noExplicitAny: values by label, or one
const read = (name: string): Promise<any> => measures.find((one) => one.name === name)!.read();

test('payments of the last half an hour are told by what has become of them', async () => {
  const open = await till.begin(buyer);
  await till.payOrder(buyer);
  const old = await till.payOrder(buyer);
  await pool.query(
    `update payments set id = (overlay(id::text placing '01800000-0000' from 1))::uuid where intent_id = $1`,
    [old.intentId],
  );
  const { open: begun, succeeded } = await read('shop_recent_payments');
  assert.deepEqual([begun, succeeded], [1, 1]);
  await shop.call(`DELETE /orders/${open.id}`, { token: buyer.token });
  assert.equal((await read('shop_recent_payments')).canceled, 1);
});

test('an open payment that nobody compares with the provider grows old', async () => {
  const { intentId } = await till.begin(buyer);
  assert.ok((await read('shop_payment_unchecked_seconds')) < 60);
  await pool.query(
    `update payments set checked_at = now() - interval '20 minutes', created_at = now() - interval '1 hour' where intent_id = $1`,
    [intentId],
  );
  const seconds = await read('shop_payment_unchecked_seconds');
  assert.ok(seconds >= 1200 && seconds < 1300, `${seconds}`);
  // One that was put first in line, as nothing reaches the provider.
  await pool.query(`update payments set checked_at = '-infinity' where intent_id = $1`, [intentId]);
  assert.ok((await read('shop_payment_unchecked_seconds')) >= 3600);
  await shop.runJobs();
  await pool.query('update payments set checked_at = now() where checked_at < now()');
  assert.ok((await read('shop_payment_unchecked_seconds')) < 60);
});

test('a refund is due, late after half an hour of tries, and refused', async () => {
  const { id, intentId } = await till.payOrder(buyer);
  await till.addFault({ path: '/v1/refunds', method: 'POST', status: '500', times: '1000' });
  const asked = await shop.call(`POST /orders/${id}/refund`, {
    token: admin.token,
    body: { reason: 'damaged' },
  });
  assert.ok(asked.status < 600);
  assert.deepEqual(await read('shop_refunds'), { due: 1, late: 0, refused: 0 });
  const set = (what: string) => pool.query(`update payments set ${what} where intent_id = $1`, [intentId]);
  await set('refund_attempts = 8');
  assert.deepEqual(await read('shop_refunds'), { due: 1, late: 1, refused: 0 });
  await set(`refund_attempts = 1, refund_next_at = now() - interval '20 minutes'`);
  assert.deepEqual(await read('shop_refunds'), { due: 1, late: 1, refused: 0 });
  await till.clearFaults();
  await shop.runJobs();
  assert.deepEqual(await read('shop_refunds'), { due: 0, late: 0, refused: 0 });
});

test('disputes are told with the time that is left for an answer', async () => {
  assert.equal(await read('shop_dispute_due_seconds'), undefined);
  const { intentId } = await till.payOrder(buyer, '4000000000000259');
  await until(async () => (await read('shop_disputes')).asking === 1);
  await pool.query(`update disputes set due_at = now() + interval '2 days' where intent_id = $1`, [intentId]);
  assert.equal(Math.round((await read('shop_dispute_due_seconds')) / 3600), 48);
  await pool.query(`update disputes set status = 'under_review' where intent_id = $1`, [intentId]);
  assert.deepEqual(await read('shop_disputes'), { open: 1, asking: 0 });
  assert.equal(await read('shop_dispute_due_seconds'), undefined);
});

test('what reconciliation alone has found is told by kind', async () => {
  const { order_paid: before } = await read('shop_reconciled');
  const { secret, intentId } = await till.begin(buyer);
  await till.addFault({ event: '*', effect: 'lose', times: '50' });
  await till.pay(secret);
  await pool.query(`update payments set checked_at = now() - interval '1 hour' where intent_id = $1`, [
    intentId,
  ]);
  await shop.runJobs();
  const { order_paid, payment_unknown } = await read('shop_reconciled');
  assert.deepEqual([order_paid, payment_unknown], [before + 1, 0]);
});
