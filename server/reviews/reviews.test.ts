import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
after(() => shop.close());

describe('reviews', () => {
  test('[S7.16, S7.17, S3.3] are written under the name of the signed-in person, whatever the body says', async () => {
    const buyer = await shop.signUp('Grace');
    const body = { name: 'Somebody', email: 'admin@example.com', ratings: '4', description: '<b>Good</b>' };
    const answer = await shop.call('POST /reviews', { token: buyer.token, body });
    assert.equal(answer.status, 201);
    const last = async (token?: string) => (await shop.call('GET /reviews', { token })).body.at(-1);
    assert.deepEqual(await last(), {
      _id: answer.body.insertedId,
      name: 'Grace',
      email: `b***@example.com`,
      ratings: '4',
      description: '<b>Good</b>',
    });
    assert.equal((await last(buyer.token)).email, 'b***@example.com');
    assert.equal((await last((await shop.signInAdmin()).token)).email, buyer.email);
  });

  test('are listed oldest or newest first, in pages', async () => {
    const { token } = await shop.signUp();
    for (const description of ['One', 'Two', 'Three'])
      await shop.call('POST /reviews', { token, body: { ratings: '5', description } });
    const list = async (query: string) => {
      const { body, headers } = await shop.call(`GET /reviews${query}`);
      return { body: body.map(({ _id }: { _id: string }) => _id), total: headers.get('x-total-count') };
    };
    const { body: all, total } = await list('');
    assert.deepEqual(all, all.toSorted());
    const newest = all.toReversed();
    assert.deepEqual(await list('?sort=newest&limit=2'), { body: newest.slice(0, 2), total });
    assert.deepEqual(await list(`?sort=newest&limit=1&after=${newest[1]}`), { body: [newest[2]], total });
    assert.deepEqual(await list(`?limit=1&after=${all[0]}`), { body: [all[1]], total });
    assert.equal((await shop.call('GET /reviews?sort=oldest')).status, 400);
  });

  test("ratings are '1' to '5', or 1 to 5", async () => {
    const { token } = await shop.signUp();
    const rate = (ratings: unknown) =>
      shop.call('POST /reviews', { token, body: { ratings, description: 'Fine' } });
    for (const good of ['1', '5', 1, 5]) assert.equal((await rate(good)).status, 201);
    assert.equal((await shop.call('GET /reviews')).body.at(-1).ratings, '5');
    for (const bad of ['0', '6', 0, 6, 4.5, '', null, ['5'], undefined])
      assert.equal((await rate(bad)).status, 400);
  });

  test("[S5.11] a description is required: 'Description is Required', and 2,000 characters at most", async () => {
    const { token } = await shop.signUp();
    const write = (description: unknown) =>
      shop.call('POST /reviews', { token, body: { ratings: '5', description } });
    for (const bad of ['', '   ', undefined, 5]) {
      assert.deepEqual((await write(bad)).body.errors, [
        { field: 'description', message: 'Description is Required', code: 'description_required' },
      ]);
    }
    assert.equal((await write('x'.repeat(2001))).status, 400);
    assert.equal((await write('x'.repeat(2000))).status, 201);
  });

  test('that staff hide are in no list of others, until they are restored; the log tells why', async () => {
    const buyer = await shop.signUp();
    const { token } = await shop.signInAdmin();
    const body = { ratings: '1', description: 'Names a person' };
    const { insertedId: id } = (await shop.call('POST /reviews', { token: buyer.token, body })).body;
    const ids = async (query: string, as?: string) => {
      const answer = await shop.call(`GET /reviews${query}`, { token: as });
      assert.equal(answer.headers.get('x-total-count'), String(answer.body.length));
      return answer.body.map(({ _id }: { _id: string }) => _id);
    };
    const why = 'It names a person.';
    const hide = () => shop.call(`PUT /reviews/${id}/hidden`, { token, body: { why } });
    assert.deepEqual((await hide()).body, { modifiedCount: 1 });
    assert.deepEqual((await hide()).body, { modifiedCount: 0 });
    for (const query of ['', '?hidden=1', '?sort=newest'])
      for (const as of [undefined, buyer.token]) assert.ok(!(await ids(query, as)).includes(id), query);
    assert.ok(!(await ids('', token)).includes(id));
    const { body: all } = await shop.call('GET /reviews?hidden=1', { token });
    assert.equal(all.at(-1).hidden.why, why);
    assert.equal((await shop.call('PUT /reviews/x/hidden', { token, body: { why } })).body.modifiedCount, 0);
    const restored = await shop.call(`DELETE /reviews/${id}/hidden`, { token });
    assert.deepEqual(restored.body, { modifiedCount: 1 });
    assert.ok((await ids('')).includes(id));
    const { body: log } = await shop.call(`GET /events?kind=review_hidden&person=${buyer.email}`, { token });
    assert.deepEqual([log[0].why, log.length], [why, 1]);
  });

  test('of who has paid an order say so', async () => {
    const buyer = await shop.signUp();
    const body = { ratings: '5', description: 'Fine' };
    await shop.call('POST /reviews', { token: buyer.token, body });
    const last = async () => (await shop.call('GET /reviews?sort=newest&limit=1')).body[0];
    assert.equal((await last()).verified, undefined);
    const till = await openTill(shop);
    const { id, total } = await till.place(buyer);
    assert.equal((await last()).verified, undefined);
    const { clientSecret } = (await till.createIntent(buyer, { price: total, orderId: id })).body;
    await till.pay(clientSecret);
    await till.settle(buyer, id, intentIdOf(clientSecret));
    assert.equal((await last()).verified, true);
  });
});
