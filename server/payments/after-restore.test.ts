import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmPayment } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { newId } from '../database/uuid.ts';
import { RESTORED_FROM } from './after-restore.ts';

const { shop, till, buyer, admin } = await startShopWithTill();
const { pool } = shop.database;

/** Pays at the provider for an order that the shop does not have; returns the intent's id. */
async function payElsewhere(metadata: Record<string, string>): Promise<string> {
  const { body: config } = await shop.call('GET /config');
  const intent = await till.stripe.paymentIntents.create({ amount: 12_300, currency: 'usd', metadata });
  await confirmPayment(shop.origin, config.stripe.publishableKey, intent.client_secret!);
  return intent.id;
}

const told = async () => {
  const { body } = await shop.call('GET /events?kind=reconciliation', { token: admin.token });
  return body.filter(({ kind }: { kind: string }) => kind === 'payment_unknown');
};

test('after a restore, what was paid since for orders that are gone is told once, by one of several processes', async () => {
  await till.payOrder(buyer);
  const lost = await payElsewhere({ user_id: newId(), purchase_id: newId() });
  await payElsewhere({});
  const other = await shop.startAnother();
  await Promise.all([shop.runJobs(), other.runJobs()]);
  assert.deepEqual(await told(), []);
  await pool.query('insert into settings (name, value) values ($1, extract(epoch from now())::bigint - 60)', [
    RESTORED_FROM,
  ]);
  await Promise.all([shop.runJobs(), other.runJobs()]);
  await shop.runJobs();
  const entries = await told();
  assert.equal(entries.length, 1);
  assert.match(entries[0].why, new RegExp(`^\\$123\\.00\\. .* Payment ${lost}$`));
  const { rowCount } = await pool.query('select from settings where name = $1', [RESTORED_FROM]);
  assert.equal(rowCount, 0);
  await other.close();
});
