import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { orderFor, startTestShop, type TestShop } from '../../tests/testing.ts';

let shop: TestShop;
before(async () => {
  shop = await startTestShop();
});
after(() => shop.close());

test('buyers who order and delete the last pieces at once are served or refused, never answered 500', async () => {
  const admin = await shop.signInAdmin();
  const part = {
    name: 'Scarce',
    image: '/images/x.webp',
    shortDetails: 'A part',
    minOrder: 100,
    price: 0.05,
  };
  const added = await shop.call('POST /products', { token: admin.token, body: { ...part, available: 500 } });
  const { body: product } = await shop.call(`GET /products/${added.body.insertedId}`);
  const buyers = await Promise.all(Array.from({ length: 5 }, () => shop.signUp()));
  const answers: string[] = [];
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const person = buyers[n % buyers.length]!;
      for (let round = 0; round < 8; round += 1) {
        const { token } = person;
        const { status, body } = await shop.call('POST /orders', { token, body: orderFor(product, person) });
        answers.push(`POST ${status}`);
        if (status !== 201) continue;
        const deleted = await shop.call(`DELETE /orders/${body.insertedId}`, { token });
        answers.push(`DELETE ${deleted.status}`);
      }
    }),
  );
  const served = new Set(['POST 201', 'POST 400', 'POST 409', 'DELETE 200']);
  assert.deepEqual(
    answers.filter((answer) => !served.has(answer)),
    [],
  );
  assert.ok(answers.includes('POST 201'));
  const { body: left } = await shop.call(`GET /products/${product._id}`);
  assert.equal(left.available, 500);
});
