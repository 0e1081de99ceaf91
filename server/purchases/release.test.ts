import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct, place } from '../../tests/fixtures/purchases.ts';
import { Catalogue } from '../products/catalogue.ts';
import { extendProvenHolds, releaseEndedHolds, warnEndingHolds } from './holds.ts';
import { changeState, lockPurchase, type PurchaseChange } from './state.ts';

const database = await createTestDatabase();
const catalogue = new Catalogue(database);
after(() => database.drop());

/** A purchase of all of two products' 100 pieces, whose hold has ended and which nobody has released yet. */
async function placeEnded(
  unprovenMinutes = 60,
): Promise<{ id: string; productId: string; otherId: string; email: string }> {
  const [caller, productId, otherId] = [
    await addCaller(database),
    await addProduct(database, 100),
    await addProduct(database, 100),
  ];
  const lines: [string, number][] = [
    [otherId, 100],
    [productId, 100],
  ];
  const { purchaseId: id } = await place(database, caller, lines, { unprovenMinutes });
  await database.pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [
    id,
  ]);
  return { id, productId, otherId, email: caller.email };
}

/**
 * Releases ended holds while another transaction changes a purchase's state: the release has the purchase in its list, and
 * waits for the row. Returns the number of released purchases.
 */
async function releaseDuring(id: string, changes: PurchaseChange[]): Promise<number> {
  let released: Promise<number> | undefined;
  await database.db.transaction().execute(async (transaction) => {
    for (const change of changes) {
      await changeState(transaction, (await lockPurchase(transaction, id))!, change);
    }
    released = releaseEndedHolds(database, catalogue);
    await database.untilWaiting();
  });
  return released!;
}

const availableOf = async (productId: string): Promise<number> =>
  (await database.pool.query('select available from products where id = $1', [productId])).rows[0].available;

const histories: Record<string, PurchaseChange[]> = {
  renewed: [{ to: 'released' }, { to: 'held', holdMinutes: 60 }],
  paid: [{ to: 'paid', transactionId: 'pi_1' }],
};
for (const [name, changes] of Object.entries(histories)) {
  test(`a hold that is ${name} while its release waits keeps its stock`, async () => {
    const { id, productId } = await placeEnded();
    assert.equal(await releaseDuring(id, changes), 0);
    assert.equal(await availableOf(productId), 0);
  });
}

const holdOf = async (id: string) =>
  (
    await database.pool.query(
      `select extract(epoch from held_until - placed_at)::int / 60 as minutes, held_until_proven as later,
         hold_warned_at as warned from purchases where id = $1`,
      [id],
    )
  ).rows[0];

test('orders of a buyer who has proven their address are held as long as those of others, from their placing', async () => {
  const { id, productId, email } = await placeEnded(15);
  const stranger = await placeEnded(15);
  await database.pool.query('update purchases set hold_warned_at = now() where id = $1', [id]);
  await proveAddressOf(database.pool, email);
  assert.equal(await releaseEndedHolds(database, catalogue), 1);
  assert.deepEqual(await holdOf(id), { minutes: 60, later: null, warned: null });
  assert.deepEqual(await holdOf(stranger.id), { minutes: null, later: null, warned: null });
  assert.deepEqual([await availableOf(productId), await availableOf(stranger.productId)], [0, 100]);
});

test('a hold whose buyer proves their address while its release waits for them is not released', async () => {
  const { id, productId, email } = await placeEnded(15);
  let released: Promise<number> | undefined;
  await database.db.transaction().execute(async (transaction) => {
    await sql`select from buyers join users using (id) where email = ${email} for update`.execute(
      transaction,
    );
    released = releaseEndedHolds(database, catalogue);
    await database.untilWaiting();
    await sql`update users set email_verified = true where email = ${email}`.execute(transaction);
  });
  assert.equal(await released, 0);
  assert.equal((await holdOf(id)).minutes, 60);
  assert.equal(await availableOf(productId), 0);
});

test('the buyer of a hold that is renewed while its warning waits is not told of an end that is far away, and is told later', async () => {
  const { id } = await placeEnded();
  const endIn = (span: string) =>
    sql`update purchases set held_until = now() + ${span}::interval where id = ${id}`;
  await endIn('1 minute').execute(database.db);
  const warn = () => warnEndingHolds(database, { holdMinutes: 60, unprovenMinutes: 60 });
  let warned: Promise<number> | undefined;
  await database.db.transaction().execute(async (transaction) => {
    await endIn('1 day').execute(transaction);
    warned = warn();
    await database.untilWaiting();
  });
  assert.equal(await warned, 0);
  await endIn('1 minute').execute(database.db);
  assert.equal(await warn(), 1);
});

test('extending holds waits for nobody, and leaves what is locked to the next time', async () => {
  const { id, email } = await placeEnded(15);
  await proveAddressOf(database.pool, email);
  await database.db.transaction().execute(async (transaction) => {
    await lockPurchase(transaction, id);
    await extendProvenHolds(database.db);
  });
  assert.ok((await holdOf(id)).later);
  await extendProvenHolds(database.db);
  assert.deepEqual(await holdOf(id), { minutes: 60, later: null, warned: null });
});

test('orders that are placed while their buyers prove their addresses are held as long as others in the end', async () => {
  const productId = await addProduct(database, 10_000);
  const buyers = await Promise.all(Array.from({ length: 10 }, () => addCaller(database)));
  const placed = await Promise.all(
    buyers.map(async (buyer) => {
      const [order] = await Promise.all([
        place(database, buyer, [[productId, 100]], { unprovenMinutes: 15 }),
        proveAddressOf(database.pool, buyer.email),
        extendProvenHolds(database.db),
      ]);
      return order.purchaseId;
    }),
  );
  await extendProvenHolds(database.db);
  for (const id of placed) assert.deepEqual(await holdOf(id), { minutes: 60, later: null, warned: null });
});

test('a hold that has ended is released once, however many release at once', async () => {
  const { productId, otherId } = await placeEnded();
  const released = await Promise.all([1, 2, 3].map(() => releaseEndedHolds(database, catalogue)));
  assert.equal(
    released.reduce((sum, one) => sum + one, 0),
    1,
  );
  assert.deepEqual([await availableOf(productId), await availableOf(otherId)], [100, 100]);
});

test('a purchase that cannot be released does not stop those behind it', async () => {
  const [bad, good] = [await placeEnded(), await placeEnded()];
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
    create trigger refuse before update on purchases for each row when (old.id = '${bad.id}') execute function refuse()`);
  await assert.rejects(releaseEndedHolds(database, catalogue), /not this one/);
  assert.equal(await availableOf(good.productId), 100);
  assert.equal(await availableOf(bad.productId), 0);
  await database.pool.query('drop trigger refuse on purchases');
  await releaseEndedHolds(database, catalogue);
  assert.equal(await availableOf(bad.productId), 100);
});
