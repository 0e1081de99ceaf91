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
    const ids = async (path: string, as?: string) => {
      const answer = await shop.call(`GET ${path}`, { token: as });
      assert.equal(answer.headers.get('x-total-count'), String(answer.body.length), path);
      return answer.body.map(({ _id }: { _id: string }) => _id);
    };
    const set = (state: string, why?: string) =>
      shop.call(`PUT /reviews/${id}/${state}`, { token, body: { why } });
    assert.equal((await set('hidden', ' ')).status, 400);
    const why = 'It names a person.';
    const answers = await Promise.all([set('hidden', why), set('hidden', why)]);
    assert.deepEqual(answers.map(({ body }) => body.modifiedCount).toSorted(), [0, 1]);
    for (const query of ['', '?sort=newest'])
      for (const as of [undefined, buyer.token, token])
        assert.ok(!(await ids(`/reviews${query}`, as)).includes(id), query);
    assert.deepEqual(await ids('/desk/reviews?state=hidden', token), [id]);
    assert.ok(!(await ids('/desk/reviews?state=shown', token)).includes(id));
    const { body: all } = await shop.call('GET /desk/reviews', { token });
    assert.deepEqual([all[0].hidden.why, all[0].email], [why, buyer.email]);
    assert.equal((await shop.call('PUT /reviews/x/hidden', { token, body: { why } })).body.modifiedCount, 0);
    assert.equal((await set('shown')).status, 400);
    assert.deepEqual((await set('shown', 'The company asks for it.')).body, { modifiedCount: 1 });
    assert.ok((await ids('/reviews')).includes(id));
    const { body: log } = await shop.call(`GET /events?person=${buyer.email}&kind=people`, { token });
    assert.deepEqual(
      log.slice(0, 2).map(({ kind, why }: Record<string, string>) => [kind, why]),
      [
        ['review_restored', 'The company asks for it.'],
        ['review_hidden', why],
      ],
    );
  });

  test('are found by staff by words of the text and the name, in pages; by the address by admins only', async () => {
    const buyer = await shop.signUp('Wilhelmina');
    const admin = await shop.signInAdmin();
    const clerk = await shop.signUp();
    await shop.database.pool.query("update users set role = 'staff' where email = $1", [clerk.email]);
    for (const description of ['Torn PACKAGING, 1', 'Torn packaging, 2'])
      await shop.call('POST /reviews', { token: buyer.token, body: { ratings: '2', description } });
    const found = async (q: string, { token } = admin, more = '') => {
      const answer = await shop.call(`GET /desk/reviews?q=${encodeURIComponent(q)}${more}`, { token });
      return [answer.body, answer.headers.get('x-total-count')];
    };
    const [both, total] = await found('packaging  wilhel torn');
    assert.deepEqual(
      [both.map(({ description }: Record<string, string>) => description), total],
      [['Torn packaging, 2', 'Torn PACKAGING, 1'], '2'],
    );
    const [first] = await found('torn', admin, '&limit=1');
    const [next] = await found('torn', admin, `&limit=1&after=${first[0]._id}`);
    assert.deepEqual([first[0]._id, next[0]._id], [both[0]._id, both[1]._id]);
    assert.equal((await found(buyer.email))[1], '2');
    assert.deepEqual(await found(buyer.email, clerk), [[], '0']);
    const [theirs] = await found('wilhelmina', clerk);
    assert.equal(theirs[0].email, `${buyer.email[0]}***@example.com`);
    assert.equal((await found('100%_'))[1], '0');
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
