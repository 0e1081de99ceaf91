import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PURCHASE_MAX_BYTES } from '#contract/purchases/limits.ts';
import { addProduct, purchaseFor, SHIP_TO, type WantedPart } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { newId } from '../ground/database/uuid.ts';

// Placing many lines by POST /purchases.
const { shop, admin, buyer } = await startShopWithTill();
const { database } = shop;

async function add(available: number, overrides = {}): Promise<{ _id: string; price: number }> {
  return { _id: await addProduct(database, available, overrides), price: 2.5, ...overrides };
}
const post = (body: unknown, headers: Record<string, string> = {}, token = buyer.token) =>
  shop.call('POST /purchases', { token, body, headers });
const stockOf = async (...parts: { _id: string }[]): Promise<number[]> => {
  const { rows } = await database.pool.query(
    'select available from products where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
    [parts.map(({ _id }) => _id)],
  );
  return rows.map(({ available }) => available);
};
const read = async (id: string) => (await shop.call(`GET /purchases/${id}`, { token: buyer.token })).body;
const refusals = (body: { errors: { field: string; code: string; params?: object }[] }) =>
  body.errors.map(({ field, code, params }) => [field, code, params]);

describe('POST /purchases', () => {
  test('places all lines at once, and keeps what the buyer said of them', async () => {
    const [fan, cable] = [
      await add(1000),
      await add(1000, { price: 1, priceBreaks: [{ from: 500, price: 0.8 }] }),
    ];
    const body = {
      lines: [
        { productId: fan._id, quantity: 100, price: 2.5, customerRef: ' FAN-1 ', designators: 'M1, M4-M9' },
        // The price of the minimum, which the buyer has seen: the line costs the price of its quantity.
        { productId: cable._id, quantity: 500, price: 1, customerRef: '', designators: '' },
        // The same part twice stays two lines; without a price the total alone guards it.
        { productId: fan._id, quantity: 200 },
      ],
      shipTo: { ...SHIP_TO, region: '' },
      ...{ poNumber: 'PO-1', note: 'Ring\nat gate 4', costCentre: 'R&D', deliveryWish: 'All at once' },
      expectedTotal: 250 + 400 + 500,
    };
    const { status, body: placed } = await post(body);
    assert.equal(status, 201, JSON.stringify(placed));
    assert.match(placed.number, /^NB-\d{6}$/);
    assert.equal(placed.poUsedBefore, 0);
    assert.deepEqual(await stockOf(fan, cable), [700, 500]);
    const { region: _, ...shipTo } = SHIP_TO;
    const purchase = await read(placed.insertedId);
    const { placedAt, heldUntil, heldUntilIfProven: __, lines, ...rest } = purchase;
    assert.ok(placedAt < heldUntil);
    assert.deepEqual(rest, {
      ...{
        _id: placed.insertedId,
        number: placed.number,
        state: 'to_pay',
        name: buyer.name,
        email: buyer.email,
      },
      ...{ poNumber: 'PO-1', note: 'Ring\nat gate 4', costCentre: 'R&D', deliveryWish: 'All at once' },
      shippingAdd: 'Grace Hopper\nCompilers Ltd\n1 Dock Road\nGate 4\nOakland 94607\nUnited States',
      ...{ phone: SHIP_TO.phone, shipTo, lineCount: 3, firstProduct: lines[0].productName, total: 1150 },
      ...{ refunded: 0, disputed: 0, takenBack: 0 },
      ...{ shipping: 'none', toShip: 0, shipments: [], returns: [] },
      invoiceTo: ['Compilers Ltd', buyer.name, buyer.email],
    });
    const inShort = lines.map(({ productId, quantity, price, total, customerRef, designators }: never) => [
      ...[productId, quantity, price, total, customerRef, designators],
    ]);
    assert.deepEqual(inShort, [
      [fan._id, 100, 2.5, 250, 'FAN-1', 'M1, M4-M9'],
      [cable._id, 500, 0.8, 400, undefined, undefined],
      [fan._id, 200, 2.5, 500, undefined, undefined],
    ]);
  });

  test('names every refused line with the numbers that say why, and places nothing', async () => {
    const parts = {
      good: await add(1000),
      few: await add(1000, { minOrder: 300 }),
      boxed: await add(1000, { multiple: 250, minOrder: 250 }),
      scarce: await add(150),
      dear: await add(1000, { price: 9000 }),
    };
    const { good, few, boxed, scarce, dear } = parts;
    const gone = { _id: newId(), price: 1 };
    const removed = await add(1000);
    await shop.call(`DELETE /products/${removed._id}`, { token: admin.token });
    const wanted: WantedPart[] = [
      ...([
        [good, 100],
        [gone, 100],
        [removed, 100],
        [{ ...good, price: 2.49 }, 100],
        [few, 200],
      ] as const),
      ...([
        [boxed, 300],
        [scarce, 100],
        [scarce, 100],
        [dear, 111],
        [dear, 100],
      ] as const),
    ].map(([part, pieces]) => [part, pieces]);
    const before = await stockOf(...Object.values(parts));
    const { status, body } = await post(purchaseFor(wanted));
    assert.deepEqual([status, body.code, body.params], [409, 'lines_refused', { lines: 7 }]);
    assert.deepEqual(
      refusals(body),
      [
        ['lines.1.productId', 'gone', undefined],
        ['lines.2.productId', 'gone', undefined],
        ['lines.3.price', 'price_changed', { price: 2.5 }],
        ['lines.4.quantity', 'too_few', { least: 300 }],
        ['lines.5.quantity', 'not_multiple', { multiple: 250, below: 250, above: 500 }],
        ['lines.7.quantity', 'too_many', { available: 50 }],
        // What the lines before it leave of $999,999.99: $250 for fans, $250 for the scarce part.
        ['lines.9.quantity', 'over_card_limit', { most: 999_999.99 - 500 - 999_000 }],
      ].map(([field, code, params]) =>
        field === 'lines.9.quantity'
          ? [field, code, { most: Math.round((999_999.99 - 999_500) * 100) / 100 }]
          : [field, code, params],
      ),
    );
    assert.match(body.detail, /^7 lines cannot be ordered like this\. Nothing was ordered/);
    assert.deepEqual(await stockOf(...Object.values(parts)), before);
  });

  test('says the total of now where nothing but prices has changed', async () => {
    const [one, other] = [await add(1000), await add(1000)];
    const { body } = await post(
      purchaseFor([
        [{ ...one, price: 2 }, 100],
        [other, 100],
      ]),
    );
    assert.deepEqual([body.code, body.params], ['lines_refused', { lines: 1, total: 500 }]);
    assert.deepEqual(refusals(body), [['lines.0.price', 'price_changed', { price: 2.5 }]]);
  });

  test('refuses another total than the buyer has seen, with the lines that cost something else', async () => {
    const cable = await add(1000, { price: 1, priceBreaks: [{ from: 500, price: 0.8 }] });
    const plain = await add(1000);
    // The buyer expects the price of the minimum, and another price of a line for which they have named none.
    const lines = [
      { productId: cable._id, quantity: 500, price: 1 },
      { productId: plain._id, quantity: 100 },
    ];
    const { status, body } = await post({ lines, shipTo: SHIP_TO, expectedTotal: 750 });
    assert.deepEqual([status, body.code, body.params], [409, 'total_changed', { total: 650 }]);
    assert.deepEqual(refusals(body), [['lines.0.price', 'price_changed', { price: 0.8 }]]);
    assert.deepEqual(await stockOf(cable, plain), [1000, 1000]);
    const nothing = await post({ lines: lines.slice(1), shipTo: SHIP_TO, expectedTotal: 249.99 });
    assert.deepEqual([nothing.body.code, nothing.body.errors], ['total_changed', []]);
    assert.equal((await post({ lines, shipTo: SHIP_TO, expectedTotal: 650 })).status, 201);
  });

  test('answers a repeat with the same Idempotency-Key the same, and another request 409', async () => {
    const part = await add(1000);
    const key = { 'idempotency-key': newId() };
    const body = purchaseFor([[part, 100]], { poNumber: 'Once' });
    const answers = await Promise.all([1, 2, 3].map(() => post(body, key)));
    answers.push(await post(body, key));
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [201, answers[0]!.body]);
    assert.deepEqual(await stockOf(part), [900]);
    const other = await post({ ...body, poNumber: 'Twice' }, key);
    assert.deepEqual(
      [other.status, other.body.code, other.body.createdId],
      [409, 'idempotency_key_reused', answers[0]!.body.insertedId],
    );
  });

  test('has the invoice name a billing address of the buyer’s own book, as it is then', async () => {
    const part = await add(10_000);
    const billTo = { ...SHIP_TO, name: 'Accounts payable' };
    const other = { ...billTo, name: 'Accounts receivable' };
    const stranger = await shop.signUp();
    const keep = (address: object, use: string, { token } = buyer) =>
      shop.call('POST /addresses', { token, body: { shipTo: address, use } });
    const place = (address: object, key = newId()) =>
      post(purchaseFor([[part, 100]], { billTo: address }), { 'idempotency-key': key });
    await keep(billTo, 'bill', stranger);
    const { body: kept } = await keep(billTo, 'ship');
    for (const wrong of [billTo, other]) {
      const { status, body } = await place(wrong);
      assert.deepEqual([status, body.code, body.params], [404, 'not_found', { what: 'bill_to' }]);
    }
    assert.deepEqual(await stockOf(part), [10_000]);
    const change = (body: object) =>
      shop.call(`PATCH /addresses/${kept.insertedId}`, { token: buyer.token, body });
    await change({ use: 'both' });
    const { status, body: placed } = await place(billTo, 'billed');
    assert.equal(status, 201, JSON.stringify(placed));
    await change({ shipTo: other });
    assert.equal((await place(billTo, 'billed')).body.insertedId, placed.insertedId);
    assert.equal((await place(billTo)).status, 404);
    assert.deepEqual((await read(placed.insertedId)).billTo, billTo);

    // Until it is paid, it can be another one of the book, or none.
    const details = (body: object) =>
      shop.call(`PATCH /purchases/${placed.insertedId}/details`, { token: buyer.token, body });
    assert.equal((await details({ billTo: { ...other, city: 'Reno' } })).body.params?.what, 'bill_to');
    assert.equal((await details({ poNumber: 'PO-9', billTo: other })).status, 200);
    assert.deepEqual((await read(placed.insertedId)).billTo, other);
    assert.equal((await details({ billTo: null })).status, 200);
    assert.equal((await read(placed.insertedId)).billTo, undefined);
    const { body: history } = await shop.call(`GET /purchases/${placed.insertedId}/history`, {
      token: buyer.token,
    });
    assert.match(history.at(-1).why, /^Invoice to: Accounts receivable, .* → none$/);
  });

  test('says how often a buyer has used a PO number, and takes it all the same', async () => {
    const part = await add(10_000);
    const use = async (poNumber: string, token?: string) =>
      (await post(purchaseFor([[part, 100]], { poNumber }), {}, token)).body;
    const first = await use('PO-77');
    assert.equal(first.poUsedBefore, 0);
    assert.equal((await use('po-77')).poUsedBefore, 1);
    assert.equal((await use('PO-78')).poUsedBefore, 0);
    assert.equal((await use('PO-77', (await shop.signUp()).token)).poUsedBefore, 0);
    // One that was deleted was not used.
    await shop.call(`DELETE /purchases/${first.insertedId}`, { token: buyer.token });
    assert.equal((await use('PO-77')).poUsedBefore, 1);
  });

  test('takes 500 lines, in one mail that names them all', async () => {
    const parts = await Promise.all(Array.from({ length: 500 }, () => add(1000, { price: 0.01 })));
    const body = purchaseFor(parts.map((part): WantedPart => [part, 100]));
    for (const [n, line] of body.lines.entries())
      Object.assign(line, {
        customerRef: `Part ${n} ${'r'.repeat(50)}`,
        designators: `C${n}, `.repeat(30).trim(),
      });
    assert.ok(JSON.stringify(body).length > 100 * 1024);
    const { status, body: placed } = await post(body);
    assert.equal(status, 201, JSON.stringify(placed));
    const { lines, total } = await read(placed.insertedId);
    assert.deepEqual([lines.length, total], [500, 500]);
    const { rows } = await database.pool.query(
      "select facts from mails where dedupe = 'order_placed:' || $1::text",
      [placed.insertedId],
    );
    assert.deepEqual([rows.length, rows[0].facts.lines.length, rows[0].facts.lineCount], [1, 500, 500]);
    assert.match(rows[0].facts.lines[499].customerRef, /^Part 499/);
    assert.deepEqual([typeof rows[0].facts.lines[0].sku, rows[0].facts.lines[0].totalCents], ['string', 100]);
    assert.match(rows[0].facts.shipTo, /^1 Dock Road\nGate 4/);
    // All of them go at once.
    const deleted = await shop.call(`DELETE /purchases/${placed.insertedId}`, { token: buyer.token });
    assert.deepEqual(deleted.body, { deletedCount: 1 });
    assert.deepEqual(new Set(await stockOf(...parts)), new Set([1000]));
  });

  test('refuses more lines before it reads them, and what is larger before it parses it', async () => {
    const many = await post({ lines: Array(501).fill({}), shipTo: SHIP_TO, expectedTotal: 1 });
    assert.deepEqual(
      [many.status, many.body.code, many.body.params],
      [413, 'too_many_entries', { field: 'lines', most: 500 }],
    );
    const large = await post({ note: 'x'.repeat(PURCHASE_MAX_BYTES) });
    assert.deepEqual([large.status, large.body.code], [413, 'too_large']);
    // Other calls take no more than before.
    const other = await shop.call('POST /orders', {
      token: buyer.token,
      body: { phone: 'x'.repeat(110 * 1024) },
    });
    assert.equal(other.status, 413);
  });

  test('refuses wrong fields, each by its name', async () => {
    const part = await add(1000);
    const good = purchaseFor([[part, 100]]);
    const line = good.lines[0]!;
    const wrong: [change: object, ...fields: string[]][] = [
      [{ lines: [] }, 'lines lines_least'],
      [{ lines: 'x' }, 'lines lines_least'],
      [
        {
          lines: [
            { ...line, quantity: 0 },
            { ...line, quantity: 1.5 },
          ],
        },
        'lines.0.quantity too_few',
        'lines.1.quantity whole_pieces',
      ],
      [{ lines: [{ ...line, quantity: '100' }] }, 'lines.0.quantity too_few'],
      [{ lines: [{ ...line, price: 0.0000001 }] }, 'lines.0.price price_six_decimals'],
      [{ lines: [{ ...line, customerRef: 'x'.repeat(65) }] }, 'lines.0.customerRef too_long'],
      [{ lines: [{ ...line, designators: 'C1\nC2' }] }, 'lines.0.designators one_line'],
      [{ poNumber: 'PO\t1' }, 'poNumber one_line'],
      [{ expectedTotal: 1.001 }, 'expectedTotal price_two_decimals'],
      [
        { shipTo: { ...SHIP_TO, country: 'USA', street: [] } },
        'shipTo.street street_required',
        'shipTo.country country',
      ],
    ];
    for (const [change, ...fields] of wrong) {
      const { status, body } = await post({ ...good, ...change });
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(
        body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
        fields,
      );
    }
    assert.deepEqual(await stockOf(part), [1000]);
  });
});
