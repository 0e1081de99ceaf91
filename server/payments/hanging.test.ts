// nightly: waits for a provider's time limits
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

test('a provider that hangs is waited for within bounds, and everything else goes on meanwhile', async () => {
  const own = await startTestShop({ PAYMENT_TIMEOUT_SECONDS: '15' });
  try {
    const till = await openTill(own);
    const person = await own.signUp();
    const orders = await Promise.all(Array.from({ length: 120 }, () => till.place(person)));
    await till.addFault({ path: '/v1/payment_intents', effect: 'timeout', times: '1000' });
    let answered = 0;
    const paying = orders.map(async ({ id, total }) => {
      const answer = await till.createIntent(person, { price: total, orderId: id });
      answered += 1;
      return answer;
    });
    // More than are let through to the provider at once are refused at once.
    await until(async () => answered >= 20);
    for (let n = 0; n < 10; n += 1) {
      await till.place(person);
      assert.equal((await own.call('GET /products')).status, 200);
    }
    assert.ok(answered < 120, 'buyers who order and read did not have to wait for the provider');
    for (const { status, body } of await Promise.all(paying)) {
      assert.deepEqual([status, body.code], [503, 'payment_provider_down']);
    }
    await till.clearFaults();
    const [{ id, total }] = orders as [{ id: string; total: number }];
    const { body } = await till.createIntent(person, { price: total, orderId: id });
    await till.pay(body.clientSecret);
    assert.equal((await till.settle(person, id, intentIdOf(body.clientSecret))).status, 200);
  } finally {
    await own.close();
  }
});
