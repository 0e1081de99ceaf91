import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../database/testing.ts';
import { Catalogue } from '../products/catalogue.ts';
import { orderFor } from '../test-client.ts';
import { createOrdering, placeOrder } from './place.ts';
import { releaseEndedHolds } from './release.ts';
import { changeOrderState, lockOrder, type OrderChange } from './state.ts';
import { addCaller, addProduct } from './testing.ts';

let database: TestDatabase;
let catalogue: Catalogue;
before(async () => {
  database = await createTestDatabase();
  catalogue = new Catalogue(database);
});
after(() => database.drop());

/** An order of all of a product's 100 pieces, whose hold has ended and which nobody has released yet. */
async function placeEnded(): Promise<{ id: string; productId: string }> {
  const ordering = createOrdering(database, catalogue, {
    holdMinutes: 60,
    unprovenCents: 100_000_000_000,
    maxUnpaid: 10,
  });
  const [caller, productId] = [await addCaller(database), await addProduct(database, 100)];
  const product = { _id: productId, name: 'Part', price: 2.5, available: 100, minOrder: 100 };
  const { insertedId: id } = await placeOrder(ordering, caller, orderFor(product, caller), undefined);
  await database.pool.query("update orders set held_until = now() - interval '1 second' where id = $1", [id]);
  return { id, productId };
}

/**
 * Releases ended holds while another transaction changes an order's state: the release has the order in its list, and
 * waits for the row. Returns the number of released orders.
 */
async function releaseDuring(id: string, changes: OrderChange[]): Promise<number> {
  let released: Promise<number> | undefined;
  await database.db.transaction().execute(async (transaction) => {
    for (const change of changes) {
      await changeOrderState(transaction, (await lockOrder(transaction, id))!, change);
    }
    released = releaseEndedHolds(database, catalogue);
    await database.untilWaiting();
  });
  return released!;
}

const availableOf = async (productId: string): Promise<number> =>
  (await database.pool.query('select available from products where id = $1', [productId])).rows[0].available;

const histories: Record<string, OrderChange[]> = {
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

test('a hold that has ended is released once, however many release at once', async () => {
  const { productId } = await placeEnded();
  const released = await Promise.all([1, 2, 3].map(() => releaseEndedHolds(database, catalogue)));
  assert.equal(
    released.reduce((sum, one) => sum + one, 0),
    1,
  );
  assert.equal(await availableOf(productId), 100);
});
