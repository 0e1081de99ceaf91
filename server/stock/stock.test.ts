import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MOST_STOCK } from '#contract/kernel/pieces.ts';
import type { Movement, StockLevel } from '#contract/stock/schema.ts';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import { openTill } from '../../tests/fixtures/payments.ts';
import { addProduct, expectGoods, purchaseFor } from '../../tests/fixtures/purchases.ts';
import { startTestShop } from '../../tests/testing.ts';
import { bookMovement } from './move.ts';
import { tellShort } from './short.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
const buyer = await shop.signUp('Ada');
const till = await openTill(shop, 1000);
after(() => shop.close());

async function addPart(more: object = {}): Promise<string> {
  const part = {
    ...{ name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: 19.99 },
    ...{ available: 1000, ...more },
  };
  return (await shop.call('POST /products', { token: admin.token, body: part })).body.insertedId;
}

const ledger = async (id: string, query = ''): Promise<Movement[]> =>
  (await shop.call(`GET /products/${id}/stock${query}`, { token: admin.token })).body;

const move = (id: string, body: object, idempotencyKey?: string) =>
  shop.call(`POST /products/${id}/stock`, {
    token: admin.token,
    body,
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  });

const list = async (query: string): Promise<StockLevel[]> =>
  (await shop.call(`GET /stock?${query}`, { token: admin.token })).body;

const level = async (id: string) => (await list(`products=${id}`))[0]!;

const count = (lines: object[], why?: string) =>
  shop.call('POST /stock/counts', { token: admin.token, body: { lines, ...(why && { why }) } });

describe('GET /products/{id}/stock', () => {
  test('has each movement with who, why, its order and what was on sale after it, on one page or several', async () => {
    const { _id: id } = till.product;
    await till.place(buyer, 100);
    const { id: orderId } = await till.place(buyer, 200);
    await shop.call(`DELETE /orders/${orderId}`, { token: buyer.token });
    await move(id, { kind: 'received', quantity: 50 });
    await move(id, { kind: 'damaged', quantity: 7, why: 'Fell from the rack' });
    await move(id, { kind: 'corrected', quantity: -3, why: 'Typed twice' });
    await shop.call(`PATCH /products/${id}`, { token: admin.token, body: { name: 'Better part' } });
    const all = await ledger(id);
    assert.deepEqual(
      all.map(({ kind, who, change, balance }) => [kind, who, change, balance]),
      [
        ['stock_corrected', admin.email, -3, 940],
        ['stock_damaged', admin.email, -7, 943],
        ['goods_received', admin.email, 50, 950],
        ['order_deleted', buyer.email, 200, 900],
        ['order_placed', buyer.email, -200, 700],
        ['order_placed', buyer.email, -100, 900],
        ['product_added', admin.email, 1000, 1000],
      ],
    );
    assert.equal(all[1]!.note, 'Fell from the rack');
    assert.equal(all[1]!.why, '7 pcs: Fell from the rack');
    assert.equal(all[3]!.orderId, orderId);
    assert.match(all[3]!.orderNumber!, /^NB-/);
    const pages: Movement[] = [];
    for (let last = ''; ; last = `&after=${pages.at(-1)!._id}`) {
      const answer = await shop.call(`GET /products/${id}/stock?limit=3${last}`, { token: admin.token });
      assert.equal(answer.headers.get('x-total-count'), '7');
      pages.push(...answer.body);
      if (answer.body.length < 3) break;
    }
    assert.deepEqual(pages, all);
  });

  test('has the same numbers on a page that is summed up from its older end', async () => {
    const id = await addPart();
    const { rows } = await shop.database.pool.query('select id from events where product_id = $1', [id]);
    // Half a year old, with the first movement a year ago.
    await shop.database.pool.query(
      `insert into events (id, kind, actor, product_id, stock_change)
       select uuidv7(make_interval(months => -months)), 'goods_received', 'clerk@example.com', $1, change
       from (values (12, 40), (11, -30), (10, 5), (2, -15)) as old (months, change)`,
      [id],
    );
    const all = await ledger(id);
    assert.deepEqual(
      all.map(({ balance }) => balance),
      [1000, 0, 15, 10, 40],
    );
    assert.equal(all[0]!._id, rows[0]!.id);
    for (const [n, { _id }] of all.entries())
      assert.deepEqual(await ledger(id, `?limit=9&after=${_id}`), all.slice(n + 1));
    const [never, always] = ['00000000', 'ffffffff'].map((start) => `${start}-ffff-7fff-bfff-ffffffffffff`);
    assert.deepEqual(await ledger(id, `?limit=9&after=${never}`), []);
    assert.deepEqual(await ledger(id, `?limit=9&after=${always}`), all, 'after an id of any time');
  });

  test('stays after the product is removed, and is 404 for an unknown one', async () => {
    const id = await addPart();
    await shop.call(`DELETE /products/${id}`, { token: admin.token });
    assert.deepEqual(
      (await ledger(id)).map(({ balance }) => balance),
      [1000],
    );
    assert.equal((await move(id, { kind: 'received', quantity: 1 })).status, 404);
    for (const unknown of ['x', '0190aaaa-0000-7000-8000-000000000000'])
      assert.equal((await shop.call(`GET /products/${unknown}/stock`, { token: admin.token })).status, 404);
  });
});

describe('POST /products/{id}/stock', () => {
  test('a count is of the shelf: pieces of unpaid and of paid orders lie there, too', async () => {
    const shelfTill = await openTill(shop, 1000);
    const { _id: id } = shelfTill.product;
    await shelfTill.place(buyer, 100);
    const paid = await shelfTill.payOrder(buyer);
    const { available, held, toShip, shelf } = await level(id);
    assert.deepEqual([available, held, toShip, shelf], [800, 100, 100, 1000]);
    const counted = await move(id, { kind: 'counted', quantity: 990, expected: 1000 });
    assert.deepEqual([counted.status, counted.body.change, counted.body.available], [201, -10, 790]);
    const [entry] = await ledger(id);
    assert.deepEqual([entry!.kind, entry!.facts], ['stock_counted', { counted: 990, shelf: 1000 }]);
    assert.equal(entry!._id, counted.body.insertedId);
    assert.equal((await shop.call(`GET /products/${id}`)).body.available, 790);
    // One that finds no difference is in the ledger, too.
    assert.equal((await move(id, { kind: 'counted', quantity: 990 })).body.change, 0);
    assert.deepEqual(
      (await ledger(id, '?limit=1')).map(({ change, balance }) => [change, balance]),
      [[0, 790]],
    );
    // Orders have 200 of them: no count is below that.
    const short = await move(id, { kind: 'counted', quantity: 199 });
    assert.deepEqual(
      [short.status, short.body.code, short.body.params],
      [409, 'stock_too_low', { available: 790, held: 100, toShip: 100 }],
    );
    // What is shipped has left the shelf.
    const ship = { lines: [{ orderId: paid.id, quantity: 40 }] };
    const { body: order } = await shop.call(`GET /orders/${paid.id}`, { token: admin.token });
    const shipped = await shop.call(`POST /purchases/${order.purchaseId}/shipments`, {
      token: admin.token,
      body: ship,
    });
    assert.equal(shipped.status, 201);
    assert.deepEqual([(await level(id)).toShip, (await level(id)).shelf], [60, 950]);
    const late = await move(id, { kind: 'counted', quantity: 900, expected: 1000 });
    assert.deepEqual([late.status, late.body.code, late.body.params], [409, 'shelf_changed', { shelf: 950 }]);
  });

  test('and a change of the product take no more than can come back, with what orders have', async () => {
    const id = await addPart({ price: 0.01 });
    assert.equal((await move(id, { kind: 'received', quantity: 999_999_000 })).body.available, 1_000_000_000);
    const body = purchaseFor([[{ _id: id, price: 0.01 }, 100]]);
    assert.equal((await shop.call('POST /purchases', { token: buyer.token, body })).status, 201);
    for (const tooMuch of [
      { kind: 'received', quantity: 1 },
      { kind: 'corrected', quantity: 1, why: 'x' },
      { kind: 'counted', quantity: 1_000_000_001 },
    ]) {
      const { status, body: refused } = await move(id, tooMuch);
      assert.deepEqual([status, refused.errors[0].code], [400, 'stock_too_many']);
    }
    const { body: counts } = await count([
      { productId: id, counted: 1_000_000_001, expected: 1_000_000_000 },
    ]);
    assert.equal(counts.errors[0].code, 'stock_too_many');
    const set = (available: number) =>
      shop.call(`PATCH /products/${id}`, { token: admin.token, body: { available } });
    assert.equal((await set(1_000_000_001)).status, 400);
    const { status, body: refused } = await set(1_000_000_000);
    assert.deepEqual([status, refused.errors[0]?.code], [400, 'stock_too_many']);
    assert.equal((await set(999_999_900)).status, 200);
  });

  test('nor do deliveries and returns: what was set and sold, again and again, has room to come back', async () => {
    const price = 0.0001;
    const id = await addProduct(shop.database, MOST_STOCK, { price });
    const body = purchaseFor([[{ _id: id, price }, MOST_STOCK]]);
    const { body: placed } = await shop.call('POST /purchases', { token: buyer.token, body });
    const set = (available: number) =>
      shop.call(`PATCH /products/${id}`, { token: admin.token, body: { available } });
    assert.equal((await set(MOST_STOCK)).body.errors[0].code, 'stock_too_many');
    const receipt = await expectGoods(shop.database, id, 1000);
    const arrive = await shop.call(`POST /receipts/${receipt.id}/arrive`, {
      ...{ token: admin.token, body: { quantity: 1 } },
    });
    assert.deepEqual([arrive.status, arrive.body.errors[0]?.code], [400, 'stock_too_many']);
    // What is shipped has left the shelf, and needs room when it comes back to be sold.
    const { body: payment } = await shop.call(`POST /purchases/${placed.insertedId}/payment`, {
      token: buyer.token,
    });
    const { body: intent } = await till.pay(payment.clientSecret);
    await shop.call(`PATCH /purchases/${placed.insertedId}`, {
      ...{ token: buyer.token, body: { transactionId: intent.id } },
    });
    const { body: purchase } = await shop.call(`GET /purchases/${placed.insertedId}`, { token: buyer.token });
    const lines = [{ orderId: purchase.lines[0]._id, quantity: MOST_STOCK }];
    const post = (path: string, asked: object) =>
      shop.call(`POST ${path}`, {
        token: admin.token,
        body: { lines: lines.map((line) => ({ ...line, ...asked })) },
      });
    assert.equal((await post(`/purchases/${placed.insertedId}/shipments`, {})).status, 201);
    assert.equal((await set(MOST_STOCK)).status, 200);
    const { body: asked } = await post(`/purchases/${placed.insertedId}/returns`, { reason: 'Too many' });
    const receive = (restock: boolean) =>
      post(`/returns/${asked.insertedId}/receive`, { condition: 'as new', restock });
    const refused = await receive(true);
    assert.deepEqual(
      [refused.status, refused.body.errors[0]],
      [
        400,
        {
          ...{ field: 'lines.0.quantity', code: 'stock_too_many' },
          message: 'These are more pieces than can be in stock',
        },
      ],
    );
    assert.equal((await level(id)).available, MOST_STOCK);
    assert.equal((await receive(false)).status, 200);
  });

  test('what orders give back is refused where no column could hold it, and comes back once there is room', async () => {
    const price = 0.0001;
    const id = await addProduct(shop.database, MOST_STOCK, { price });
    const body = purchaseFor([[{ _id: id, price }, MOST_STOCK]]);
    const { body: placed } = await shop.call('POST /purchases', { token: buyer.token, body });
    const has = (pieces: number) =>
      shop.database.pool.query('update products set available = $2 where id = $1', [id, pieces]);
    const remove = () => shop.call(`DELETE /purchases/${placed.insertedId}`, { token: buyer.token });
    for (const tooMany of [1_000_000_001, 2_000_000_000]) {
      await has(tooMany);
      const { status, body: problem } = await remove();
      assert.deepEqual([status, problem.code, problem.params], [409, 'stock_full', { most: 2_000_000_000 }]);
    }
    await has(1_000_000_000);
    assert.equal((await remove()).body.deletedCount, 1);
    assert.equal((await level(id)).available, 2_000_000_000);
    // As the ledger has it.
    await has(MOST_STOCK);
  });

  test('takes no more than is on sale, and no more comes than a number can hold', async () => {
    const id = await addPart();
    for (const body of [
      { kind: 'damaged', quantity: 1001, why: 'Water' },
      { kind: 'corrected', quantity: -1001, why: 'Water' },
    ]) {
      const { status, body: problem } = await move(id, body);
      assert.deepEqual([status, problem.code, problem.params.available], [409, 'stock_too_low', 1000]);
    }
    const { status, body } = await move(id, { kind: 'received', quantity: 2_147_483_647 });
    assert.deepEqual([status, body.errors[0].code], [400, 'stock_too_many']);
    assert.equal((await move(id, { kind: 'damaged', quantity: 1000, why: 'Water' })).body.available, 0);
  });

  test('damaged pieces and corrections need a reason, and each kind its numbers', async () => {
    const id = await addPart();
    for (const [body, field] of [
      [{ kind: 'damaged', quantity: 1 }, 'why'],
      [{ kind: 'corrected', quantity: 1, why: ' ' }, 'why'],
      [{ kind: 'corrected', quantity: 0, why: 'x' }, 'quantity'],
      [{ kind: 'received', quantity: 0 }, 'quantity'],
      [{ kind: 'damaged', quantity: -1, why: 'x' }, 'quantity'],
      [{ kind: 'counted', quantity: -1 }, 'quantity'],
      [{ kind: 'counted', quantity: 1.5 }, 'quantity'],
      [{ kind: 'sold', quantity: 1 }, 'kind'],
    ] as const) {
      const { status, body: problem } = await move(id, body);
      assert.deepEqual([status, problem.errors[0].field], [400, field], JSON.stringify(body));
    }
  });

  test('a repeat books nothing again', async () => {
    const id = await addPart();
    const first = await move(id, { kind: 'received', quantity: 5 }, 'once');
    const again = await move(id, { kind: 'received', quantity: 5 }, 'once');
    assert.deepEqual(again.body, first.body);
    assert.equal((await level(id)).available, 1005);
    assert.equal((await move(id, { kind: 'received', quantity: 6 }, 'once')).status, 409);
  });

  test('a count waits for whoever changes the stock, and is of what they leave', async () => {
    const id = await addPart();
    const counting = await shop.database.db.transaction().execute(async (transaction) => {
      await bookMovement(transaction, id, { kind: 'damaged', quantity: 30, why: 'Bent' }, admin.email);
      const counting = move(id, { kind: 'counted', quantity: 1000 });
      await shop.database.untilWaiting();
      return { counting };
    });
    assert.equal((await counting.counting).body.change, 30);
    assert.deepEqual(
      (await ledger(id, '?limit=2')).map(({ kind, balance }) => [kind, balance]),
      [
        ['stock_counted', 1000],
        ['stock_damaged', 970],
      ],
    );
  });

  test('orders and movements at once leave a ledger that agrees', async () => {
    const busy = await openTill(shop, 1000);
    const { _id: id } = busy.product;
    await Promise.all([
      ...Array.from({ length: 6 }, () => busy.place(buyer, 100)),
      ...Array.from({ length: 6 }, () => move(id, { kind: 'damaged', quantity: 30, why: 'Bent' })),
      ...Array.from({ length: 4 }, () => move(id, { kind: 'counted', quantity: 1000 })),
    ]);
    const [last] = await ledger(id);
    const { available, shelf, held } = await level(id);
    assert.equal(last!.balance, available);
    assert.deepEqual([held, shelf - available], [600, 600]);
  });
});

describe('POST /stock/counts', () => {
  test('books all lines at once, with a count that found no difference', async () => {
    const [a, b] = [await addPart(), await addPart()];
    const { status, body } = await count(
      [
        { productId: a, counted: 1000, expected: 1000 },
        { productId: b, counted: 996, expected: 1000 },
      ],
      'Spring stock-take',
    );
    assert.deepEqual([status, body], [200, { counted: 2, different: 1 }]);
    assert.deepEqual(await Promise.all([a, b].map(async (id) => (await level(id)).available)), [1000, 996]);
    const [entry] = await ledger(b);
    assert.deepEqual([entry!.change, entry!.note], [-4, 'Spring stock-take']);
  });

  test('books none when the shelf of one has changed, and names every line that cannot be booked', async () => {
    const [same, received, gone] = [await addPart(), await addPart(), await addPart()];
    const sold = await openTill(shop, 1000);
    await sold.place(buyer, 100);
    await move(received, { kind: 'received', quantity: 20 });
    await shop.call(`DELETE /products/${gone}`, { token: admin.token });
    const { status, body } = await count([
      { productId: same, counted: 990, expected: 1000 },
      { productId: received, counted: 1000, expected: 1000 },
      { productId: gone, counted: 1000, expected: 1000 },
      { productId: sold.product._id, counted: 99, expected: 1000 },
    ]);
    assert.deepEqual([status, body.code, body.params], [409, 'counts_refused', { lines: 3 }]);
    assert.deepEqual(
      body.errors.map(({ field, code, params }: never) => [field, code, params]),
      [
        ['lines.1.counted', 'shelf_changed', { shelf: 1020 }],
        ['lines.2.counted', 'gone', undefined],
        ['lines.3.counted', 'stock_too_low', { available: 900, held: 100, toShip: 0 }],
      ],
    );
    assert.equal((await level(same)).available, 1000);
  });

  test('an order that is placed meanwhile leaves the shelf as it was', async () => {
    const counted = await openTill(shop, 1000);
    const { _id: productId } = counted.product;
    await counted.place(buyer, 300);
    assert.equal((await count([{ productId, counted: 998, expected: 1000 }])).status, 200);
    assert.equal((await level(productId)).available, 698);
  });

  test('names each product once, and 500 of them at most', async () => {
    const line = { productId: await addPart(), counted: 1, expected: 1 };
    assert.equal((await count([line, line])).body.errors[0].code, 'lines_once');
    assert.equal((await count([])).status, 400);
    assert.equal((await count(Array.from({ length: 501 }, () => line))).status, 413);
  });
});

describe('POST /stock/movements', () => {
  const book = (lines: object[], why?: string) =>
    shop.call('POST /stock/movements', { token: admin.token, body: { lines, ...(why && { why }) } });

  test('books counts of the shelf and differences by SKU, each line by itself', async () => {
    const [counted, moved, added] = ['A', 'B', 'C'].map((one) => `MOVED-${one}`);
    const ids = [];
    for (const sku of [counted, moved, added]) ids.push(await addPart({ sku }));
    await move(ids[1]!, { kind: 'received', quantity: 20 });
    const sold = await openTill(shop, 1000);
    await sold.place(buyer, 300);
    const { sku } = sold.product;
    const { status, body } = await book(
      [
        { sku: 'moved-a', counted: 990, expected: 1000 },
        { sku: moved, counted: 1000, expected: 1000 },
        { sku: added, added: -5 },
        { sku: 'NOWHERE', added: 5 },
        { sku, counted: 998 },
      ],
      'Feed',
    );
    assert.deepEqual([status, body.booked], [200, 3]);
    assert.deepEqual(
      body.lines.map(({ booked, change, available, shelf, error }: never) => [
        booked,
        ...(booked ? [change, available, shelf] : [(error as { code: string }).code]),
      ]),
      [
        [true, -10, 990, 990],
        [false, 'shelf_changed'],
        [true, -5, 995, 995],
        [false, 'gone'],
        [true, -2, 698, 998],
      ],
    );
    assert.equal((await level(ids[1]!)).available, 1020);
    assert.deepEqual(
      (await ledger(ids[2]!)).slice(0, 1).map(({ kind, change, note }) => [kind, change, note]),
      [['stock_corrected', -5, 'Feed']],
    );
  });

  test('takes nothing that orders have, and says one thing of a part', async () => {
    const sold = await openTill(shop, 1000);
    await sold.place(buyer, 300);
    const { sku } = sold.product;
    const { body } = await book([{ sku, counted: 299 }]);
    assert.deepEqual(body.lines[0].error.params, { available: 700, held: 300, toShip: 0 });
    const codeOf = async (lines: object[]) => (await book(lines)).body.errors[0].code;
    assert.equal(await codeOf([{ sku, counted: 1, added: 1 }]), 'stock_one');
    assert.equal(await codeOf([{ sku, added: 1, expected: 1 }]), 'stock_expected');
    assert.equal(await codeOf([{ sku, added: -1 }]), 'stock_why');
    assert.equal(
      await codeOf([
        { sku, added: 1 },
        { sku: sku.toLowerCase(), added: 1 },
      ]),
      'lines_once',
    );
  });
});

describe('GET /stock', () => {
  test('narrows by bin, words, category and what runs out, and pages through the shelves in their order', async () => {
    const parts = [
      { bin: 'zz-02-b', reorderPoint: 1500, name: 'Shelved one' },
      { bin: 'ZZ-02-A', reorderPoint: 1000, name: 'Shelved two' },
      { bin: 'ZZ-03', reorderPoint: 1600, name: 'Shelved three' },
      { name: 'Shelved four' },
    ];
    const ids: string[] = [];
    for (const part of parts) ids.push(await addPart(part));
    await shop.call(`POST /products/${ids[2]}/receipts`, {
      token: admin.token,
      body: { dueOn: '2190-01-01', quantity: 600 },
    });
    const bins = async (query: string) => (await list(query)).map(({ bin }) => bin);
    assert.deepEqual(await bins('bin=zz-02&sort=bin'), ['ZZ-02-A', 'ZZ-02-B']);
    assert.deepEqual(await bins('q=shelved&sort=bin'), ['ZZ-02-A', 'ZZ-02-B', 'ZZ-03', undefined]);
    // 1,000 are no fewer than 1,000, and 600 of the third are expected.
    assert.deepEqual(await bins('q=shelved&short=1'), ['ZZ-02-B']);
    const pages: (string | undefined)[] = [];
    let after = '';
    for (let n = 0; n < 4; n += 1) {
      const [one] = await list(`q=shelved&sort=bin&limit=1${after}`);
      pages.push(one!.bin);
      after = `&after=${one!._id}`;
    }
    assert.deepEqual(pages, ['ZZ-02-A', 'ZZ-02-B', 'ZZ-03', undefined]);
    assert.deepEqual(await list(`q=shelved&sort=bin${after}`), []);
    const memory = await list('category=memory&limit=100');
    assert.ok(memory.length > 0);
    assert.deepEqual(await list('products=x,y'), []);
    assert.equal((await level(ids[2]!)).expected, 600);
    const total = await shop.call('GET /stock?bin=zz&limit=1', { token: admin.token });
    assert.equal(total.headers.get('x-total-count'), '3');
  });

  test('what only admins see of a product is in no answer to others', async () => {
    const id = await addPart({ bin: 'SECRET-BIN', reorderPoint: 876_543 });
    for (const path of ['GET /products', `GET /products/${id}`] as const) {
      const { body } = await shop.call(path);
      assert.doesNotMatch(JSON.stringify(body), /SECRET-BIN|876543/);
    }
  });
});

describe('EAN', () => {
  const ean = '4006381333931';
  test('finds its part in searches, suggestions and lines, as EAN-13 and as UPC-A', async () => {
    const id = await addPart({ ean, name: 'Scanned' });
    const upc = await addPart({ ean: '036000291452', name: 'Scanned UPC' });
    for (const [typed, found] of [
      [ean, id],
      ['0036000291452', upc],
      ['036000291452', upc],
    ] as const) {
      assert.deepEqual(
        (await shop.call(`GET /products?q=${typed}`)).body.map(({ _id }: never) => _id),
        [found],
      );
      const lines = { lines: [{ text: typed, quantity: 100 }] };
      assert.equal((await shop.call('POST /lines/match', { body: lines })).body[0].product._id, found);
    }
    const { parts } = (await shop.call(`GET /suggest?q=${ean.slice(0, 8)}`)).body;
    assert.deepEqual([parts[0]._id, parts[0].matched.field], [id, 'ean']);
    assert.equal((await shop.call(`GET /products/${id}`)).body.ean, ean);
  });

  test('is refused with a wrong check digit, and taken away by null', async () => {
    const id = await addPart({ ean });
    const change = (body: object) => shop.call(`PATCH /products/${id}`, { token: admin.token, body });
    const { status, body } = await change({ ean: '4006381333932' });
    assert.deepEqual([status, body.errors[0].code], [400, 'ean']);
    await change({ ean: null });
    assert.equal((await shop.call(`GET /products/${id}`)).body.ean, undefined);
  });
});

test('labels have the SKU as Code 128, in the order that was asked for', async () => {
  const [a, b] = [await addPart({ sku: 'A' }), await addPart({ sku: 'Ä-1', bin: 'x-1' })];
  const { body } = await shop.call(`GET /stock/labels?products=${b},${a}`, { token: admin.token });
  assert.deepEqual(
    body.map(({ sku, bin }: never) => [sku, bin]),
    [
      ['Ä-1', 'X-1'],
      ['A', undefined],
    ],
  );
  assert.equal(body[0].bars, undefined);
  // Start B, A, the check character 34 (104 + 33 modulo 103), stop.
  assert.equal(body[1].bars.join(''), '211214' + '111323' + '131123' + '2331112');
});

test('staff and admins get one mail a day of what runs out, however many processes look', async () => {
  const read = async () =>
    (await shop.database.pool.query("select recipient, facts from mails where kind = 'stock_short'")).rows;
  const clerk = await signUpStaff(shop, admin);
  const short = await addPart({ sku: 'LOW-1', reorderPoint: 2000 });
  const morning = new Date('2200-05-04T09:00:00Z');
  await tellShort(shop.database.db, 'UTC', new Date('2200-05-04T03:00:00Z'));
  assert.deepEqual(await read(), []);
  // Others look while one of them writes.
  const { others } = await shop.database.db.transaction().execute(async (transaction) => {
    await tellShort(transaction, 'UTC', morning);
    const others = Promise.all([1, 2].map(() => tellShort(shop.database.db, 'UTC', morning)));
    await shop.database.untilWaiting(2);
    return { others };
  });
  await others;
  const mails = await read();
  assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), [admin.email, clerk.email].sort());
  const told = mails[0]!.facts.parts.find(({ sku }: { sku: string }) => sku === 'LOW-1');
  assert.deepEqual(told, { sku: 'LOW-1', name: 'Part', available: 1000, expected: 0, reorderPoint: 2000 });
  await tellShort(shop.database.db, 'UTC', new Date('2200-05-05T09:00:00Z'));
  assert.equal((await read()).length, 2 * mails.length);
  await shop.call(`DELETE /products/${short}`, { token: admin.token });
});

test('a part runs out and does not any more as its stock, its reorder point and its smallest order change', async () => {
  const id = await addPart({ sku: 'LOW-2', reorderPoint: 600 });
  const isListed = async () => {
    const { body } = await shop.call('GET /stock?q=LOW-2&short=1', { token: admin.token });
    return body.some(({ sku }: { sku: string }) => sku === 'LOW-2');
  };
  const set = (changes: string) =>
    shop.database.pool.query(`update products set ${changes} where id = $1`, [id]);
  const seen: boolean[] = [];
  for (const changes of [
    'available = 600',
    'available = 599',
    'reorder_point = 599',
    'reorder_point = 601',
    'available = 700',
    'reorder_point = null',
    'available = 99',
    'min_order = 50',
    'multiple = 100',
    "lifecycle = 'obsolete'",
    'available = 0, reorder_point = 1',
    'available = 1000, reorder_point = 2000, removed_at = now()',
  ]) {
    await set(changes);
    seen.push(await isListed());
  }
  // From the seventh on by its smallest order, and not once it is no longer made.
  assert.deepEqual(seen, [
    ...[false, true, false, true, false],
    ...[false, true, false, true, false, true, false],
  ]);
});

test('stock changes in place: no index of products has an entry more', async () => {
  const id = await addPart({ sku: 'LOW-3', reorderPoint: 600 });
  const client = await shop.database.pool.connect();
  const count = async () => {
    const { rows } = await client.query<{ all: number; inPlace: number }>(
      `select pg_stat_get_xact_tuples_updated(oid)::int as all, pg_stat_get_xact_tuples_hot_updated(oid)::int as "inPlace"
       from pg_class where oid = 'products'::regclass`,
    );
    return rows[0]!;
  };
  try {
    await client.query('begin');
    const before = await count();
    await client.query('update products set available = 599, changed_at = now() where id = $1', [id]);
    const { all, inPlace } = await count();
    assert.deepEqual([all - before.all, inPlace - before.inPlace], [1, 1]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
