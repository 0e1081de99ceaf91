import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { List, ListLine } from '#contract/lists/schema.ts';
import { PURCHASE_MAX_LINES } from '#contract/purchases/limits.ts';
import { addProduct, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { Person } from '../../tests/testing.ts';
import { audit } from '../ops/audit/audit.ts';

// Placing the lines of a list by POST /purchases.
const { shop } = await startShopWithTill();
const { database } = shop;

const part = (available = 10_000, overrides = {}) => addProduct(database, available, overrides);
const newLine = (more: Partial<ListLine> = {}): ListLine => ({ _id: randomUUID(), position: 1, ...more });
const fill = async ({ token }: Person, lines: ListLine[]) => {
  const ops = lines.map((line) => ({ op: 'put', line }));
  const { status } = await shop.call('PATCH /lists/cart', { token, body: { version: 0, ops } });
  assert.equal(status, 200);
};
const read = async ({ token }: Person, id = 'cart'): Promise<List> =>
  (await shop.call(`GET /lists/${id}`, { token })).body;
const idsOf = async (buyer: Person) => (await read(buyer)).lines!.map(({ _id }) => _id);
const place = ({ token }: Person, more: object, key?: string) =>
  shop.call('POST /purchases', {
    token,
    body: { listId: 'cart', shipTo: SHIP_TO, ...more },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const purchasesOf = async ({ token, email }: Person) =>
  (await shop.call(`GET /purchases?email=${email}`, { token })).body;
const refusals = (body: { errors: { field: string; code: string; params?: object }[] }) =>
  body.errors.map(({ field, code, params }) => [field, code, params]);

describe('POST /purchases with listId', () => {
  test('leaves lines that other devices change later out of the cart, and tells them so', async () => {
    const buyer = await shop.signUp();
    const [placed, kept] = [newLine({ productId: await part(), quantity: 100 }), newLine({ raw: 'kept' })];
    await fill(buyer, [placed, kept]);
    assert.equal((await place(buyer, { lineIds: [placed._id], expectedTotal: 250 })).status, 201);
    const { version } = await read(buyer);
    const change = (ops: object[]) =>
      shop.call('PATCH /lists/cart', { token: buyer.token, body: { version, ops } });
    const edit = { op: 'put', line: { ...placed, quantity: 300 }, changed: ['quantity'] };
    const add = { op: 'put', line: newLine({ position: 9, raw: 'new' }) };
    const { body } = await change([edit, add]);
    assert.deepEqual(body.gone, [placed._id]);
    assert.deepEqual(
      body.list.lines.map(({ raw }: ListLine) => raw),
      ['kept', 'new'],
    );
    // Whole, by a device that never heard of the answer; and into the cart that comes after this one.
    assert.deepEqual((await change([{ op: 'put', line: placed }])).body.gone, [placed._id]);
    await shop.call('DELETE /lists/cart', { token: buyer.token });
    assert.deepEqual((await change([edit])).body.gone, [placed._id]);
    assert.deepEqual(await idsOf(buyer), []);
  });

  test('remembers the newest 5,000 lines that somebody has placed', async () => {
    const buyer = await shop.signUp();
    await database.pool.query(
      `insert into placed_list_lines select id, gen_random_uuid(), now() - interval '1 day' from users, generate_series(1, 5000)
       where email = $1`,
      [buyer.email],
    );
    const line = newLine({ productId: await part(), quantity: 100 });
    await fill(buyer, [line]);
    assert.equal((await place(buyer, { expectedTotal: 250 })).status, 201);
    const { rows } = await database.pool.query(
      `select count(*)::int, bool_or(line_id = $2) as newest from placed_list_lines
       where user_id = (select id from users where email = $1)`,
      [buyer.email, line._id],
    );
    assert.deepEqual(rows, [{ count: 5000, newest: true }]);
  });

  test('places the cart in its order with the buyer’s references, and empties it', async () => {
    const buyer = await shop.signUp();
    const [fan, cable] = [await part(), await part()];
    await fill(buyer, [
      newLine({ position: 2, productId: cable, quantity: 200 }),
      newLine({
        ...{ position: 1, productId: fan, quantity: 100, raw: '100 fans' },
        ...{ customerRef: ' FAN-1 ', designators: 'M1,\nM2' },
      }),
    ]);
    const { status, body } = await place(buyer, { expectedTotal: 750 });
    assert.equal(status, 201, JSON.stringify(body));
    const { lines, total } = (await shop.call(`GET /purchases/${body.insertedId}`, { token: buyer.token }))
      .body;
    assert.equal(total, 750);
    assert.deepEqual(
      lines.map(({ productId, quantity, customerRef, designators }: Record<string, unknown>) => [
        ...[productId, quantity, customerRef, designators],
      ]),
      [
        [fan, 100, 'FAN-1', 'M1, M2'],
        [cable, 200, undefined, undefined],
      ],
    );
    const { version, lines: left } = await read(buyer);
    assert.deepEqual([version, left], [2, []]);
    assert.deepEqual((await audit(database.db)).faults, []);
  });

  test('places only the named lines, and leaves the others', async () => {
    const buyer = await shop.signUp();
    const productId = await part();
    const [first, second] = [newLine({ productId, quantity: 100 }), newLine({ raw: 'a question' })];
    await fill(buyer, [first, second]);
    const { status } = await place(buyer, { lineIds: [first._id.toUpperCase()], expectedTotal: 250 });
    assert.equal(status, 201);
    assert.deepEqual(await idsOf(buyer), [second._id]);
  });

  test('places a saved list again and again, and leaves its lines', async () => {
    const buyer = await shop.signUp();
    const lines = [newLine({ productId: await part(), quantity: 100 })];
    const saved = await shop.call('POST /lists', { token: buyer.token, body: { name: 'Board', lines } });
    const listId = saved.body.insertedId;
    for (const _ of [1, 2]) assert.equal((await place(buyer, { listId, expectedTotal: 250 })).status, 201);
    assert.equal((await read(buyer, listId)).lines!.length, 1);
    assert.equal((await purchasesOf(buyer)).length, 2);
  });

  test('places the cart once when two tabs place it at once', async () => {
    const productId = await part();
    for (const keys of [
      ['a', 'b'],
      [undefined, undefined],
    ]) {
      const buyer = await shop.signUp();
      await fill(buyer, [newLine({ productId, quantity: 100 })]);
      const answers = await Promise.all(keys.map((key) => place(buyer, { expectedTotal: 250 }, key)));
      assert.deepEqual(answers.map(({ body }) => body.code ?? 'placed').sort(), ['list_empty', 'placed']);
      assert.equal((await purchasesOf(buyer)).length, 1);
    }
  });

  test('answers a repeat with the same key as at first, and leaves what was added since', async () => {
    const buyer = await shop.signUp();
    const productId = await part();
    await fill(buyer, [newLine({ productId, quantity: 100 })]);
    const answers = await Promise.all([1, 2, 3].map(() => place(buyer, { expectedTotal: 250 }, 'key')));
    assert.equal(answers[0]!.status, 201);
    assert.deepEqual(new Set(answers.map(({ body }) => body.insertedId)).size, 1);
    const added = newLine({ productId, quantity: 100 });
    await fill(buyer, [added]);
    assert.deepEqual((await place(buyer, { expectedTotal: 250 }, 'key')).body, answers[0]!.body);
    assert.deepEqual(await idsOf(buyer), [added._id]);
    const other = await place(buyer, { lineIds: [added._id], expectedTotal: 250 }, 'key');
    assert.deepEqual(
      [other.status, other.body.code, other.body.createdId],
      [409, 'idempotency_key_reused', answers[0]!.body.insertedId],
    );
    assert.equal((await purchasesOf(buyer)).length, 1);
  });

  test('loses no line that is added while the cart is placed', async () => {
    const buyer = await shop.signUp();
    const productId = await part();
    await fill(buyer, [newLine({ productId, quantity: 100 })]);
    const added = Array.from({ length: 5 }, () => newLine({ raw: 'later', position: 9 }));
    const [{ status, body }] = await Promise.all([
      place(buyer, { expectedTotal: 250 }),
      ...added.map((line) => fill(buyer, [line])),
    ]);
    // It is refused when one of them came first: nobody has said which part it is.
    const left = await idsOf(buyer);
    assert.ok(added.every(({ _id }) => left.includes(_id)));
    assert.equal(left.length, status === 201 ? 5 : 6, JSON.stringify(body));
  });

  test('names every line that cannot be bought by its id, and changes nothing', async () => {
    const buyer = await shop.signUp();
    const scarce = await part(150);
    const lines = {
      unknown: newLine({ position: 1, raw: '200x something', quantity: 200 }),
      countless: newLine({ position: 2, productId: scarce }),
      long: newLine({ position: 3, productId: scarce, quantity: 100, customerRef: 'x' }),
    };
    await fill(buyer, Object.values(lines));
    // Once its texts could be longer.
    const customerRef = 'x'.repeat(65);
    const kept = database.db.updateTable('list_lines').set({ customer_ref: customerRef });
    await kept.where('id', '=', lines.long._id).execute();
    assert.equal((await read(buyer)).lines!.at(-1)!.customerRef, customerRef);
    const first = await place(buyer, { expectedTotal: 0 });
    assert.deepEqual(
      [first.status, first.body.code, first.body.params],
      [409, 'lines_refused', { lines: 3 }],
    );
    assert.deepEqual(refusals(first.body), [
      [`lines.${lines.unknown._id}.productId`, 'part_missing', undefined],
      [`lines.${lines.countless._id}.quantity`, 'pieces_missing', undefined],
      [`lines.${lines.long._id}.customerRef`, 'too_long', { most: 64 }],
    ]);
    const gone = randomUUID();
    const second = await place(buyer, { lineIds: [gone], expectedTotal: 0 });
    assert.deepEqual(refusals(second.body), [[`lines.${gone}`, 'line_gone', undefined]]);
    const more = [200, 100].map((quantity) => newLine({ productId: scarce, quantity }));
    await fill(buyer, more);
    const third = await place(buyer, { lineIds: more.map(({ _id }) => _id), expectedTotal: 750 });
    assert.deepEqual(refusals(third.body), [
      [`lines.${more[0]!._id}.quantity`, 'too_many', { available: 150 }],
    ]);
    const fourth = await place(buyer, { lineIds: [more[1]!._id], expectedTotal: 1 });
    assert.deepEqual([fourth.body.code, fourth.body.params], ['total_changed', { total: 250 }]);
    assert.equal((await idsOf(buyer)).length, 5);
    assert.deepEqual(await purchasesOf(buyer), []);
  });

  test('refuses an empty list, somebody else’s list, and too many lines', async () => {
    const [buyer, other] = [await shop.signUp(), await shop.signUp()];
    const lines = Array.from({ length: PURCHASE_MAX_LINES + 1 }, () => newLine({ raw: 'x' }));
    const saved = await shop.call('POST /lists', { token: other.token, body: { name: 'Board', lines } });
    const listId = saved.body.insertedId;
    const codeOf = async (person: Person, id: string) => {
      const { status, body } = await place(person, { listId: id, expectedTotal: 0 });
      return [status, body.code];
    };
    assert.deepEqual(await codeOf(buyer, 'cart'), [409, 'list_empty']);
    assert.deepEqual(await codeOf(buyer, listId), [404, 'not_found']);
    assert.deepEqual(await codeOf(buyer, 'x'), [404, 'not_found']);
    assert.deepEqual(await codeOf(other, listId), [413, 'too_many_entries']);
  });

  test('takes no more bytes from a list than from a body', async () => {
    const buyer = await shop.signUp();
    const productId = await part(1_000_000, { price: 0.01 });
    const designators = '漢a'.repeat(500);
    const lines = Array.from({ length: 500 }, () => newLine({ productId, quantity: 100, designators }));
    const saved = await shop.call('POST /lists', { token: buyer.token, body: { name: 'Board', lines } });
    const listId = saved.body.insertedId;
    const { status, body } = await place(buyer, { listId, expectedTotal: 500 });
    assert.deepEqual([status, body.code, body.params], [413, 'too_large', { what: 'lines' }]);
    assert.deepEqual(await purchasesOf(buyer), []);
    // Their characters are fewer than the bound, and their bytes are more.
    const lineIds = lines.slice(0, 140).map(({ _id }) => _id);
    assert.equal((await place(buyer, { listId, lineIds, expectedTotal: 140 })).status, 413);
    const few = lineIds.slice(0, 100);
    assert.equal((await place(buyer, { listId, lineIds: few, expectedTotal: 100 })).status, 201);
  });

  test('takes lines or a list, and no mixture', async () => {
    const buyer = await shop.signUp();
    const lines = [{ productId: randomUUID(), quantity: 100 }];
    for (const wrong of [
      { lines },
      { listId: undefined },
      { listId: undefined, lines, lineIds: [randomUUID()] },
    ]) {
      const { status, body } = await place(buyer, { expectedTotal: 1, ...wrong });
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(body.errors[0].code, 'lines_or_list');
    }
  });
});
