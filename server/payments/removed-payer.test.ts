import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { intentIdOf } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';

const { shop, till } = await startShopWithTill();

/** Begins a call that waits for a table, does something meanwhile, and lets the call go on. */
async function whileWaitingFor<T>(table: string, call: () => Promise<T>, work: () => Promise<unknown>) {
  const client = await shop.database.pool.connect();
  let answer: Promise<T>;
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    answer = call();
    await shop.database.untilWaiting();
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
  return answer;
}

describe('a payer who is removed while the call waits gets no client secret', () => {
  const PROVIDER = 'sandbox_stripe.objects';
  const key = { 'idempotency-key': 'once' };
  for (const [what, { table, ofOrder, isRepeat }] of Object.entries({
    'of an intent that is made for an order': { table: PROVIDER, ofOrder: true, isRepeat: false },
    'of an intent that is made for an amount': { table: PROVIDER, ofOrder: false, isRepeat: false },
    "of an order's open intent": { table: PROVIDER, ofOrder: true, isRepeat: true },
    "of an amount's open intent": { table: PROVIDER, ofOrder: false, isRepeat: true },
    'from the answer to the first try': { table: 'idempotency_keys', ofOrder: true, isRepeat: true },
  })) {
    test(what, async () => {
      const payer = await shop.signUp();
      const { id, total } = await till.place(payer);
      const headers = table === PROVIDER ? {} : key;
      const body = { price: total, ...(ofOrder && { orderId: id }) };
      const create = () => shop.call('POST /create-payment-intent', { token: payer.token, body, headers });
      const first = isRepeat ? await create() : undefined;
      const admin = await shop.signInAdmin();
      const answer = await whileWaitingFor(table, create, async () => {
        const removed = await shop.call(`DELETE /users/${payer.email}`, { token: admin.token });
        assert.deepEqual(removed.body, { deletedCount: 1 });
      });
      assert.deepEqual([answer.status, answer.body.code], [401, 'unauthorized']);
      assert.equal(answer.body.clientSecret, undefined);
      // The shop goes on knowing the payment, and cancels it at the provider when its time has come.
      const { rows } = await shop.database.pool.query(
        'select intent_id, state, user_id from payments order by id desc limit 1',
      );
      assert.deepEqual([rows[0].state, rows[0].user_id], ['open', null]);
      if (first) assert.equal(rows[0].intent_id, intentIdOf(first.body.clientSecret));
    });
  }
});

test('a payer who signs out while the call waits gets no client secret', async () => {
  const payer = await shop.signUp();
  const { id, total } = await till.place(payer);
  const answer = await whileWaitingFor(
    'sandbox_stripe.objects',
    () => till.createIntent(payer, { price: total, orderId: id }),
    () =>
      shop.call('POST /api/auth/sign-out', {
        body: {},
        headers: { cookie: payer.cookie, origin: shop.origin },
      }),
  );
  assert.deepEqual([answer.status, answer.body.code], [401, 'unauthorized']);
});
