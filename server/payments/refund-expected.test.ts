import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { addProduct, expectGoods, purchaseFor } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../ops/audit/audit.ts';

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
