import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PoolClient } from 'pg';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { Intent } from './provider.ts';
import { returnRefund } from './refunds.ts';

// A payment is changed once in a transaction (docs/payments.md): its order and its buyer are not locked after it. What has gone back
// is counted at the order, which is locked before the payment.
const { shop, till, admin, buyer } = await startShopWithTill();

const refuse = (code: string) =>
  till.addFault({ method: 'POST', path: '/v1/refunds', status: '400', code, times: '1' });
const refund = (id: string) =>
  shop.call(`POST /orders/${id}/refund`, { token: admin.token, body: { reason: 'Recalled' } });
const stateOf = async (intentId: string) =>
  (await shop.database.pool.query('select state from payments where intent_id = $1', [intentId])).rows[0]
    .state;

const sentBack = (id: string) => ({ id, refundedCents: 0 }) as Intent;

/** Does something while others have the buyer and, with its id, an order. What waits for them fails after a while. */
async function whileLocked<T>(orderId: string | undefined, work: () => Promise<T>): Promise<T> {
  const client: PoolClient = await shop.database.pool.connect();
  try {
    await client.query('begin');
    if (orderId)
      await client.query(
        'select from purchases where id = (select purchase_id from orders where id = $1) for update',
        [orderId],
      );
    await client.query('select from users where email = $1 for update', [buyer.email]);
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('nobody who has the order or the buyer holds up', () => {
  test('a refund that an admin begins and Stripe refuses: the buyer', async () => {
    const { id, intentId } = await till.payOrder(buyer);
    await refuse('balance_insufficient');
    const { status, body } = await whileLocked(undefined, () => refund(id));
    assert.deepEqual([status, body.code], [409, 'refund_refused']);
    assert.equal(await stateOf(intentId), 'refused');
  });

  test('a stopped refund that is tried again and refused again', async () => {
    const { id } = await till.payOrder(buyer);
    await refuse('balance_insufficient');
    await refund(id);
    const payments = await shop.call(`GET /orders/${id}/payments`, { token: admin.token });
    await refuse('balance_insufficient');
    const { status, body } = await whileLocked(id, () =>
      shop.call(`POST /payments/${payments.body[0]._id}/refund`, { token: admin.token }),
    );
    assert.deepEqual([status, body.code], [409, 'refund_refused']);
  });

  test('a refund that is due and refused', async () => {
    const { id, intentId } = await till.payOrder(buyer);
    await refuse('something_new');
    await refund(id);
    await shop.database.pool.query('update payments set refund_next_at = now() where intent_id = $1', [
      intentId,
    ]);
    await refuse('charge_not_refundable');
    await whileLocked(id, () => shop.runJobs());
    assert.equal(await stateOf(intentId), 'refused');
  });

  for (const [problem, state] of [
    ['lost_or_stolen_card', 'refused'],
    ['unknown', 'refunding'],
  ] as const) {
    test(`a refund that the bank sends back for ${problem}`, async () => {
      // A late event would make the shop fetch the intent, of which the bank has sent nothing back.
      await till.addFault({ event: '*', effect: 'lose', times: '100' });
      const { id, intentId } = await till.payOrder(buyer);
      assert.equal((await refund(id)).status, 200);
      await whileLocked(undefined, () => returnRefund(shop.database, sentBack(intentId), problem, 'shop'));
      assert.equal(await stateOf(intentId), state);
    });
  }
});

test('of forty refunds at once that Stripe refuses none fails otherwise, and the refund stops', async () => {
  const { id, intentId } = await till.payOrder(buyer, '4000000000000259');
  const answers = await Promise.all(Array.from({ length: 40 }, () => refund(id)));
  for (const { status, body } of answers)
    assert.ok(
      status === 409 && ['refund_refused', 'being_refunded'].includes(body.code),
      `${status} ${body.code}`,
    );
  assert.equal(await stateOf(intentId), 'refused');
});
