import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MOST_LISTS } from '#contract/price-lists/offer.ts';
import { assignLists } from '../../tests/fixtures/price-lists.ts';
import { callerOf, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { newId } from '../ground/database/uuid.ts';
import { auditPriceLists } from './audit.ts';

const { shop, admin, buyer } = await startShopWithTill();
const { database } = shop;
const { buyerId } = await callerOf(database, buyer);
/** Adds a part through the shop, which so knows it at once. */
async function newPart(): Promise<string> {
  const part = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 2.5 };
  const { body } = await shop.call('POST /products', {
    ...{ token: admin.token, body: { ...part, available: 100_000 } },
  });
  return body.insertedId;
}
const [a, b] = await Promise.all([newPart(), newPart()]);
const other = await shop.startAnother();
const { token } = admin;
const post = (path: string, body: unknown) => shop.call(`POST ${path}`, { token, body });
const patch = (id: string, body: unknown) => shop.call(`PATCH /price-lists/${id}`, { token, body });
const read = async (id: string) => (await shop.call(`GET /price-lists/${id}`, { token })).body;
const acme = {
  name: 'Acme 2027',
  prices: [
    { productId: a, price: 2 },
    { productId: a, from: 500, price: 1.8 },
  ],
};
/** Codes of fields of a body that is refused. */
async function refusalsOf(
  answer: Promise<{ status: number; body: { errors?: { field: string; code: string }[] } }>,
) {
  const { status, body } = await answer;
  return status === 400 ? body.errors!.map(({ field, code }) => `${field} ${code}`).join() : status;
}
const rowsOf = async (id: string) =>
  (await database.pool.query('select xmin::text, product_id from price_list_lines where list_id = $1', [id]))
    .rows;

describe('a price list', () => {
  test('is added, listed, and read with its prices beside list prices', async () => {
    const { body, status } = await post('/price-lists', { ...acme, validFrom: '2027-01-01' });
    assert.equal(status, 201);
    const list = await read(body.insertedId);
    assert.deepEqual(
      [list.name, list.currency, list.validFrom, list.validTo, list.parts, list.version],
      ['Acme 2027', 'USD', '2027-01-01', undefined, 1, 1],
    );
    const [{ sku, ...price }] = list.prices;
    assert.ok(sku);
    assert.deepEqual(price, {
      productId: a,
      name: 'Part',
      price: 2,
      priceBreaks: [{ from: 500, price: 1.8 }],
      listPrice: 2.5,
    });
    const all = await shop.call('GET /price-lists?limit=1', { token });
    assert.deepEqual([all.body[0]._id, all.headers.get('x-total-count')], [body.insertedId, '1']);
  });

  test('a change of one price writes one row, and the same price again none', async () => {
    const prices = [
      { productId: a, price: 2 },
      { productId: b, price: 2 },
    ];
    const { body } = await post('/price-lists', { name: 'Two', prices });
    const id: string = body.insertedId;
    const before = await rowsOf(id);
    const changed = await patch(id, {
      prices: [
        { productId: a, price: 2 },
        { productId: b, price: 1.9 },
      ],
    });
    assert.equal(changed.status, 200);
    const after = await rowsOf(id);
    const written = after.filter(({ xmin }) => before.every((row) => row.xmin !== xmin));
    assert.deepEqual(
      written.map(({ product_id: one }) => one),
      [b],
    );
    await patch(id, { name: 'One', removed: [a], validTo: '2030-01-01' });
    const list = await read(id);
    assert.deepEqual([list.name, list.parts, list.version, list.prices.length], ['One', 1, 3, 1]);
    const behind = await patch(id, { name: 'Two', version: 2 });
    assert.deepEqual([behind.status, behind.body.code], [409, 'changed_meanwhile']);
    assert.deepEqual(await auditPriceLists(database.db), []);
    const events = await shop.call('GET /events?kind=price_list_changed&limit=1', { token });
    assert.equal(events.body[0].why, 'One, 1 part removed, valid always – 2030-01-01');
  });

  test('tells its effect before it is saved, and saves nothing', async () => {
    const { body } = await post('/price-lists', acme);
    const id: string = body.insertedId;
    const prices = [
      { productId: a, price: 1.9 },
      { productId: b, price: 3 },
    ];
    const effect = await post('/price-lists/effect', { listId: id, prices });
    const { largest, lostBreaks, ...counts } = effect.body;
    // 1.9 is dearer than 1.8, which a piece costs from 500 on.
    assert.deepEqual(counts, { dearer: 2, cheaper: 0, same: 0, former: 1, belowFormer: 1, losesBreaks: 1 });
    assert.deepEqual([lostBreaks[0].productId, lostBreaks[0].from], [a, [500]]);
    assert.deepEqual(
      largest.map((one: { productId: string; quantity: number; before: number; after: number }) => [
        one.productId,
        one.quantity,
        one.before,
        one.after,
      ]),
      [
        [b, 1, 2.5, 3],
        [a, 500, 1.8, 1.9],
      ],
    );
    assert.equal((await read(id)).version, 1);
    const percent = await post('/price-lists/effect', { minusPercent: 5 });
    const { headers } = await shop.call('GET /products?limit=1', { token });
    const total = Number(headers.get('x-total-count'));
    assert.deepEqual([percent.body.cheaper, percent.body.dearer], [total, 0]);
    assert.equal(await refusalsOf(post('/price-lists/effect', { listId: newId(), prices })), 404);
  });

  test('is refused with the field that is wrong', async () => {
    const add = (body: object) => refusalsOf(post('/price-lists', { name: 'X', ...body }));
    const of = (...prices: [from: number | undefined, price: number][]) => ({
      prices: prices.map(([from, price]) => ({ productId: a, from, price })),
    });
    assert.equal(await add({}), 'prices price_list_rule');
    assert.equal(await add({ minusPercent: 5, prices: [] }), 'prices price_list_rule');
    assert.equal(await add({ minusPercent: -5 }), 'minusPercent minus_percent');
    assert.equal(await add({ minusPercent: 100 }), 'minusPercent minus_percent');
    assert.equal(
      await add({ minusPercent: 5, validFrom: '2027-02-01', validTo: '2027-01-31' }),
      'validTo valid_days',
    );
    assert.equal(await add(of([undefined, 0])), 'prices.0.price break_price');
    assert.equal(await add(of([10, 1])), 'prices.0.from ladder_start');
    assert.equal(await add(of([1, 1], [10, 2])), 'prices.1.price ladder_not_better');
    assert.equal(await add(of([1, 2], [10, 1], [10, 0.5])), 'prices.2.from ladder_not_better');
    assert.equal(
      await add({ prices: [{ productId: newId(), price: 1 }] }),
      'prices.0.productId product_unknown',
    );
    const minus = (await post('/price-lists', { name: 'Minus', minusPercent: 5 })).body.insertedId;
    assert.equal(await refusalsOf(patch(minus, acme)), 'prices price_list_rule');
    assert.equal(await refusalsOf(patch(newId(), { name: 'Y' })), 404);
  });
});

describe('a change of a price list', () => {
  const undo = (id: string, changeId: string) =>
    post(`/price-lists/${id}/changes/${changeId}/undo`, undefined);
  const pricesOf = async (id: string) => {
    const { prices, parts } = await read(id);
    assert.equal(parts, prices.length);
    return new Map(
      prices.map(
        (one: { productId: string; price: number; priceBreaks: { from: number; price: number }[] }) => [
          one.productId,
          [one.price, ...one.priceBreaks.map(({ from, price }) => `${from}:${price}`)].join(' '),
        ],
      ),
    );
  };

  test('is undone where nobody has changed a price since, and the undo is undone', async () => {
    const c = await newPart();
    const { body } = await post('/price-lists', acme);
    const id: string = body.insertedId;
    assert.deepEqual((await read(id)).changes, []);
    await patch(id, { prices: [c, b].map((productId) => ({ productId, price: 2.1 })), removed: [a] });
    await patch(id, { name: 'Acme', prices: [{ productId: c, price: 2 }] });
    // Nothing of the prices changes.
    await patch(id, { name: 'Acme Inc', prices: [{ productId: c, price: 2 }] });
    const { changes, prices, version } = await read(id);
    assert.deepEqual(
      changes.map((one: { priced: number; removed: number }) => [one.priced, one.removed]),
      [
        [1, 0],
        [2, 1],
      ],
    );
    const [last, first] = changes;
    const undone = await undo(id, first._id);
    const { sku } = prices.find((one: { productId: string }) => one.productId === c);
    assert.deepEqual([undone.status, undone.body], [200, { restored: 2, left: 1, leftSkus: [sku] }]);
    assert.deepEqual(
      await pricesOf(id),
      new Map(
        [
          [c, '2'],
          [a, '2 500:1.8'],
        ].sort() as [string, string][],
      ),
    );
    const again = await undo(id, first._id);
    assert.deepEqual([again.status, again.body.code], [409, 'already_undone']);
    const after = await read(id);
    assert.equal(after.version, version + 1);
    assert.ok(after.changes[2].undoneAt);
    assert.deepEqual(
      after.changes.map((one: { undo?: object }) => one.undo),
      [{ by: 'admin@example.com', of: first.createdAt }, undefined, undefined],
    );
    // The last one before it, and then the undo itself.
    assert.deepEqual((await undo(id, last._id)).body, { restored: 1, left: 0, leftSkus: [] });
    assert.deepEqual((await undo(id, after.changes[0]._id)).body, { restored: 2, left: 0, leftSkus: [] });
    assert.deepEqual(
      await pricesOf(id),
      new Map(
        [
          [c, '2.1'],
          [b, '2.1'],
        ].sort() as [string, string][],
      ),
    );
    const events = await shop.call('GET /events?kind=price_list_change_undone', { token });
    assert.deepEqual(
      events.body.map(({ why }: { why: string }) => why),
      ['Acme Inc, 2 parts restored', 'Acme Inc, 1 part restored', 'Acme Inc, 2 parts restored, 1 part left'],
    );
    const another = (await post('/price-lists', acme)).body.insertedId;
    assert.equal((await undo(another, last._id)).status, 404);
    assert.deepEqual(await auditPriceLists(database.db), []);
  });

  test('of two who undo it at once, one does', async () => {
    const { body } = await post('/price-lists', acme);
    await patch(body.insertedId, { removed: [a] });
    const [change] = (await read(body.insertedId)).changes;
    const both = await Promise.all([undo(body.insertedId, change._id), undo(body.insertedId, change._id)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await read(body.insertedId)).parts, 1);
  });

  test('of a percentage is undone unless it was changed since; the last ten are kept', async () => {
    const { body } = await post('/price-lists', { name: 'Minus', minusPercent: 20 });
    const id: string = body.insertedId;
    for (let minusPercent = 1; minusPercent <= 12; minusPercent += 1) await patch(id, { minusPercent });
    const { changes } = await read(id);
    assert.deepEqual(
      changes.map((one: { minusPercent: { was: number } }) => one.minusPercent.was),
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    );
    const late = await undo(id, changes[1]._id);
    assert.deepEqual([late.status, late.body.code], [409, 'changed_meanwhile']);
    assert.equal((await undo(id, changes[0]._id)).status, 200);
    assert.equal((await read(id)).minusPercent, 11);
  });
});

test('lists of a company and of its group count in their order, and an offer says which', async () => {
  const idOf = async (path: string, body: unknown): Promise<string> =>
    (await post(path, body)).body.insertedId;
  const list = await idOf('/price-lists', acme);
  const minus = await idOf('/price-lists', { name: 'Minus', minusPercent: 10 });
  const groupId = await idOf('/buyer-groups', { name: 'Resellers' });
  assert.equal(await refusalsOf(post('/buyer-groups', { name: 'resellers' })), 'name buyer_group_taken');
  await database.pool.query('update users set email_verified = true where id = $1', [buyerId]);
  const opened = await shop.call('POST /companies', {
    ...{ token: buyer.token, body: { name: 'Acme', address: SHIP_TO } },
  });
  const company: string = opened.body.insertedId;
  const put = (path: string, body: unknown) => shop.call(`PUT ${path}/price-lists`, { token, body });
  assert.equal((await put(`/buyer-groups/${groupId}`, { ids: [minus] })).status, 200);
  assert.equal((await put(`/companies/${company}`, { ids: [list, minus], groupId })).status, 200);
  assert.equal((await put(`/companies/${company}`, { ids: [minus, list] })).status, 200);
  assert.equal((await put(`/companies/${buyerId}`, { ids: [] })).status, 404);
  assert.equal(
    await refusalsOf(put(`/companies/${company}`, { ids: [list, newId()] })),
    'ids.1 price_list_unknown',
  );
  assert.equal(await refusalsOf(put(`/companies/${company}`, { ids: [list, list] })), 'ids price_list_twice');
  const tooMany = Array.from({ length: MOST_LISTS + 1 }, newId);
  assert.equal(await refusalsOf(put(`/companies/${company}`, { ids: tooMany })), 'ids too_many_price_lists');
  const { rows } = await database.pool.query(
    'select group_id, array(select list_id from buyer_price_lists where buyer_id = id order by position) as lists from buyers where id = $1',
    [company],
  );
  assert.deepEqual(rows, [{ group_id: groupId, lists: [minus, list] }]);
  const setDays = (id: string, from: string | null, to: string | null) =>
    database.pool.query('update price_lists set valid_from = $2, valid_to = $3 where id = $1', [
      id,
      from,
      to,
    ]);
  await setDays(minus, '2020-01-01', '2020-03-31');
  await setDays(list, '2099-01-01', null);
  const has = await shop.call(`GET /companies/${company}/price-lists`, { token });
  const [ofMinus, ofList] = [minus, list].map((id) => ({
    _id: id,
    ...(id === minus ? { name: 'Minus', ended: '2020-03-31' } : { name: 'Acme 2027', begins: '2099-01-01' }),
  }));
  assert.deepEqual(has.body, {
    ids: [minus, list],
    lists: [ofMinus, ofList],
    groupId,
    group: { name: 'Resellers', lists: [ofMinus] },
    version: 3,
  });
  await setDays(minus, null, null);
  await setDays(list, null, null);
  assert.equal((await shop.call(`GET /companies/${buyerId}/price-lists`, { token })).status, 404);
  const { companies, groups: given } = await read(minus);
  assert.deepEqual(
    [companies, given],
    [[{ _id: company, name: 'Acme' }], [{ _id: groupId, name: 'Resellers' }]],
  );
  const groups = (await shop.call('GET /buyer-groups', { token })).body;
  assert.deepEqual(groups, [{ _id: groupId, name: 'Resellers', priceLists: [minus], version: 2 }]);
  // Of two admins who have read the same, the second is told, and loses nothing of the first.
  const both = await Promise.all(
    [[minus], [list]].map((ids) => put(`/companies/${company}`, { ids, version: 3 })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const late = both.find(({ status }) => status === 409)!.body;
  assert.deepEqual([late.code, late.params], ['changed_meanwhile', { revision: 4 }]);
  const behind = await put(`/buyer-groups/${groupId}`, { ids: [], version: 1 });
  assert.deepEqual([behind.status, behind.body.params], [409, { revision: 2 }]);

  await assignLists(database, buyerId, [list, minus]);
  const offers = (by: typeof shop | typeof other) =>
    by.call(`GET /offers?ids=${a},${b},${newId()}`, { token: buyer.token });
  const { body } = await offers(shop);
  assert.deepEqual(body, [
    {
      ...{ productId: a, price: 2, priceBreaks: [{ from: 500, price: 1.8 }] },
      source: { kind: 'company', id: list, name: 'Acme 2027' },
    },
    { productId: b, price: 2.25, priceBreaks: [], source: { kind: 'company', id: minus, name: 'Minus' } },
  ]);
  const listed = await shop.call(`GET /offers?ids=${a}`, { token });
  assert.deepEqual(listed.body, [{ productId: a, price: 2.5, priceBreaks: [], source: { kind: 'list' } }]);
  // Each process reads them: nothing is remembered.
  await patch(minus, { minusPercent: 20 });
  assert.equal((await offers(other)).body[1].price, 2);
});
