import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, MOST_ADDRESSES } from '#contract/address-book/schema.ts';
import { SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { Person } from '../../tests/testing.ts';
import { audit } from '../ops/audit/audit.ts';

const { shop, admin } = await startShopWithTill();
const { db, pool } = shop.database;

const inCity = (city: string) => ({ ...SHIP_TO, city });
const add = ({ token }: Person, body: object, key?: string) =>
  shop.call('POST /addresses', { token, body, ...(key && { headers: { 'idempotency-key': key } }) });
const change = ({ token }: Person, id: string, body: object) =>
  shop.call(`PATCH /addresses/${id}`, { token, body });
const remove = ({ token }: Person, id: string) => shop.call(`DELETE /addresses/${id}`, { token });
const read = async ({ token }: Person): Promise<Address[]> =>
  (await shop.call('GET /addresses', { token })).body;
const inShort = (book: Address[]) => book.map(({ shipTo, isDefault }) => [shipTo.city, isDefault]);
const requireSound = async () => assert.deepEqual((await audit(db)).faults, []);

describe('the address book', () => {
  test('keeps, changes and deletes addresses, oldest first', async () => {
    const buyer = await shop.signUp();
    assert.deepEqual(await read(buyer), []);
    const first = (await add(buyer, { shipTo: inCity('Oakland') })).body.insertedId;
    const second = (await add(buyer, { shipTo: inCity('Reno') }, 'one')).body.insertedId;
    assert.equal((await add(buyer, { shipTo: inCity('Reno') }, 'one')).body.insertedId, second);
    assert.deepEqual((await read(buyer))[0], {
      _id: first,
      shipTo: inCity('Oakland'),
      isDefault: false,
      use: 'ship',
    });
    assert.deepEqual((await change(buyer, first, { shipTo: inCity('Fresno') })).body, { modifiedCount: 1 });
    assert.deepEqual(inShort(await read(buyer)), [
      ['Fresno', false],
      ['Reno', false],
    ]);
    assert.deepEqual((await remove(buyer, first)).body, { deletedCount: 1 });
    assert.deepEqual((await remove(buyer, first)).body, { deletedCount: 0 });
    assert.deepEqual(inShort(await read(buyer)), [['Reno', false]]);
    await requireSound();
  });

  test('has one default at most, the last one that was chosen', async () => {
    const buyer = await shop.signUp();
    const first = (await add(buyer, { shipTo: inCity('A'), isDefault: true })).body.insertedId;
    const second = (await add(buyer, { shipTo: inCity('B'), isDefault: true })).body.insertedId;
    const defaults = async () =>
      (await read(buyer)).flatMap(({ _id, isDefault }) => (isDefault ? [_id] : []));
    assert.deepEqual(await defaults(), [second]);
    await Promise.all([1, 2, 3, 4].map(() => change(buyer, first, { isDefault: true })));
    assert.deepEqual(await defaults(), [first]);
    const answers = await Promise.all([
      change(buyer, first, { isDefault: true }),
      change(buyer, second, { isDefault: true }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await defaults()).length, 1);
    assert.equal((await change(buyer, crypto.randomUUID(), { isDefault: true })).status, 404);
    assert.equal((await defaults()).length, 1, 'an unknown address takes the default from no other');
    await change(buyer, (await defaults())[0]!, { isDefault: false });
    assert.deepEqual(await defaults(), []);
  });

  test('says what an address is for: the default is one for goods', async () => {
    const buyer = await shop.signUp();
    const refused = await add(buyer, { shipTo: SHIP_TO, use: 'bill', isDefault: true });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'default_ships']);
    const id = (await add(buyer, { shipTo: SHIP_TO, use: 'both', isDefault: true })).body.insertedId;
    const usesOf = async () => (await read(buyer)).map(({ use, isDefault }) => [use, isDefault]);
    assert.deepEqual(await usesOf(), [['both', true]]);
    assert.equal((await change(buyer, id, { use: 'bill' })).status, 200);
    assert.deepEqual(await usesOf(), [['bill', false]]);
    assert.equal((await change(buyer, id, { isDefault: true })).body.errors[0].code, 'default_ships');
    assert.equal((await change(buyer, id, { use: 'ship', isDefault: true })).status, 200);
    assert.deepEqual(await usesOf(), [['ship', true]]);
    assert.equal((await change(buyer, id, { use: 'none' })).body.errors[0].code, 'address_use');
  });

  test('shows an address as it was stored, also one that is not taken any more', async () => {
    const buyer = await shop.signUp();
    const { insertedId } = (await add(buyer, { shipTo: SHIP_TO })).body;
    const stored = { ...SHIP_TO, name: '\u0301', country: 'EU' };
    assert.equal((await add(buyer, { shipTo: stored })).status, 400);
    await pool.query('update addresses set ship_to = $2 where id = $1', [insertedId, stored]);
    assert.deepEqual(await read(buyer), [{ _id: insertedId, shipTo: stored, isDefault: false, use: 'ship' }]);
    assert.equal((await change(buyer, insertedId, { isDefault: true })).status, 200);
    assert.equal((await change(buyer, insertedId, { shipTo: stored })).status, 400);
  });

  test('is nobody else’s, not even an admin’s', async () => {
    const [owner, other] = [await shop.signUp(), await shop.signUp()];
    const id = (await add(owner, { shipTo: SHIP_TO })).body.insertedId;
    for (const person of [other, admin]) {
      assert.deepEqual(await read(person), []);
      assert.equal((await change(person, id, { isDefault: true })).status, 404);
      assert.deepEqual((await remove(person, id)).body, { deletedCount: 0 });
    }
    assert.equal((await read(owner)).length, 1);
  });

  test('holds so many addresses at most, also when many are added at once', async () => {
    const buyer = await shop.signUp();
    await pool.query(
      `insert into addresses (id, user_id, ship_to)
       select gen_random_uuid(), users.id, '{}' from users, generate_series(1, $2) where email = $1`,
      [buyer.email, MOST_ADDRESSES - 1],
    );
    const answers = await Promise.all([1, 2, 3].map(() => add(buyer, { shipTo: SHIP_TO })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    const { body } = answers.find(({ status }) => status === 409)!;
    assert.deepEqual([body.code, body.params], ['addresses_full', { what: 'addresses', most: 100 }]);
    await requireSound();
  });

  test('holds so many bytes at most', async () => {
    const buyer = await shop.signUp();
    await pool.query(
      `insert into addresses (id, user_id, ship_to)
       select gen_random_uuid(), users.id, jsonb_build_object('name', repeat('x', 2605))
       from users, generate_series(1, 50) where email = $1`,
      [buyer.email],
    );
    const { status, body } = await add(buyer, { shipTo: { ...SHIP_TO, city: 'ü'.repeat(100) } });
    assert.deepEqual([status, body.code, body.params?.what], [409, 'addresses_full', 'bytes']);
    await requireSound();
  });

  test('refuses a change of nothing, and a wrong address by its field', async () => {
    const buyer = await shop.signUp();
    const { body } = await add(buyer, { shipTo: { ...SHIP_TO, country: 'XX', postcode: '' } });
    assert.deepEqual(
      body.errors.map(({ field, code }: Record<string, string>) => [field, code]),
      [
        ['shipTo.postcode', 'postcode_required'],
        ['shipTo.country', 'country'],
      ],
    );
    const id = (await add(buyer, { shipTo: SHIP_TO })).body.insertedId;
    assert.equal((await change(buyer, id, {})).status, 400);
  });

  test('goes with its account', async () => {
    const buyer = await shop.signUp();
    await add(buyer, { shipTo: SHIP_TO });
    assert.equal((await shop.call(`DELETE /users/${buyer.email}`, { token: admin.token })).status, 200);
    const { rows } = await pool.query(
      `select from addresses where ship_to ->> 'name' = $1 and user_id not in (select id from users)`,
      [SHIP_TO.name],
    );
    assert.equal(rows.length, 0);
    await requireSound();
  });
});
