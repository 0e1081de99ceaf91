import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MOST_LISTS } from '#contract/price-lists/offer.ts';
import { addPriceList, assignLists } from '../../tests/fixtures/price-lists.ts';
import { callerOf, purchaseFor, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { newId } from '../ground/database/uuid.ts';
import { offersFor } from './offers.ts';

const { shop, admin, buyer } = await startShopWithTill();
const { database } = shop;
const { buyerId } = await callerOf(database, buyer);
const other = await shop.signUp();
/** Adds a part through the shop, which so knows it at once. */
async function newPart(): Promise<string> {
  const part = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 2.5 };
  const { body } = await shop.call('POST /products', {
    ...{ token: admin.token, body: { ...part, available: 100_000 } },
  });
  return body.insertedId;
}
const [a, b] = await Promise.all([newPart(), newPart()]);
const products = [a!, b!].map((_id) => ({ _id, price: 2.5, priceBreaks: [{ from: 1000, price: 2 }] }));
/** What each of the products costs, and by which list. */
async function pricesOf(id = buyerId): Promise<[number, string][]> {
  const offers = await offersFor(database.db, id, products);
  return products.map(({ _id }) => {
    const { price, source } = offers.get(_id)!;
    return [price, source.name ?? source.kind];
  });
}
const LIST_PRICES = [
  [2.5, 'list'],
  [2.5, 'list'],
];

describe('the price lists of a buyer', () => {
  test('count in their order, then those of the group, and for nobody else', async () => {
    const first = await addPriceList(database, 'first', { [a!]: 2.4 });
    const second = await addPriceList(database, 'second', { [a!]: 1 });
    const groups = await addPriceList(database, 'of the group', {}, { minusPercent: 10 });
    await assignLists(database, buyerId, [first, second]);
    assert.deepEqual(await pricesOf(), [
      [2.4, 'first'],
      [2.5, 'list'],
    ]);
    const groupId = newId();
    await database.pool.query(`insert into buyer_groups (id, name) values ($1, 'Resellers')`, [groupId]);
    await database.pool.query('insert into group_price_lists values ($1, 1, $2)', [groupId, groups]);
    await database.pool.query('update buyers set group_id = $1 where id = $2', [groupId, buyerId]);
    assert.deepEqual(await pricesOf(), [
      [2.4, 'first'],
      [2.25, 'of the group'],
    ]);
    assert.deepEqual(await pricesOf((await callerOf(database, other)).buyerId), LIST_PRICES);
    await database.pool.query('update buyers set group_id = null where id = $1', [buyerId]);
    await assignLists(database, buyerId, []);
  });

  test('have the price of the last of the 30 lists that a company may have, where no other has the part', async () => {
    const lists: string[] = [];
    for (let nth = 1; nth <= MOST_LISTS; nth += 1)
      lists.push(await addPriceList(database, `v${nth}`, { [nth === MOST_LISTS ? a! : b!]: nth / 100 }));
    await assignLists(database, buyerId, lists);
    assert.deepEqual(await pricesOf(), [
      [0.3, 'v30'],
      [0.01, 'v1'],
    ]);
    const more = await addPriceList(database, 'v31', {});
    await assert.rejects(assignLists(database, buyerId, [...lists, more]), {
      constraint: 'buyer_price_lists_bound',
    });
    await assignLists(database, buyerId, []);
  });

  test('count on their first and last day in the shop’s zone, and not before or after', async () => {
    const old = await addPriceList(database, 'old', { [a!]: 1 }, { validTo: '2020-03-31' });
    const next = await addPriceList(database, 'next', { [a!]: 1 }, { validFrom: '2100-01-01' });
    await assignLists(database, buyerId, [old, next]);
    assert.deepEqual(await pricesOf(), LIST_PRICES);
    const { rows } = await database.pool.query(`select (now() at time zone shop_zone())::date::text as day`);
    const days = { validFrom: rows[0].day, validTo: rows[0].day };
    const now = await addPriceList(database, 'now', { [a!]: 2.2 }, days);
    await assignLists(database, buyerId, [old, next, now]);
    assert.deepEqual((await pricesOf())[0], [2.2, 'now']);
    await assignLists(database, buyerId, []);
  });

  test('count in their own currency only', async () => {
    const list = await addPriceList(database, 'euros', { [a!]: 1 });
    await database.pool.query(`update price_lists set currency = 'EUR' where id = $1`, [list]);
    await assignLists(database, buyerId, [list]);
    assert.deepEqual(await pricesOf(), LIST_PRICES);
    await assignLists(database, buyerId, []);
  });
});

test('a purchase costs what the buyer’s list says, keeps its source, and follows it when lines change', async () => {
  const list = await addPriceList(database, '2026-B', { [a!]: 2 });
  await assignLists(database, buyerId, [list]);
  const { token } = buyer;
  const order = (price: number) => purchaseFor([[{ _id: a!, price }, 100]]);
  const seen = await shop.call('POST /purchases', { token, body: order(2.5) });
  assert.deepEqual([seen.status, seen.body.code], [409, 'lines_refused']);
  const placed = await shop.call('POST /purchases', { token, body: order(2) });
  assert.equal(placed.status, 201);
  const id: string = placed.body.insertedId;
  const sourcesOf = async () =>
    (
      await database.pool.query('select price_source as source from orders where purchase_id = $1', [id])
    ).rows.map(({ source }) => source);
  const source = { kind: 'company', id: list, name: '2026-B' };
  assert.deepEqual(await sourcesOf(), [source]);
  const refused = await shop.call('POST /purchases', { token: other.token, body: order(2) });
  assert.equal(refused.status, 409);

  await database.pool.query('update price_list_lines set price_micros = 1900000 where list_id = $1', [list]);
  const { body } = await shop.call(`GET /purchases/${id}`, { token });
  assert.deepEqual(body.lines[0].priceSource, source);
  const lines = [{ _id: body.lines[0]._id, quantity: 200 }];
  const changed = await shop.call(`PATCH /purchases/${id}/lines`, {
    token,
    body: { lines, expectedTotal: 380 },
  });
  assert.deepEqual([changed.status, changed.body.total], [200, 380]);
  assert.deepEqual(await sourcesOf(), [source]);

  await assignLists(database, buyerId, []);
  const back = await shop.call(`PATCH /purchases/${id}/lines`, {
    ...{ token, body: { lines: [{ ...lines[0], quantity: 100 }], expectedTotal: 250 } },
  });
  assert.equal(back.status, 200);
  assert.deepEqual(await sourcesOf(), [null]);
});

test('what was put into the cart at a price of a list that has ended since is refused with the total of now, and nothing is placed', async () => {
  const list = await addPriceList(database, '2026-B', { [a!]: 1.2 });
  await assignLists(database, buyerId, [list]);
  const { token } = buyer;
  const line = { _id: newId(), position: 1, productId: a!, quantity: 100 };
  const version = (await shop.call('GET /lists/cart', { token })).body.version;
  const put = { version, ops: [{ op: 'put', line }] };
  assert.equal((await shop.call('PATCH /lists/cart', { token, body: put })).status, 200);
  await database.pool.query('update price_lists set valid_to = current_date - 2 where id = $1', [list]);
  const place = (expectedTotal: number) =>
    shop.call('POST /purchases', { token, body: { listId: 'cart', shipTo: SHIP_TO, expectedTotal } });
  const { status, body } = await place(120);
  assert.deepEqual([status, body.code, body.params], [409, 'total_changed', { total: 250 }]);
  assert.equal((await shop.call('GET /lists/cart', { token })).body.lines.length, 1);
  assert.equal((await place(250)).status, 201);
});

test('lines that are matched, and lists that are exported, have the prices of who asks, and of nobody else', async () => {
  const list = await addPriceList(database, '2026-C', { [a!]: 2 });
  await assignLists(database, buyerId, [list]);
  const lines = [
    { productId: a!, quantity: 100 },
    { productId: b!, quantity: 100 },
    { productId: newId(), quantity: 1 },
  ];
  const match = async (token?: string) => {
    const { body } = await shop.call('POST /lines/match', { ...(token && { token }), body: { lines } });
    return body;
  };
  const [own, listed, gone] = await match(buyer.token);
  assert.deepEqual(
    [own.unitPrice, own.total, own.product.price, own.product.listPrice, own.product.source],
    [2, 200, 2, 2.5, { kind: 'company', id: list, name: '2026-C' }],
  );
  assert.deepEqual([listed.unitPrice, listed.product.source, gone.match], [2.5, undefined, 'none']);
  const all = JSON.stringify(await match());
  assert.equal(JSON.stringify(await match(other.token)), all);
  assert.ok(!all.includes('2026-C') && JSON.parse(all)[0].unitPrice === 2.5);

  const exported = async ({ token }: typeof buyer) => {
    const { body } = await shop.call('POST /lists', {
      token,
      body: { name: 'Board', lines: [{ _id: crypto.randomUUID(), position: 1, ...lines[0] }] },
    });
    return (await shop.call(`GET /lists/${body.insertedId}/export`, { token })).body as string;
  };
  assert.match(await exported(buyer), /,2,200\s*$/);
  assert.match(await exported(other), /,2\.5,250\s*$/);
  await assignLists(database, buyerId, []);
});

test('prices are refused by the database that are free, rise with the quantity, or stand beside a percentage', async () => {
  const list = await addPriceList(database, 'minus', {}, { minusPercent: 5 });
  const refuse = (sql: string, constraint: string, values: unknown[] = [list, a]) =>
    assert.rejects(database.pool.query(sql, values), { constraint });
  const line =
    'insert into price_list_lines (list_id, product_id, price_micros, break_from, break_micros) values';
  await refuse(`${line} ($1, $2, 0, '{}', '{}')`, 'price_list_lines_price');
  await refuse(`${line} ($1, $2, 10, '{5}', '{11}')`, 'price_list_lines_breaks_fall');
  await refuse('update price_lists set parts = 1 where id = $1', 'price_lists_rule', [list]);
  await refuse('update price_lists set minus_percent = -5 where id = $1', 'price_lists_minus', [list]);
});
