import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct, place } from '../../tests/fixtures/purchases.ts';
import { transact } from '../ground/database/transact.ts';
import { judgeShipment, judgeUnshipping } from '../shipping/judge.ts';
import { lockPurchase, type PurchaseLine, setCounters } from './state.ts';

// What PostgreSQL refuses where what is decided on locked lines is wrong: one of 100 pieces, of which 60 are shipped.
const database = await createTestDatabase();
after(() => database.drop());
const { purchaseId } = await place(database, await addCaller(database), [
  [await addProduct(database, 1000), 100],
]);
await database.pool.query(
  "update purchases set state = 'paid', paid_at = now(), transaction_id = 'pi_1', held_until = null where id = $1",
  [purchaseId],
);
await database.pool.query('update orders set shipped_quantity = 60 where purchase_id = $1', [purchaseId]);

type Judge = (line: PurchaseLine, pieces: { orderId: string; quantity: number }[]) => PurchaseLine[];
type Counter = 'shippedQuantity';

/** Changes a counter of the line as it is decided for so many pieces of one that has plenty of them. */
const force = (counter: Counter, plenty: Partial<PurchaseLine>, quantity: number, judge: Judge) =>
  transact(database.db, async (transaction) => {
    const [line] = (await lockPurchase(transaction, purchaseId))!.lines;
    const rich = { ...line!, ...plenty };
    const [judged] = judge(rich, [{ orderId: line!.id, quantity }]);
    const counted = line![counter] + judged![counter] - rich[counter];
    await setCounters([{ ...line!, [counter]: counted }]).execute(transaction);
  });

const ship: Judge = (line, pieces) => judgeShipment({ state: 'paid', lines: [line] }, false, pieces);
const unship: Judge = (line, pieces) => judgeUnshipping({ state: 'paid', lines: [line] }, pieces);

const PLENTY = { quantity: 1000, shippedQuantity: 500 };
for (const [what, counter, plenty, pieces, judge, constraint] of [
  ['more shipped pieces than there are', 'shippedQuantity', { quantity: 1000 }, 41, ship, /orders_shipped/],
  ['fewer shipped pieces than none', 'shippedQuantity', PLENTY, 61, unship, /orders_refunded_unsent/],
] as const)
  test(`whatever is decided, the database refuses ${what}`, async () => {
    await assert.rejects(force(counter, plenty, pieces, judge), constraint);
  });
