import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { StockLevel } from '#contract/stock/schema.ts';
import {
  addProduct,
  callerOf,
  expectGoods,
  place,
  purchaseFor,
  type TestLine,
} from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../ops/audit/audit.ts';
import { bookMovement } from '../stock/move.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
const { pool } = shop.database;
const PRICE = 2.5;

/** A product with a stock, and goods that are expected of it. */
async function addExpected(available: number, quantity: number) {
  const id = await addProduct(shop.database, available, { minOrder: 1 });
  const receipt = await expectGoods(shop.database, id, quantity);
  const place = async (pieces: number) => {
    const body = purchaseFor([[{ _id: id, price: PRICE }, pieces]]);
    Object.assign(body.lines[0]!, { receiptDate: receipt.dueOn });
    const { status, body: placed } = await shop.call('POST /purchases', { token: buyer.token, body });
    assert.equal(status, 201, JSON.stringify(placed));
    return placed.insertedId as string;
  };
  return {
    id,
    receipt,
    place,
    /** Pays an order of so many pieces that are expected; returns its line's id. */
    async pay(pieces: number): Promise<string> {
      const purchase = await place(pieces);
      const { body } = await shop.call(`POST /purchases/${purchase}/payment`, { token: buyer.token });
      const { body: intent } = await till.pay(body.clientSecret);
      await shop.call(`PATCH /purchases/${purchase}`, {
        ...{ token: buyer.token, body: { transactionId: intent.id } },
      });
      const { rows } = await pool.query('select id from orders where purchase_id = $1', [purchase]);
      return rows[0].id;
    },
    arrive: (quantity: number) =>
      shop.call(`POST /receipts/${receipt.id}/arrive`, { token: admin.token, body: { quantity } }),
    /** Pieces in stock, and those that can be ordered of what is expected, as everybody sees them. */
    async seen(): Promise<[number, number]> {
      const { body } = await shop.call(`GET /products/${id}`);
      return [body.available, body.expected?.[0]?.available ?? 0];
    },
  };
}

const refund = (orderId: string, quantity: number, refundedPieces: number) =>
  shop.call(`POST /orders/${orderId}/refund`, {
    token: admin.token,
    body: { reason: 'Too late', lines: [{ orderId, quantity, refundedPieces }] },
  });
/** The answer may come before the memory of the catalogue has what came of it: the provider's event may be quicker than the request. */
const refundRest = (orderId: string) =>
  shop.call(`POST /orders/${orderId}/refund`, { token: admin.token, body: { reason: 'Too late' } });
/** Pieces of a line that it waits for, that were refunded before they arrived, and that are refunded. */
const stateOf = async (orderId: string) =>
  Object.values(
    (await pool.query('select awaited, unpromised, refunded_quantity from orders where id = $1', [orderId]))
      .rows[0],
  );
const historyOf = async (orderId: string, token: string) =>
  (await shop.call(`GET /orders/${orderId}/history`, { token })).body as {
    kind: string;
    facts?: Record<string, unknown>;
  }[];
const requireSound = async () => assert.deepEqual((await audit(shop.database.db)).faults, []);
/** Has the provider refuse the next refund, for good. */
const refuse = () =>
  till.addFault({
    method: 'POST',
    path: '/v1/refunds',
    status: '400',
    code: 'charge_not_refundable',
    times: '1',
  });

describe('a refund of pieces that are expected', () => {
  test('gives their promises back at once: others can order them, and what arrives is not theirs', async () => {
    const part = await addExpected(0, 400);
    const line = await part.pay(300);
    await part.arrive(50);
    assert.deepEqual(await part.seen(), [0, 100]);
    assert.equal((await refund(line, 100, 0)).status, 200);
    assert.deepEqual(await stateOf(line), [150, 100, 100]);
    assert.deepEqual(await part.seen(), [0, 200]);
    await part.place(200);
    assert.deepEqual((await part.arrive(350)).body, { forOrders: 350, forSale: 0, expected: 0 });
    assert.deepEqual(await stateOf(line), [0, 100, 100]);
    await requireSound();
  });

  test('takes them before those that have arrived, which go on sale; the rest goes where it came from', async () => {
    const part = await addExpected(0, 400);
    const line = await part.pay(300);
    await part.arrive(50);
    assert.equal((await refund(line, 270, 0)).status, 200);
    assert.deepEqual(await stateOf(line), [0, 250, 270]);
    assert.deepEqual(await part.seen(), [20, 350]);
    await requireSound();
    assert.equal((await refundRest(line)).status, 200);
    await until(async () => isDeepStrictEqual(await part.seen(), [50, 350]));
    await requireSound();
  });

  test('that stops leaves them to others until another refund replaces it', async () => {
    const part = await addExpected(0, 300);
    const line = await part.pay(300);
    await refuse();
    assert.equal((await refund(line, 100, 0)).body.code, 'refund_refused');
    assert.deepEqual(await part.seen(), [0, 100]);
    assert.equal((await refund(line, 30, 0)).status, 200);
    assert.deepEqual(await stateOf(line), [270, 30, 30]);
    assert.deepEqual(await part.seen(), [0, 30]);
    await requireSound();
  });

  test('that is replaced takes what others have left of them, then from stock, and the log tells admins of the rest', async () => {
    const part = await addExpected(25, 300);
    const line = await part.pay(300);
    await refuse();
    await refund(line, 150, 0);
    await part.place(110);
    assert.equal((await refund(line, 10, 0)).status, 200);
    assert.deepEqual(await stateOf(line), [190, 85, 10]);
    assert.deepEqual(await part.seen(), [0, 0]);
    await requireSound();
    const lost = (await historyOf(line, admin.token)).find(({ kind }) => kind === 'promise_lost');
    assert.deepEqual(lost?.facts, { pieces: 85 });
    const told = (await historyOf(line, buyer.token)).find(({ kind }) => kind === 'promise_lost');
    assert.deepEqual([told?.kind, told?.facts], ['promise_lost', undefined]);
    // Those that nobody has for the buyer are refunded first.
    assert.equal((await refund(line, 76, 10)).status, 200);
    assert.deepEqual(await stateOf(line), [189, 86, 86]);
    assert.deepEqual(await part.seen(), [0, 1]);
    await requireSound();
  });

  test('of which pieces are in neither puts none of them on sale when all is refunded', async () => {
    const part = await addExpected(0, 200);
    const line = await part.pay(200);
    await refuse();
    await refund(line, 120, 0);
    await part.place(100);
    assert.equal((await refundRest(line)).status, 200);
    await until(async () => isDeepStrictEqual(await part.seen(), [0, 100]));
    await requireSound();
  });

  test('while they arrive, by many at once, refunds each piece once and leaves none unaccounted for', async () => {
    const part = await addExpected(0, 600);
    const lines = await Promise.all([1, 2, 3].map(() => part.pay(200)));
    const answers: string[] = [];
    const refundAll = async (line: string) => {
      for (let tried = 0; tried < 6; tried += 1) {
        const [, , refunded] = (await stateOf(line)) as number[];
        if (tried % 3 === 0) await refuse();
        const { status, body } = await refund(line, 30, refunded!);
        answers.push(`${status} ${body.code ?? ''}`);
      }
    };
    await Promise.all([
      ...lines.flatMap((line) => [refundAll(line), refundAll(line)]),
      (async () => {
        for (let round = 0; round < 10; round += 1) answers.push(`${(await part.arrive(40)).status} `);
      })(),
    ]);
    const served = [
      '200 ',
      '409 refund_changed',
      '409 being_refunded',
      '409 refund_refused',
      '409 receipt_closed',
    ];
    assert.deepEqual(
      answers.filter((answer) => !served.includes(answer)),
      [],
    );
    await requireSound();
  });
});

// A refund cancels pieces that are not put on sale: they lie on the shelf for nobody.
describe('cancelled pieces that were not put on sale', () => {
  /** A paid line: of 100 pieces of a product of which 1,000 lie on the shelf, or one that is given. */
  async function pay(given?: TestLine): Promise<{ product: string; line: string }> {
    const line: TestLine = given ?? [await addProduct(shop.database, 1000), 100];
    const { purchaseId } = await place(shop.database, await callerOf(shop.database, buyer), [line]);
    const { body } = await shop.call(`POST /purchases/${purchaseId}/payment`, { token: buyer.token });
    const { body: intent } = await till.pay(body.clientSecret);
    await shop.call(`PATCH /purchases/${purchaseId}`, {
      ...{ token: buyer.token, body: { transactionId: intent.id } },
    });
    const { rows } = await pool.query('select id from orders where purchase_id = $1', [purchaseId]);
    return { product: line[0], line: rows[0].id };
  }

  const refund = (orderId: string, quantity: number, refundedPieces = 0) =>
    shop.call(`POST /orders/${orderId}/refund`, {
      ...{
        token: admin.token,
        body: { reason: 'Late', lines: [{ orderId, quantity, refundedPieces, restock: false }] },
      },
    });
  /** Has the provider refuse the next refund for good, so that the one after it replaces it. */
  async function beRefused(orderId: string, quantity: number): Promise<void> {
    await till.addFault({
      ...{ method: 'POST', path: '/v1/refunds', status: '400', code: 'charge_not_refundable', times: '1' },
    });
    assert.equal((await refund(orderId, quantity)).body.code, 'refund_refused');
  }
  const count = (product: string, quantity: number) =>
    shop.call(`POST /products/${product}/stock`, {
      ...{ token: admin.token, body: { kind: 'counted', quantity } },
    });
  /** Pieces on sale, to ship, and cancelled of the line. */
  async function stateOf({ product, line }: { product: string; line: string }): Promise<number[]> {
    const { body } = await shop.call(`GET /stock?products=${product}`, { token: admin.token });
    const [{ available, toShip }] = body as [StockLevel];
    const { rows } = await pool.query('select cancelled_quantity from orders where id = $1', [line]);
    return [available, toShip, rows[0].cancelled_quantity];
  }
  const lostOf = async (line: string) =>
    (await pool.query("select facts from events where kind = 'promise_lost' and order_id = $1", [line])).rows;

  test('are the line’s again when their refund is withdrawn', async () => {
    const paid = await pay();
    await beRefused(paid.line, 10);
    assert.deepEqual(await stateOf(paid), [900, 90, 10]);
    assert.equal((await refund(paid.line, 1)).status, 200);
    assert.deepEqual(await stateOf(paid), [900, 99, 1]);
    await requireSound();
  });

  test('are not when the shelf has been counted since: the count has put them on sale', async () => {
    const paid = await pay();
    await beRefused(paid.line, 10);
    // All 1,000 pieces lie there.
    assert.equal((await count(paid.product, 1000)).body.change, 10);
    assert.deepEqual(await stateOf(paid), [910, 90, 10]);
    // The next refund is of those first, as nobody has them for the buyer.
    assert.equal((await refund(paid.line, 4)).status, 200);
    assert.deepEqual(await stateOf(paid), [910, 90, 10]);
    assert.deepEqual(await lostOf(paid.line), [{ facts: { pieces: 10 } }]);
    // No piece is there twice.
    assert.equal((await count(paid.product, 1000)).body.change, 0);
    await requireSound();
  });

  test('stay on sale when a later refund is withdrawn, of pieces that are expected', async () => {
    const product = await addProduct(shop.database, 0);
    const receipt = await expectGoods(shop.database, product, 400);
    const paid = await pay([product, 300, 2.5, receipt.dueOn]);
    // 295 of 300 have arrived.
    await shop.call(`POST /receipts/${receipt.id}/arrive`, {
      ...{ token: admin.token, body: { quantity: 295 } },
    });
    // Five that are expected come first, then ten that lie there.
    await beRefused(paid.line, 15);
    assert.deepEqual(await stateOf(paid), [0, 285, 15]);
    assert.equal((await count(product, 295)).body.change, 10);
    // Ten that are owed, and the five again, which are expected again by then.
    await beRefused(paid.line, 15);
    await pool.query("update refunds set created_at = now() + interval '1 hour' where state = 'due'");
    assert.deepEqual(await stateOf(paid), [10, 285, 15]);
    assert.equal((await refund(paid.line, 1)).status, 200);
    assert.deepEqual(await stateOf(paid), [10, 285, 10]);
    const { rows } = await pool.query('select awaited from orders where id = $1', [paid.line]);
    assert.equal(rows[0].awaited, 5);
    await requireSound();
  });

  test('are on sale when a count is under way while their refund is withdrawn', async () => {
    const paid = await pay();
    await beRefused(paid.line, 10);
    const { withdrawing } = await shop.database.db.transaction().execute(async (transaction) => {
      await bookMovement(transaction, paid.product, { kind: 'counted', quantity: 1000 }, admin.email);
      const withdrawing = refund(paid.line, 1);
      await shop.database.untilWaiting();
      return { withdrawing };
    });
    assert.equal((await withdrawing).status, 200);
    assert.deepEqual(await stateOf(paid), [910, 90, 10]);
    await requireSound();
  });
});
