import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct, expectGoods, place } from '../../tests/fixtures/purchases.ts';
import { transact } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { invalidInput } from '../ground/handling/problem.ts';
import { judgePieces } from '../payments/judge-refund.ts';
import type { Intent } from '../payments/provider.ts';
import { insertPayment, lockPayment, setRefundedCents } from '../payments/queries.ts';
import { writeArrival } from '../receipts/arrive.ts';
import { judgeArrival } from '../receipts/judge.ts';
import { lockWaiting } from '../receipts/lock.ts';
import { judgeAsked, judgeDeclined, judgeReceived } from '../returns/judge.ts';
import { lockReturn } from '../returns/lock.ts';
import { writeReceived } from '../returns/receive.ts';
import { judgeShipment, judgeUnshipping } from '../shipping/judge.ts';
import { judgeMovement } from '../stock/judge.ts';
import { changeStock } from '../stock/move.ts';
import { judgeRevivals } from './cancel.ts';
import { writeSpending } from './company-terms.ts';
import { lockPurchase, type PurchaseLine, setCounters } from './state.ts';

// What PostgreSQL refuses where what is decided on locked lines is wrong: one of 100 pieces, of which 60 are
// shipped, of which 20 are to come back, 10 of them in a return that is open.
const database = await createTestDatabase();
after(() => database.drop());
const caller = await addCaller(database);
const product = await addProduct(database, 1000);
const { purchaseId } = await place(database, caller, [[product, 100]]);
await database.pool.query(
  "update purchases set state = 'paid', paid_at = now(), transaction_id = 'pi_1', held_until = null where id = $1",
  [purchaseId],
);
await database.pool.query(
  'update orders set shipped_quantity = 60, returning_quantity = 20 where purchase_id = $1',
  [purchaseId],
);
const returnId = newId();
await database.pool.query(
  `with asked as (insert into returns (id, purchase_id, state, actor) values ($1, $2, 'accepted', '') returning id)
   insert into return_lines (return_id, order_id, quantity, reason)
   select asked.id, orders.id, 10, 'Bent' from asked, orders where purchase_id = $2`,
  [returnId, purchaseId],
);

type Judge = (line: PurchaseLine, pieces: { orderId: string; quantity: number }[]) => PurchaseLine[];

/** Changes the counters of the line by what is decided for so many pieces of one that has plenty of them. */
const force = (plenty: Partial<PurchaseLine>, quantity: number, judge: Judge) =>
  transact(database.db, async (transaction) => {
    const [line] = (await lockPurchase(transaction, purchaseId))!.lines;
    const rich = { ...line!, ...plenty };
    const [judged] = judge(rich, [{ orderId: line!.id, quantity }]);
    const numberOf = (one: PurchaseLine, name: string) => one[name as 'awaited'];
    const counters = Object.entries(line!).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + numberOf(judged!, name) - numberOf(rich, name) : value,
    ]);
    await setCounters([Object.fromEntries(counters)]).execute(transaction);
  });

const ship: Judge = (line, pieces) => judgeShipment({ state: 'paid', lines: [line] }, false, pieces);
const unship: Judge = (line, pieces) => judgeUnshipping({ state: 'paid', lines: [line] }, pieces);
const ask: Judge = (line, pieces) => judgeAsked({ state: 'paid', lines: [line] }, pieces);
const decline: Judge = (line, [{ quantity } = { quantity: 0 }]) =>
  judgeDeclined({ state: 'paid', lines: [line] }, quantity).counted;
const receive: Judge = (line, left) => {
  const received = left.map((one) => ({ ...one, condition: 'new', restock: false }));
  return judgeReceived({ state: 'accepted', purchase: { lines: [line] }, left }, received, [], new Map())
    .counted;
};
const refund =
  (of: 'shipped' | 'unshipped'): Judge =>
  (line, pieces) => {
    const wanted = pieces.map((one) => ({ ...one, of }));
    const payment = { amountCents: 1_000_000_000, refundedCents: 0 };
    return judgePieces([line], payment, wanted, invalidInput).refunded.map((one) => one.line);
  };
const revive: Judge = (line, [{ quantity } = { quantity: 0 }]) => {
  const revival = { orderId: line.id, pieces: quantity, here: 0, cancelledAt: new Date() };
  return judgeRevivals([line], [revival], new Map([[product, quantity]]), new Map()).map((one) => one.line);
};

const PLENTY = { quantity: 1000, shippedQuantity: 500 };
const BACK = { ...PLENTY, returnedQuantity: 30 };
for (const [what, plenty, pieces, judge, constraint] of [
  ['more shipped pieces than there are', PLENTY, 41, ship, /orders_shipped/],
  ['fewer shipped pieces than none', PLENTY, 61, unship, /orders_refunded_unsent/],
  ['more pieces to come back than were shipped', PLENTY, 41, ask, /orders_returned/],
  ['more pieces that came back than are to', PLENTY, 21, receive, /orders_returned/],
  ['more pieces whose refund is declined than came back', BACK, 30, decline, /orders_declined/],
  [
    'more refunded pieces than were shipped or cancelled',
    PLENTY,
    61,
    refund('shipped'),
    /orders_refunded_unsent/,
  ],
  [
    'more refunded cents than were paid',
    { totalCents: 1_000_000 },
    10,
    refund('shipped'),
    /orders_refunded_cents/,
  ],
  ['more cancelled pieces than are not shipped', PLENTY, 41, refund('unshipped'), /orders_shipped/],
  ['fewer awaited pieces than none', { awaited: 10 }, 10, refund('unshipped'), /orders_awaited/],
  [
    'fewer cancelled and unpromised pieces than none',
    { ...PLENTY, unpromised: 5, cancelledQuantity: 5 },
    5,
    revive,
    /orders_shipped/,
  ],
] as const)
  test(`whatever is decided, the database refuses ${what}`, async () => {
    await assert.rejects(force(plenty, pieces, judge), constraint);
  });

test('whatever is decided, the database refuses more pieces of a return than are to come back', async () => {
  const receiving = transact(database.db, async (transaction) => {
    const locked = await lockReturn(transaction, returnId);
    const { orderId } = locked.left[0]!;
    const received = [{ orderId, quantity: 11, condition: 'new', restock: false }];
    const judged = judgeReceived({ ...locked, left: received }, received, [], new Map());
    await writeReceived(transaction, returnId, received, judged, 'staff@example.com');
  });
  await assert.rejects(receiving, /return_lines_received/);
});

test('whatever is decided, the database refuses to take more out of stock than there is', async () => {
  const { change } = judgeMovement({ available: 901, held: 0, toShip: 0, shelf: 901 }, { added: -901 });
  const taking = transact(database.db, (transaction) => changeStock(transaction, [{ id: product, change }]));
  await assert.rejects(taking, /products_available_check/);
});

test('whatever is decided, the database refuses that more arrives for orders than they wait for, or than is promised', async () => {
  const { id, dueOn } = await expectGoods(database, product, 500);
  await place(database, caller, [[product, 100, 2.5, dueOn]]);
  /** Books pieces in as if the line waited for more, and as if it did not count. */
  const arrive = (more: number, isCounted: boolean) =>
    transact(database.db, async (transaction) => {
      const { receipt, waiting } = await lockWaiting(transaction, id);
      const rich = waiting.map((line) => ({ ...line, awaited: line.awaited + more }));
      const judged = judgeArrival(receipt, rich, 100 + more, 0);
      const filled = judged.filled.map((line) => ({ ...line, awaited: line.awaited - more }));
      await writeArrival(transaction, receipt, { ...judged, filled: isCounted ? filled : [] }, 100, 'staff');
    });
  await assert.rejects(arrive(1, true), /orders_awaited/);
  await assert.rejects(arrive(1, false), /receipts_promised/);
  await arrive(0, true);
});

test('whatever is decided, the database refuses that more of a payment goes back than was paid', async () => {
  const intent = { id: 'pi_1', userId: caller.userId, purchaseId, amountCents: 25_000, currency: 'usd' };
  await insertPayment(database.db, {
    ...intent,
    status: 'succeeded',
    refunded: false,
    refundedCents: 0,
  } as Intent);
  const refunding = transact(database.db, async (transaction) => {
    const payment = (await lockPayment(transaction, 'pi_1'))!;
    await setRefundedCents(transaction, payment, payment.amountCents + 1);
  });
  await assert.rejects(refunding, /payments_refunded_cents/);
});

test('whatever is decided, the database refuses that more counts in a limit than it lets', async () => {
  const { buyerId } = caller;
  const row = { purchaseId, buyerId, scopeId: newId(), periodStart: '2027-01-01', boundCents: 100 };
  const write = (cents: number) =>
    transact(database.db, (transaction) => writeSpending(transaction, [{ ...row, cents }]));
  await assert.rejects(write(101), /spending_bound/);
  await write(100);
  // The purchase would come to more in it.
  const grows = database.pool.query('update spending set used_cents = 101 where scope_id = $1', [
    row.scopeId,
  ]);
  await assert.rejects(grows, /spending_bound/);
});
