import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openTill } from '../../tests/fixtures/payments.ts';
import { purchaseFor } from '../../tests/fixtures/purchases.ts';
import { orderFor, startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const till = await openTill(shop);
const { token } = await shop.signInAdmin();
after(() => shop.close());

describe('a person', () => {
  test('has what they bought, paid and owe, and when they were seen', async () => {
    const buyer = await shop.signUp();
    const read = async () => (await shop.call(`GET /users/${buyer.email}`, { token })).body;
    assert.deepEqual([(await read()).purchases, (await read()).unpaidTotal], [0, 0]);
    const { id, total } = await till.place(buyer);
    const { purchases, unpaid, unpaidTotal, paidTotal, lastSeenAt, secondFactor } = await read();
    assert.deepEqual([purchases, unpaid, unpaidTotal, paidTotal, secondFactor], [1, 1, total, 0, false]);
    assert.ok(Date.parse(lastSeenAt) > 0);
    await shop.call(`DELETE /orders/${id}`, { token: buyer.token });
    assert.equal((await read()).purchases, 0);
    assert.equal((await shop.call('GET /users/nobody@example.com', { token })).status, 404);
  });

  test('who is kept from ordering places nothing in any way, is told why, and may order again afterwards', async () => {
    const buyer = await shop.signUp();
    const block = (why: string) => shop.call(`PUT /users/${buyer.email}/block`, { token, body: { why } });
    assert.equal((await block(' ')).status, 400);
    const why = 'Two invoices are overdue.';
    assert.deepEqual((await block(why)).body, { modifiedCount: 1 });
    assert.deepEqual((await block(why)).body, { modifiedCount: 0 });
    const places = [
      () => shop.call('POST /orders', { token: buyer.token, body: orderFor(till.product, buyer) }),
      () => shop.call('POST /purchases', { token: buyer.token, body: purchaseFor([[till.product, 100]]) }),
    ];
    for (const place of places) {
      const { status, body } = await place();
      assert.deepEqual([status, body.code, body.params], [409, 'ordering_blocked', { why }]);
      assert.match(body.detail, /Two invoices are overdue\./);
    }
    const { body: person } = await shop.call(`GET /users/${buyer.email}`, { token });
    assert.deepEqual([person.purchases, person.blocked.why], [0, why]);
    assert.deepEqual((await shop.call(`DELETE /users/${buyer.email}/block`, { token })).body, {
      modifiedCount: 1,
    });
    for (const place of places) assert.equal((await place()).status, 201);
    const { body: log } = await shop.call(`GET /events?person=${buyer.email}&kind=people`, { token });
    const kinds = log.map(({ kind, why: said = '' }: Record<string, string>) => `${kind} ${said}`);
    assert.deepEqual(kinds.slice(0, 2), ['user_unblocked ', `user_blocked ${why}`]);
  });
});
