import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PaymentProblem } from '#contract/payments/schema.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { readWatermark, writeWatermark } from './looks.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

const payOrder = (card?: string) => till.payOrder(buyer, card);

/** What a key without the right to a resource is answered. */
const refuse = (resource: string) =>
  till.addFault({ path: `/v1/${resource}`, effect: 'error', status: '403', times: '100' });
const loseEvents = () => till.addFault({ event: '*', effect: 'lose', times: '100' });
const NOT_PERMITTED = { name: 'ProviderFailure', kind: 'not_permitted' };

async function disputesOf(orderId: string): Promise<{ status: string }[]> {
  const { body } = await shop.call(`GET /orders/${orderId}/payments`, { token: admin.token });
  return body.flatMap((payment: { disputes: object[] }) => payment.disputes);
}
async function isRefunded(orderId: string): Promise<boolean> {
  const { body } = await shop.call(`GET /orders/${orderId}`, { token: admin.token });
  return body.refundedAt !== undefined;
}
async function isShown(operation: string): Promise<boolean> {
  const { body } = await shop.call('GET /payments/problems', { token: admin.token });
  return body.some((one: PaymentProblem) => one.operation === operation && one.kind === 'not_permitted');
}

describe('reconciliation with a restricted key', () => {
  test('that may not read disputes finds refunds, and later the disputes of the time in between', async () => {
    await loseEvents();
    const { id, intentId } = await payOrder();
    const disputed = await payOrder('4000000000000259');
    await till.stripe.refunds.create({ payment_intent: intentId });
    await refuse('disputes');
    await writeWatermark(shop.database.db, 'refunds', 1_700_000_000);
    await writeWatermark(shop.database.db, 'disputes', 1_700_000_000);
    await assert.rejects(shop.runJobs(), NOT_PERMITTED);
    assert.ok(await isRefunded(id));
    assert.ok(await isShown('listDisputes'));
    assert.ok((await readWatermark(shop.database.db, 'refunds')) > 1_700_000_000);
    assert.equal(await readWatermark(shop.database.db, 'disputes'), 1_700_000_000);

    await till.clearFaults();
    await loseEvents();
    await shop.runJobs();
    assert.equal((await disputesOf(disputed.id))[0]?.status, 'needs_response');
    assert.ok((await readWatermark(shop.database.db, 'disputes')) > 1_700_000_000);
  });

  test('that may not read disputes finds a refund that the bank sent back', async () => {
    await loseEvents();
    const { id, intentId } = await payOrder('4000000000005126');
    await till.stripe.refunds.create({ payment_intent: intentId });
    await shop.runJobs();
    assert.ok(await isRefunded(id));
    await till.hastenBanks();
    await until(async () => {
      const { data } = await till.stripe.refunds.list({ payment_intent: intentId });
      return data[0]?.status === 'failed';
    });
    await shop.database.pool.query(
      "update payments set checked_at = now() - interval '2 days' where intent_id = $1",
      [intentId],
    );
    await refuse('disputes');
    await assert.rejects(shop.runJobs(), NOT_PERMITTED);
    const { rows } = await shop.database.pool.query(
      'select refund_problem from payments where intent_id = $1',
      [intentId],
    );
    assert.notEqual(rows[0].refund_problem, null);
  });

  test('that may not read refunds finds disputes', async () => {
    await loseEvents();
    const { id } = await payOrder('4000000000000259');
    await refuse('refunds');
    await assert.rejects(shop.runJobs(), NOT_PERMITTED);
    assert.equal((await disputesOf(id))[0]?.status, 'needs_response');
    assert.ok(await isShown('listRefunded'));
  });
});

test('disputes begin where the watermark of before stands, which was for refunds and disputes', async () => {
  const { db } = shop.database;
  await shop.database.pool.query("delete from settings where name = 'disputes_seen_until'");
  await writeWatermark(db, 'refunds', 1_700_000_000);
  assert.deepEqual(
    await Promise.all([readWatermark(db, 'disputes'), readWatermark(db, 'disputes')]),
    [1_700_000_000, 1_700_000_000],
  );
  await writeWatermark(db, 'refunds', 1_700_000_001);
  assert.equal(await readWatermark(db, 'disputes'), 1_700_000_000);
});
