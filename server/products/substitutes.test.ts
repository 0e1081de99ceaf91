import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const { token } = admin;
const part = {
  ...{ name: 'Riser Card', image: '/images/x.webp', shortDetails: 'A riser' },
  ...{ minOrder: 100, available: 900, price: 17.35 },
};
let made = 0;

/** Adds a product; returns its id and SKU. */
async function add(body: object = {}) {
  made += 1;
  const sku = `Sub-${made}`;
  const answer = await shop.call('POST /products', { token, body: { ...part, sku, ...body } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { _id: answer.body.insertedId as string, sku };
}
const change = (id: string, body: object) => shop.call(`PATCH /products/${id}`, { token, body });
const read = async (id: string, from: Pick<typeof shop, 'call'> = shop) =>
  (await from.call(`GET /products/${id}`)).body;

test('are named by id or by SKU in any case of letters, and answered by id in their order', async () => {
  const [better, same] = [await add(), await add()];
  const substitutes = [
    { sku: better.sku.toUpperCase(), kind: 'better', note: ' Twice the lanes ' },
    { _id: same._id, kind: 'same', note: ' ' },
  ];
  const { _id } = await add({ substitutes });
  assert.deepEqual((await read(_id)).substitutes, [
    { _id: better._id, kind: 'better', note: 'Twice the lanes' },
    { _id: same._id, kind: 'same' },
  ]);
});

test('are replaced by a change of them, kept by others and by orders, and the log tells their SKUs', async () => {
  const [one, two] = [await add(), await add()];
  const { _id } = await add({ substitutes: [{ sku: one.sku, kind: 'same' }] });
  await change(_id, { available: 50 });
  assert.deepEqual((await read(_id)).substitutes, [{ _id: one._id, kind: 'same' }]);
  await change(_id, { substitutes: [{ sku: two.sku, kind: 'similar' }] });
  await change(_id, { substitutes: [] });
  assert.deepEqual((await read(_id)).substitutes, []);
  const { body: log } = await shop.call(`GET /events?product=${_id}&limit=2`, { token });
  assert.deepEqual(
    log.map((entry: { why: string }) => entry.why),
    [`substitutes ${two.sku} (similar) → none`, `substitutes ${one.sku} (same) → ${two.sku} (similar)`],
  );
});

test('that are removed from sale are not shown, in any process, nor taken as new ones', async () => {
  const another = await shop.startAnother();
  const [gone, stays] = [await add(), await add()];
  const { _id } = await add({
    substitutes: [gone, stays].map(({ sku }) => ({ sku, kind: 'same' })),
  });
  await until(async () => (await read(_id, another)).substitutes?.length === 2);
  await shop.call(`DELETE /products/${gone._id}`, { token });
  const left = [{ _id: stays._id, kind: 'same' }];
  assert.deepEqual((await read(_id)).substitutes, left);
  await until(async () => (await read(_id, another)).substitutes.length === 1);
  const third = await shop.startAnother();
  assert.deepEqual((await read(_id, third)).substitutes, left);
  const { status, body } = await change(_id, { substitutes: [{ _id: gone._id, kind: 'same' }] });
  assert.deepEqual([status, body.errors[0].code], [400, 'no_such_part']);
});

describe('are refused, each at its place,', () => {
  test('when no part on sale has the number, for the part itself, and when named twice', async () => {
    const [own, other] = [await add(), await add()];
    const { status, body } = await change(own._id, {
      substitutes: [
        { sku: 'nothing-like-it', kind: 'same' },
        { sku: own.sku, kind: 'same' },
        { _id: other._id, kind: 'same' },
        { sku: other.sku, kind: 'better' },
        { _id: 'x', kind: 'same' },
      ],
    });
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map(({ field, code }: Record<string, string>) => [field, code]),
      [
        ['substitutes.0', 'no_such_part'],
        ['substitutes.1', 'own_substitute'],
        ['substitutes.3', 'same_substitute'],
        ['substitutes.4', 'no_such_part'],
      ],
    );
    assert.deepEqual((await read(own._id)).substitutes, []);
  });

  test('without one way to find them, with an unknown kind, and beyond ten', async () => {
    const { _id, sku } = await add();
    const cases: [substitutes: object[], field: string, code: string][] = [
      [[{ kind: 'same' }], 'substitutes.0', 'substitute_which'],
      [[{ _id, sku, kind: 'same' }], 'substitutes.0', 'substitute_which'],
      [[{ sku, kind: 'worse' }], 'substitutes.0.kind', 'substitute_kind'],
      [[{ sku, kind: 'same', note: 'x'.repeat(201) }], 'substitutes.0.note', 'too_long'],
      [Array(11).fill({ sku, kind: 'same' }), 'substitutes', 'too_many_substitutes'],
    ];
    for (const [substitutes, field, code] of cases) {
      const { body } = await change((await add())._id, { substitutes });
      assert.deepEqual([body.errors[0].field, body.errors[0].code], [field, code]);
    }
  });

  test('not with the longest notes', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => add()));
    const note = '"'.repeat(200);
    await add({ substitutes: others.map(({ sku }) => ({ sku, kind: 'same', note })) });
  });
});
