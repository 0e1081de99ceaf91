import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Person, startTestShop, type TestShop } from '../../tests/testing.ts';

let shop: TestShop;
let admin: Person;
before(async () => {
  shop = await startTestShop();
  admin = await shop.signInAdmin();
});
after(() => shop.close());

test('a part that was added stays on sale when an admin has given it a substitute since', async () => {
  const { token } = admin;
  const rows = ['UNDO-PLAIN', 'UNDO-SUBSTITUTED'].map((sku) => ({ sku, name: sku, price: 3 }));
  const { body: imported } = await shop.call('POST /imports', { token, body: { rows } });
  await shop.call(`POST /imports/${imported._id}/apply`, { token });
  const { body: part } = await shop.call('GET /parts/UNDO-SUBSTITUTED');
  const [first] = (await shop.call('GET /products')).body;
  const substitutes = [{ _id: first._id, kind: 'similar' }];
  const changed = await shop.call(`PATCH /products/${part._id}`, { token, body: { substitutes } });
  assert.equal(changed.status, 200);
  assert.equal((await shop.call(`POST /imports/${imported._id}/undo`, { token })).body.kept, 1);
  const { body } = await shop.call(`GET /imports/${imported._id}?rows=kept`, { token });
  assert.deepEqual(
    body.rows.map(({ sku, left }: never) => [sku, left]),
    [['UNDO-SUBSTITUTED', { why: 'changed', fields: ['substitutes'] }]],
  );
  assert.equal((await shop.call('GET /parts/UNDO-SUBSTITUTED')).status, 200);
  assert.equal((await shop.call('GET /parts/UNDO-PLAIN')).status, 404);
});
