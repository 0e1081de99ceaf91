import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { addProduct, purchaseFor } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { newId } from '../ground/database/uuid.ts';
import { audit } from '../ops/audit/audit.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
const { pool } = shop.database;
const { token } = admin;

/** Adds a part with so many pieces; returns its id and SKU. */
async function part(available: number) {
  const id = await addProduct(shop.database, available, { minOrder: 1 });
  const { rows } = await pool.query('select sku from products where id = $1', [id]);
  return { id, sku: rows[0].sku as string };
}

/** Places a purchase of so many pieces; they are held. */
async function hold(id: string, pieces: number): Promise<string> {
  const body = purchaseFor([[{ _id: id, price: 2.5 }, pieces]]);
  const placed = await shop.call('POST /purchases', { token: buyer.token, body });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  return placed.body.insertedId;
}

/** Sells so many pieces; they are to ship. */
async function sell(id: string, pieces: number): Promise<string> {
  const purchase = await hold(id, pieces);
  const { body } = await shop.call(`POST /purchases/${purchase}/payment`, { token: buyer.token });
  const { body: intent } = await till.pay(body.clientSecret);
  const paid = { token: buyer.token, body: { transactionId: intent.id } };
  assert.equal((await shop.call(`PATCH /purchases/${purchase}`, paid)).status, 200);
  await till.eventsArrived();
  return purchase;
}

async function ship(purchase: string, quantity: number) {
  const { body } = await shop.call(`GET /purchases/${purchase}`, { token: buyer.token });
  const lines = [{ orderId: body.lines[0]._id, quantity }];
  const shipped = await shop.call(`POST /purchases/${purchase}/shipments`, { token, body: { lines } });
  assert.equal(shipped.status, 201, JSON.stringify(shipped.body));
}

async function levelOf(id: string) {
  const { body } = await shop.call(`GET /stock?products=${id}`, { token });
  const [{ available, held, toShip, shelf }] = body;
  return { available, held, toShip, shelf };
}

async function send(rows: object[], options: object = {}) {
  const { status, body } = await shop.call('POST /imports', { token, body: { rows, ...options } });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const apply = async (id: string) => (await shop.call(`POST /imports/${id}/apply`, { token })).body;
const undo = async (id: string) => (await shop.call(`POST /imports/${id}/undo`, { token })).body;
const rowsOf = async (id: string, which: string) =>
  (await shop.call(`GET /imports/${id}?rows=${which}`, { token })).body.rows;
const errorsOf = async (id: string) =>
  (await rowsOf(id, 'error')).flatMap(({ errors }: { errors: object[] }) => errors);

describe('a count by an import', () => {
  test('is of the shelf: pieces of orders do not go on sale again', async () => {
    const { id, sku } = await part(1000);
    await sell(id, 600);
    const same = await send([{ sku, counted: 1000 }]);
    assert.deepEqual(same.counts, { new: 0, changed: 0, same: 1, error: 0 });
    await hold(id, 100);
    const found = await send([{ sku, counted: 990 }]);
    const [row] = await rowsOf(found._id, 'changed');
    assert.deepEqual(
      [row.stock, row.changes],
      [{ kind: 'counted', pieces: 990, shelf: 1000 }, [{ field: 'available', before: 300, after: 290 }]],
    );
    await hold(id, 100);
    assert.equal((await apply(found._id)).left, 0);
    assert.deepEqual(await levelOf(id), { available: 190, held: 200, toShip: 600, shelf: 990 });
    const { body: ledger } = await shop.call(`GET /products/${id}/stock?limit=1`, { token });
    assert.deepEqual(
      [ledger[0].kind, ledger[0].change, ledger[0].why],
      ['stock_counted', -10, '990 pcs on the shelf, 1,000 expected, by an import'],
    );
    assert.deepEqual((await audit(shop.database.db)).faults, []);
  });

  test('is left when pieces were shipped after it was compared', async () => {
    const { id, sku } = await part(1000);
    const purchase = await sell(id, 300);
    const found = await send([{ sku, counted: 990 }]);
    await ship(purchase, 100);
    assert.equal((await apply(found._id)).left, 1);
    assert.deepEqual((await rowsOf(found._id, 'left'))[0].left, { why: 'changed', fields: ['available'] });
    assert.deepEqual(await levelOf(id), { available: 700, held: 0, toShip: 200, shelf: 900 });
  });

  test('against a known number is refused when the shelf has another one', async () => {
    const { id, sku } = await part(1000);
    const purchase = await sell(id, 300);
    await ship(purchase, 100);
    const wrong = await send([{ sku, counted: 990, expected: 1000 }]);
    assert.deepEqual(
      (await errorsOf(wrong._id)).map(({ code, params }: never) => [code, params]),
      [['shelf_changed', { shelf: 900 }]],
    );
    const right = await send([{ sku, counted: 890, expected: 900 }]);
    await apply(right._id);
    assert.equal((await levelOf(id)).shelf, 890);
  });

  test('below what orders have is an error that says so', async () => {
    const { id, sku } = await part(1000);
    await sell(id, 600);
    const found = await send([{ sku, counted: 599 }]);
    assert.deepEqual(
      (await errorsOf(found._id)).map(({ column, code, params }: never) => [column, code, params]),
      [['counted', 'stock_too_low', { available: 400, held: 0, toShip: 600 }]],
    );
  });
});

describe('the undo of a count', () => {
  test('takes back the pieces that it changed, also when parts were ordered and shipped since', async () => {
    const { id, sku } = await part(1000);
    const found = await send([{ sku, counted: 1500 }]);
    await apply(found._id);
    await ship(await sell(id, 200), 200);
    await hold(id, 100);
    assert.equal((await undo(found._id)).kept, 0);
    assert.deepEqual(await levelOf(id), { available: 700, held: 100, toShip: 0, shelf: 800 });
    assert.deepEqual((await audit(shop.database.db)).faults, []);
  });

  test('leaves a part that somebody has counted since, and one of which too much was ordered', async () => {
    const [counted, ordered] = [await part(1000), await part(1000)];
    const found = await send([counted, ordered].map(({ sku }) => ({ sku, counted: 1500 })));
    await apply(found._id);
    const again = { kind: 'counted', quantity: 1500 };
    await shop.call(`POST /products/${counted.id}/stock`, { token, body: again });
    await hold(ordered.id, 1100);
    assert.equal((await undo(found._id)).kept, 2);
    assert.equal((await levelOf(counted.id)).available, 1500);
    assert.equal((await levelOf(ordered.id)).available, 400);
  });

  test('of two imports restores all, the later one first', async () => {
    const { id, sku } = await part(1000);
    const first = await send([{ sku, counted: 1500 }]);
    await apply(first._id);
    const second = await send([{ sku, counted: 1400 }]);
    await apply(second._id);
    assert.deepEqual([(await undo(second._id)).kept, (await undo(first._id)).kept], [0, 0]);
    assert.equal((await levelOf(id)).available, 1000);
  });
});

test('the export tells the shelf, which imports again without a change while orders are placed', async () => {
  const sku = 'SHELF-1';
  const body = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 2.5 };
  const added = await shop.call('POST /products', { token, body: { ...body, sku, available: 1000 } });
  const id = added.body.insertedId;
  await sell(id, 300);
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await fetch(`${shop.origin}/products/export`, { headers })).text();
  const [names, ...rows] = parse(text) as string[][];
  const cells = rows.find((row) => row[names!.indexOf('sku')] === sku)!;
  assert.equal(cells[names!.indexOf('counted')], '1000');
  await hold(id, 100);
  const form = new FormData();
  form.set('file', new Blob([text]), 'parts.csv');
  const answer = await fetch(`${shop.origin}/imports`, { method: 'POST', headers, body: form });
  const { counts } = (await answer.json()) as { counts: Record<string, number> };
  assert.deepEqual([counts.changed, counts.error], [0, 0]);
});

test('the audit names parts whose count an import of before took for what is on sale, until they are counted', async () => {
  const { id, sku } = await part(1000);
  await sell(id, 600);
  // As imports have written it.
  await pool.query('update products set available = 1000 where id = $1', [id]);
  await pool.query(
    `insert into events (id, kind, actor, product_id, stock_change, facts)
     values ($1, 'stock_counted', $2, $3, 600, $4)`,
    [newId(), admin.email, id, { importId: newId(), counted: 1000 }],
  );
  await sell(id, 100);
  const { faults } = await audit(shop.database.db);
  assert.equal(faults.length, 1);
  assert.match(
    faults[0]!,
    new RegExp(
      `^${sku} .*on sale and owed is more than the shelf.* 600 pieces .* 900 are on sale and 700 in`,
    ),
  );
  const body = { kind: 'counted', quantity: 1000 };
  assert.equal((await shop.call(`POST /products/${id}/stock`, { token, body })).status, 201);
  assert.deepEqual((await audit(shop.database.db)).faults, []);
  assert.deepEqual(await levelOf(id), { available: 300, held: 0, toShip: 700, shelf: 1000 });
});
