import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RefundLine } from '#contract/payments/refunds.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { intentIdOf, openProvider } from '../../tests/fixtures/payments.ts';
import { addProduct, callerOf, place } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { CallResult } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { WEBHOOK } from '../log/queries.ts';
import { audit } from '../ops/audit/audit.ts';
import { Catalogue } from '../products/catalogue.ts';
import { noteRefunds } from './note-refunds.ts';
import { findPayment } from './queries.ts';
import { takeIn } from './take-in.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

/** A paid purchase of 100 pieces for $250.00 and 100 pieces for $10.01, and its payment. */
async function payTwo(card?: string): Promise<{ lines: [Order, Order]; intentId: string }> {
  const { database } = shop;
  const products = await Promise.all([
    addProduct(database, 1000, { price: 2.5 }),
    addProduct(database, 1000, { price: 0.1001 }),
  ]);
  const { purchaseId } = await place(database, await callerOf(database, buyer), [
    [products[0], 100],
    [products[1], 100, 0.1001],
  ]);
  const { body } = await shop.call(`GET /orders?email=${buyer.email}&limit=2`, { token: buyer.token });
  const lines = body.filter((order: Order) => order.purchaseId === purchaseId);
  const { body: begun } = await till.createIntent(buyer, { price: 260.01, orderId: lines[0]._id });
  const intentId = intentIdOf(begun.clientSecret);
  await till.pay(begun.clientSecret, card);
  assert.equal((await till.settle(buyer, lines[0]._id, intentId)).status, 200);
  return { lines, intentId };
}

const read = async ({ _id }: Order): Promise<Order> =>
  (await shop.call(`GET /orders/${_id}`, { token: buyer.token })).body;
const refund = ({ _id }: Order, lines?: RefundLine[]) =>
  shop.call(`POST /orders/${_id}/refund`, {
    token: admin.token,
    body: { reason: 'Damaged', ...(lines && { lines }) },
  });
/** Pieces of a line by an admin who has read that so many are refunded already. */
const piecesOf = ({ _id }: Order, quantity: number, refundedPieces = 0): RefundLine => ({
  ...{ orderId: _id, quantity, refundedPieces },
});
const stockOf = async ({ productId }: Order): Promise<number> =>
  (await shop.database.pool.query('select available from products where id = $1', [productId])).rows[0]
    .available;
const historyOf = async ({ _id }: Order) =>
  (await shop.call(`GET /orders/${_id}/history`, { token: buyer.token })).body as {
    what: string;
    who: string;
    why?: string;
  }[];
const paymentOf = async ({ _id }: Order) =>
  (await shop.call(`GET /orders/${_id}/payments`, { token: admin.token })).body[0];
const refundsOf = async (payment_intent: string) =>
  (await till.stripe.refunds.list({ payment_intent, limit: 100 })).data;
const loseEvents = () => till.addFault({ event: '*', effect: 'lose', times: '100' });
const loseAnswers = (times = '2') =>
  till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', when: 'after', times });
const refuse = (code: string) =>
  till.addFault({ method: 'POST', path: '/v1/refunds', status: '400', code, times: '1' });
const tryAll = async () => {
  await shop.database.pool.query("update payments set refund_next_at = now() where state = 'refunding'");
  await shop.runJobs();
};
const requireSound = async () => assert.deepEqual((await audit(shop.database.db)).faults, []);
const look = (intentId: string) =>
  takeIn(
    {
      database: shop.database,
      catalogue: new Catalogue(shop.database),
      provider: openProvider(shop.origin, till),
    },
    intentId,
    WEBHOOK,
  );

describe('pieces of some lines', () => {
  test('are refunded: the money goes back, the order stays paid, and what is not shipped goes on sale', async () => {
    const { lines, intentId } = await payTwo();
    const [first, second] = lines;
    const answer = await refund(second, [piecesOf(second, 3), piecesOf(first, 2)]);
    assert.deepEqual([answer.status, answer.body], [200, { modifiedCount: 1 }]);
    const [made] = await refundsOf(intentId);
    assert.equal(made!.amount, 500 + 30);
    const [a, b] = [await read(first), await read(second)];
    assert.deepEqual([a.state, a.refunded, a.refundedPieces, a.refundedOfLine], ['paid', 5.3, 2, 5]);
    assert.deepEqual([b.refundedPieces, b.refundedOfLine], [3, 0.3]);
    assert.deepEqual([await stockOf(first), await stockOf(second)], [902, 903]);
    const told = (await historyOf(second)).slice(-2).map(({ what, who, why }) => [what, who, why]);
    assert.deepEqual(told, [
      ['Refund due', admin.email, `Damaged. $5.30 of $260.01. Payment ${intentId}`],
      ['Pieces refunded', admin.email, `Damaged. 3 pcs, $0.30. Payment ${intentId}`],
    ]);
    const { rows } = await shop.database.pool.query(
      "select facts from mails where kind = 'part_refunded' and facts ->> 'transactionId' = $1",
      [intentId],
    );
    assert.deepEqual(
      rows.map(({ facts }) => [
        ...[facts.refundCents, facts.refundCount, facts.reason],
        facts.refundLines.map(({ sku, ...line }: { sku: string }) => sku && line),
      ]),
      [
        [
          ...[530, 2, 'Damaged'],
          [
            { productName: first.productName, customerRef: null, quantity: 2, cents: 500 },
            { productName: second.productName, customerRef: null, quantity: 3, cents: 30 },
          ],
        ],
      ],
    );
    await requireSound();
  });

  test('are told once in the history of their line, and in that of another line as a part of its payment', async () => {
    const { lines, intentId } = await payTwo();
    await refund(lines[0], [piecesOf(lines[0], 2)]);
    const told = (await historyOf(lines[1])).slice(-2).map(({ what, why }) => [what, why]);
    assert.deepEqual(told, [
      ['Refund due', `Damaged. $5.00 of $260.01. Payment ${intentId}`],
      ['Refunded in part', `$5.00 of $260.01 refunded. Payment ${intentId}`],
    ]);
    // What was refunded at Stripe is told beside the pieces.
    await till.stripe.refunds.create({ payment_intent: intentId, amount: 1_000 });
    await until(async () => (await read(lines[0])).refunded === 15);
    const all = (await historyOf(lines[0])).slice(-3).map(({ what }) => what);
    assert.deepEqual(all, ['Refund due', 'Pieces refunded', 'Refunded in part']);
  });

  test('come to the total exactly; with the last of them the order is refunded, by the admin who asked, and all are on sale', async () => {
    const { lines, intentId } = await payTwo();
    const [first, second] = lines;
    for (const before of [0, 33, 66])
      assert.equal((await refund(second, [piecesOf(second, 33, before)])).status, 200);
    assert.deepEqual((await read(second)).refundedOfLine, 9.91);
    assert.equal((await refund(second, [piecesOf(second, 1, 99)])).status, 200);
    assert.deepEqual((await read(second)).refundedOfLine, 10.01);
    assert.equal((await read(second)).state, 'paid');
    assert.equal((await refund(first, [piecesOf(first, 100)])).status, 200);
    const amounts = (await refundsOf(intentId)).map(({ amount }) => amount);
    assert.deepEqual(amounts, [25_000, 10, 330, 331, 330]);
    for (const line of lines) {
      assert.deepEqual([(await read(line)).state, await stockOf(line)], ['refunded', 1000]);
      const { what, who, why } = (await historyOf(line)).at(-1)!;
      assert.deepEqual([what, who, why], ['Refunded', admin.email, 'Damaged. The last $250.00.']);
    }
    assert.equal((await refund(first, [piecesOf(first, 1)])).body.code, 'already_refunded');
    await requireSound();
  });

  test('are refused with a message for each line when there are not so many, or no such line', async () => {
    const { lines, intentId } = await payTwo();
    const [first, second] = lines;
    const other = await payTwo();
    await refund(first, [piecesOf(first, 100)]);
    const { status, body } = await refund(first, [
      piecesOf(first, 1, 100),
      piecesOf(second, 101),
      piecesOf(other.lines[0], 1),
    ]);
    assert.deepEqual(
      [status, body.errors],
      [
        400,
        [
          {
            field: 'lines.0.quantity',
            message: 'All of these pieces are refunded already.',
            code: 'pieces_all_refunded',
          },
          {
            field: 'lines.1.quantity',
            message: '100 pieces are left to refund.',
            ...{ code: 'pieces_left', params: { left: 100 } },
          },
          { field: 'lines.2.orderId', message: 'This is no line of the order.', code: 'no_such_line' },
        ],
      ],
    );
    const many = Array.from({ length: 501 }, (_, nth) => piecesOf({ _id: String(nth) } as Order, 1));
    for (const [wrong, code] of [
      [[], 'lines_least'],
      [many, 'lines_most'],
      [[piecesOf(first, 0)], 'pieces_whole'],
      [[piecesOf(second, 1), piecesOf(second, 1)], 'lines_once'],
    ] as const) {
      const refused = await refund(second, [...wrong]);
      assert.deepEqual([refused.status, refused.body.errors[0].code], [400, code]);
    }
    assert.equal((await refundsOf(intentId)).length, 1);
    const unpaid = await till.place(buyer);
    const held = { _id: unpaid.id } as Order;
    assert.equal((await refund(held, [piecesOf(held, 1)])).body.code, 'not_paid');
  });

  test('are refused that come to less than a cent', async () => {
    const { database } = shop;
    const product = await addProduct(database, 1000, { price: 0.0051 });
    const caller = await callerOf(database, buyer);
    const { insertedId: id } = await place(database, caller, [[product, 100, 0.0051]]);
    const line = await read({ _id: id } as Order);
    // A card payment is at least $0.50.
    const begun = await till.createIntent(buyer, { price: line.purchaseTotal, orderId: id });
    await till.pay(begun.body.clientSecret);
    await till.settle(buyer, id, intentIdOf(begun.body.clientSecret));
    await refund(line, [piecesOf(line, 1)]);
    const { status, body } = await refund(line, [piecesOf(line, 1, 1)]);
    assert.equal(status, 400);
    assert.match(body.detail, /less than a cent/);
    assert.equal(body.errors[0].code, 'pieces_below_cent');
  });

  test('leave the rest for a refund of all that is left', async () => {
    const { lines, intentId } = await payTwo();
    await refund(lines[0], [piecesOf(lines[0], 40)]);
    assert.equal((await refund(lines[0])).status, 200);
    assert.deepEqual(
      (await refundsOf(intentId)).map(({ amount }) => amount),
      [16_001, 10_000],
    );
    assert.deepEqual([(await read(lines[0])).state, (await read(lines[0])).refunded], ['refunded', 260.01]);
    const { body: purchase } = await shop.call(`GET /purchases/${lines[0].purchaseId}`, {
      token: buyer.token,
    });
    for (const found of [await Promise.all(lines.map(read)), purchase.lines]) {
      const refunded = found.map((line: Order) => [line.refundedPieces, line.refundedOfLine]);
      assert.deepEqual(refunded, [
        [100, 250],
        [100, 10.01],
      ]);
    }
    assert.deepEqual([await stockOf(lines[0]), await stockOf(lines[1])], [1000, 1000]);
    await requireSound();
  });

  test('do not take the last that a refund at Stripe has left of the payment: all that is left does, with the other pieces', async () => {
    const { lines, intentId } = await payTwo();
    await till.stripe.refunds.create({ payment_intent: intentId, amount: 25_001 });
    await until(async () => (await read(lines[0])).refunded === 250.01);
    const { body } = await refund(lines[0], [piecesOf(lines[0], 4)]);
    assert.deepEqual([body.code, body.params], ['refund_takes_last', { pieces: 196 }]);
    assert.equal((await refund(lines[0])).status, 200);
    assert.equal((await read(lines[0])).state, 'refunded');
    assert.deepEqual([await stockOf(lines[0]), await stockOf(lines[1])], [1000, 1000]);
    await requireSound();
  });

  test('are in the CSV of all orders as dollars of their line, beside those of the whole order', async () => {
    const { lines, intentId } = await payTwo();
    const rows = async () => {
      const headers = { accept: 'text/csv' };
      const { body } = await shop.call('GET /orders', { token: admin.token, headers });
      const [header, ...all] = body.split('\r\n').map((row: string) => row.split(','));
      return lines.map(({ _id }) => {
        const row = all.find(([id]: string[]) => id === _id);
        return [row[header.indexOf('refunded')], row[header.indexOf('purchaseRefunded')]];
      });
    };
    await refund(lines[0], [piecesOf(lines[0], 2)]);
    const whole = await rows();
    assert.deepEqual(whole, [
      ['5', '5'],
      ['0', '5'],
    ]);
    await refuse('balance_insufficient');
    await refund(lines[1], [piecesOf(lines[1], 3)]);
    assert.deepEqual(await rows(), whole, 'a refund that has stopped');
    await till.stripe.refunds.create({ payment_intent: intentId });
    await until(async () => (await read(lines[0])).state === 'refunded');
    assert.deepEqual(await rows(), [
      ['250', '260.01'],
      ['10.01', '260.01'],
    ]);
  });
});

describe('an amount without pieces', () => {
  const goodwill = ({ purchaseId }: Order, body: object) =>
    shop.call(`POST /purchases/${purchaseId}/refunds/amount`, { token: admin.token, body });

  test('is refunded with a reason, a mail and a credit note; no piece counts as refunded, and less is left', async () => {
    const { lines, intentId } = await payTwo();
    const [first, second] = lines;
    const { status, body } = await goodwill(first, { reason: 'It came late', amount: 20.01, refunded: 0 });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await refundsOf(intentId))[0]!.amount, 2001);
    const { state, refunded, refundedPieces, refundedOfLine } = await read(first);
    assert.deepEqual([state, refunded, refundedPieces, refundedOfLine], ['paid', 20.01, 0, 0]);
    assert.equal(await stockOf(first), 900);
    const told = (await historyOf(first)).slice(-2).map(({ what, why }) => [what, why]);
    assert.deepEqual(told, [
      ['Refund due', `It came late. $20.01 of $260.01. Payment ${intentId}`],
      ['Refunded in part', `$20.01 of $260.01 refunded. Payment ${intentId}`],
    ]);
    const { body: notes } = await shop.call(`GET /purchases/${first.purchaseId}/credit-notes`, {
      token: buyer.token,
    });
    assert.deepEqual(
      notes.map(({ amount, reason }: { amount: number; reason: string }) => [amount, reason]),
      [[20.01, 'It came late']],
    );
    const { rows } = await shop.database.pool.query(
      "select facts from mails where kind = 'part_refunded' and facts ->> 'transactionId' = $1",
      [intentId],
    );
    assert.deepEqual(
      rows.map(({ facts }) => [facts.refundCents, facts.reason, facts.refundLines]),
      [[2001, 'It came late', []]],
    );
    await requireSound();
    // All pieces cost more than is left; all that is left ends the order, and its lines add up.
    const all = [piecesOf(first, 100), piecesOf(second, 100)];
    assert.deepEqual((await refund(first, all)).body.params, { left: 240 });
    assert.equal((await refund(first)).status, 200);
    assert.deepEqual(
      await Promise.all(lines.map(async (line) => (await read(line)).refundedOfLine)),
      [250, 10.01],
    );
    await requireSound();
  });

  test('cancels no pieces: the last of the money goes back with what is not shipped alone', async () => {
    const { lines } = await payTwo();
    const [first, second] = lines;
    const isRefused = ({ status, body }: CallResult, pieces: number) =>
      assert.deepEqual([status, body.code, body.params], [409, 'refund_takes_last', { pieces }]);
    isRefused(await goodwill(first, { reason: 'Late', amount: 260.01 }), 200);
    assert.equal((await goodwill(first, { reason: 'Late', amount: 210.01 })).status, 201);
    isRefused(await refund(first, [piecesOf(first, 20)]), 180);
    assert.deepEqual([await stockOf(first), (await read(first)).state], [900, 'paid']);
    assert.equal((await refund(first, [piecesOf(first, 19)])).status, 200);
    assert.equal(await stockOf(first), 919);
    await requireSound();
    const shipped = await shop.call(`POST /purchases/${first.purchaseId}/shipments`, {
      token: admin.token,
      body: { lines: [first, second].map(({ _id }, nth) => ({ orderId: _id, quantity: [81, 100][nth] })) },
    });
    assert.equal(shipped.status, 201, JSON.stringify(shipped.body));
    assert.equal((await goodwill(first, { reason: 'Late', amount: 2.5 })).status, 201);
    assert.equal((await read(first)).state, 'refunded');
    await requireSound();
  });

  test('is no more than is left of the payment, and is refunded once by those who have read the same', async () => {
    const { lines } = await payTwo();
    const [first] = lines;
    const tooMuch = await goodwill(first, { reason: 'Late', amount: 260.02 });
    assert.deepEqual(
      [tooMuch.status, tooMuch.body.code, tooMuch.body.params],
      [409, 'refund_too_large', { left: 260.01 }],
    );
    for (const amount of [0, -1, 0.001, '1'])
      assert.equal((await goodwill(first, { reason: 'Late', amount })).status, 400);
    assert.equal((await goodwill(first, { reason: ' ', amount: 1 })).status, 400);
    const again = () => goodwill(first, { reason: 'Late', amount: 10, refunded: 0 });
    const both = await Promise.all([again(), again()]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await again()).body.code, 'refund_changed');
    assert.equal((await read(first)).refunded, 10);
    await requireSound();
  });
});

test('an event that has read the payment before its part was begun leaves it to who asked for it', async () => {
  const { lines, intentId } = await payTwo();
  await loseEvents();
  await loseAnswers('10');
  const before = (await findPayment(shop.database.db, intentId))!;
  assert.equal((await refund(lines[0], [piecesOf(lines[0], 2)])).body.code, 'refund_pending');
  await noteRefunds(shop.database, new Catalogue(shop.database), before, 500, undefined, WEBHOOK);
  assert.equal((await paymentOf(lines[0])).state, 'refunding');
  await till.clearFaults();
  await tryAll();
  const told = (await historyOf(lines[0])).slice(-2).map(({ what, who }) => [what, who]);
  assert.deepEqual(told, [
    ['Refund due', admin.email],
    ['Pieces refunded', admin.email],
  ]);
  await requireSound();
});

describe('money that was refunded at Stripe', () => {
  test('leaves less for pieces, and is told as that', async () => {
    const { lines, intentId } = await payTwo();
    await loseEvents();
    await till.stripe.refunds.create({ payment_intent: intentId, amount: 20_000 });
    // The shop has not heard of it: Stripe refuses, and the shop looks.
    const { status, body } = await refund(lines[0], [piecesOf(lines[0], 100)]);
    assert.deepEqual([status, body.code, body.params], [409, 'refund_too_large', { left: 60.01 }]);
    const after = await read(lines[0]);
    assert.deepEqual([after.refunded, after.refundedPieces, after.state], [200, 0, 'paid']);
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 25)])).body.code, 'refund_too_large');
    // What the shop knows, it does not ask Stripe about.
    const stopped = (await historyOf(lines[0])).filter(({ what }) => what.startsWith('Refund stopped'));
    assert.equal(stopped.length, 1);
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 24)])).status, 200);
    assert.equal((await read(lines[0])).refunded, 260);
    await requireSound();
  });

  test('gives a part up also when Stripe cannot be asked for more then', async () => {
    const { lines, intentId } = await payTwo();
    await loseEvents();
    await till.stripe.refunds.create({ payment_intent: intentId, amount: 20_000 });
    await till.addFault({ method: 'GET', path: '/v1/payment_intents', status: '500', times: '4' });
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 100)])).body.code, 'refund_too_large');
    await till.clearFaults();
    assert.deepEqual(
      [(await read(lines[0])).refundedPieces, (await paymentOf(lines[0])).state],
      [0, 'succeeded'],
    );
    await look(intentId);
    assert.equal((await read(lines[0])).refunded, 200);
    await requireSound();
  });

  test('is not taken for the part that is due, although it is of as much', async () => {
    const { lines, intentId } = await payTwo();
    await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', status: '500', times: '4' });
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 40)])).body.code, 'refund_pending');
    await till.clearFaults();
    await loseEvents();
    await till.stripe.refunds.create({ payment_intent: intentId, amount: 10_000 });
    await look(intentId);
    assert.deepEqual(
      [(await read(lines[0])).refunded, (await paymentOf(lines[0])).state],
      [100, 'refunding'],
    );
    await requireSound();
    await tryAll();
    assert.deepEqual(
      [(await read(lines[0])).refunded, (await paymentOf(lines[0])).state],
      [200, 'succeeded'],
    );
  });

  test('all of it ends a part that is due', async () => {
    const { lines, intentId } = await payTwo();
    await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', status: '500', times: '4' });
    await refund(lines[0], [piecesOf(lines[0], 40)]);
    await till.clearFaults();
    await loseEvents();
    await till.stripe.refunds.create({ payment_intent: intentId });
    await look(intentId);
    assert.deepEqual([(await read(lines[0])).state, await stockOf(lines[0])], ['refunded', 1000]);
    await tryAll();
    assert.equal((await refundsOf(intentId)).length, 1);
    await requireSound();
  });
});

describe('a refund of pieces is made once', () => {
  test('although ten admins who have read the same ask for it at once', async () => {
    const { lines, intentId } = await payTwo();
    const wanted = [piecesOf(lines[0], 40)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(lines[0], wanted)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const { status, body } of answers) {
      assert.ok(status === 200 || ['being_refunded', 'refund_changed'].includes(body.code), body.code);
    }
    assert.equal((await refund(lines[0], wanted)).body.code, 'refund_changed');
    assert.deepEqual([(await refundsOf(intentId)).length, (await read(lines[0])).refundedPieces], [1, 40]);
    await requireSound();
  });

  test('although the request is sent again; and is refused when it does not say what was read', async () => {
    const { lines, intentId } = await payTwo();
    const wanted = [piecesOf(lines[0], 40)];
    assert.deepEqual(
      [(await refund(lines[0], wanted)).status, (await refund(lines[0], wanted)).body.code],
      [200, 'refund_changed'],
    );
    const { refundedPieces: _, ...unread } = piecesOf(lines[0], 40);
    const { status, body } = await refund(lines[0], [unread as RefundLine]);
    assert.deepEqual([status, body.errors[0].field], [400, 'lines.0.refundedPieces']);
    assert.equal((await refundsOf(intentId)).length, 1);
  });

  test('and no more than there are, although many ask at once, again and again', async () => {
    const { lines, intentId } = await payTwo();
    await until(async () => {
      const { refundedPieces } = await read(lines[0]);
      const wanted = [piecesOf(lines[0], 30, refundedPieces)];
      await Promise.all(Array.from({ length: 6 }, () => refund(lines[0], wanted)));
      return (await read(lines[0])).refundedPieces === 90;
    });
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 30, 90)])).status, 400);
    assert.deepEqual(
      (await refundsOf(intentId)).map(({ amount }) => amount),
      [7_500, 7_500, 7_500],
    );
    await requireSound();
  });

  test('beside refunds of all of it: what goes back is what was paid', async () => {
    const { lines, intentId } = await payTwo();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => refund(lines[0], [piecesOf(lines[0], 40)])),
      ...Array.from({ length: 4 }, () => refund(lines[1])),
    ]);
    for (const { status, body } of answers) {
      assert.ok(
        status === 200 || ['being_refunded', 'already_refunded', 'refund_changed'].includes(body.code),
        body.code,
      );
    }
    await refund(lines[1]);
    assert.equal((await read(lines[0])).state, 'refunded');
    const made = await refundsOf(intentId);
    assert.equal(
      made.reduce((sum, { amount }) => sum + amount, 0),
      26_001,
    );
    await requireSound();
  });

  for (const [what, forget] of [
    ['', false],
    [', also after Stripe has forgotten its key', true],
  ] as const) {
    test(`although its answer was lost${what}`, async () => {
      const { lines, intentId } = await payTwo();
      await loseEvents();
      await loseAnswers();
      const { status, body, headers } = await refund(lines[0], [piecesOf(lines[0], 40)]);
      assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'refund_pending', null]);
      assert.equal((await refund(lines[0], [piecesOf(lines[0], 40)])).body.code, 'being_refunded');
      assert.equal((await refund(lines[0])).body.code, 'being_refunded');
      const due = (await shop.call('GET /payments/refunds-due', { token: admin.token })).body.find(
        ({ transactionId }: { transactionId: string }) => transactionId === intentId,
      );
      assert.deepEqual([due.amount, due.why, due.who], [100, 'Damaged', admin.email]);
      if (forget) await shop.database.pool.query('delete from sandbox_stripe.idempotency_keys');
      await tryAll();
      assert.deepEqual(
        [(await read(lines[0])).refunded, (await paymentOf(lines[0])).state],
        [100, 'succeeded'],
      );
      assert.equal((await refund(lines[0], [piecesOf(lines[0], 40)])).body.code, 'refund_changed');
      assert.equal((await refundsOf(intentId)).length, 1);
      await requireSound();
    });
  }

  test('are logged as by the admin who asked, although an event reports them before the answer', async () => {
    const { lines } = await payTwo();
    await loseAnswers();
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 40)])).status, 503);
    await until(async () => (await paymentOf(lines[0])).state === 'succeeded');
    const parts = (await historyOf(lines[1])).filter(({ what }) => what === 'Refunded in part');
    assert.deepEqual(
      parts.map(({ who }) => who),
      [admin.email],
    );
    await requireSound();
  });

  test('by two processes that carry it out at the same time', async () => {
    const { lines, intentId } = await payTwo();
    await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', status: '500', times: '4' });
    await refund(lines[0], [piecesOf(lines[0], 40)]);
    await till.clearFaults();
    const { partId, partCents } = (
      await shop.database.pool.query(
        'select part_id as "partId", part_cents as "partCents" from payments where intent_id = $1',
        [intentId],
      )
    ).rows[0];
    const provider = openProvider(shop.origin, till);
    const part = { id: partId, cents: partCents };
    await Promise.all([1, 2, 3, 4].map(() => provider.refund(intentId, 0, part)));
    assert.equal((await refundsOf(intentId)).length, 1);
    await tryAll();
    assert.equal((await refundsOf(intentId)).length, 1);
    assert.equal((await read(lines[0])).refunded, 100);
  });
});

describe('a refund of pieces that Stripe refuses', () => {
  test('stops, says what to do, and goes on when an admin tries again', async () => {
    const { lines, intentId } = await payTwo();
    await refuse('balance_insufficient');
    const answer = await refund(lines[0], [piecesOf(lines[0], 40)]);
    assert.deepEqual([answer.status, answer.body.code], [409, 'refund_refused']);
    assert.match(answer.body.detail, /Add balance at Stripe/);
    const payment = await paymentOf(lines[0]);
    assert.deepEqual([payment.state, payment.problem.code], ['refused', 'balance_insufficient']);
    const toAnswer = (await shop.call('GET /payments/to-answer', { token: admin.token })).body.find(
      ({ transactionId }: { transactionId: string }) => transactionId === intentId,
    );
    assert.equal(toAnswer.toDo.amount, 100);
    await requireSound();
    const stopped = await read(lines[0]);
    assert.deepEqual(
      [stopped.refundedPieces, stopped.refundingPieces, stopped.refundingOfLine],
      [40, 40, 100],
    );
    const { refunding } = payment;
    assert.deepEqual(refunding, { amount: 100, ofPieces: true, canBeWithdrawn: false });
    const retried = await shop.call(`POST /payments/${payment._id}/refund`, { token: admin.token });
    assert.deepEqual(retried.body, { modifiedCount: 1 });
    const { refunded, state, refundedPieces, refundingPieces, refundingOfLine } = await read(lines[0]);
    assert.deepEqual(
      [refunded, state, refundedPieces, refundingPieces, refundingOfLine],
      [100, 'paid', 40, 0, 0],
    );
    assert.equal((await paymentOf(lines[0])).problem, undefined);
    await requireSound();
  });

  test('is given up for one of other pieces, which is made once and says so', async () => {
    const { lines, intentId } = await payTwo();
    await refund(lines[0], [piecesOf(lines[0], 5)]);
    await refuse('balance_insufficient');
    await refund(lines[0], [piecesOf(lines[0], 40, 5)]);
    // Those that have stopped do not count as read.
    assert.equal((await refund(lines[0], [piecesOf(lines[0], 10, 45)])).body.code, 'refund_changed');
    assert.equal((await read(lines[0])).refundedPieces, 45);
    const wanted = [piecesOf(lines[0], 40, 5), piecesOf(lines[1], 100)];
    assert.equal((await refund(lines[0], wanted)).status, 200);
    assert.equal((await refund(lines[0], wanted)).body.code, 'refund_changed');
    assert.deepEqual(
      (await refundsOf(intentId)).map(({ amount }) => amount),
      [11_001, 1_250],
    );
    assert.deepEqual(
      [(await read(lines[0])).refundedPieces, (await read(lines[1])).refundedPieces],
      [45, 100],
    );
    const told = (await historyOf(lines[1])).findLast(({ what }) => what === 'Refund due');
    assert.match(told!.why!, /^Damaged. \$110.01 of \$260.01. In place of \$100.00 that had stopped. /);
    await requireSound();
  });

  test('is given up for a refund of all of it', async () => {
    const { lines, intentId } = await payTwo();
    await refuse('balance_insufficient');
    await refund(lines[0], [piecesOf(lines[0], 40)]);
    assert.equal((await refund(lines[0])).status, 200);
    assert.deepEqual(
      (await refundsOf(intentId)).map(({ amount }) => amount),
      [26_001],
    );
    const { state, refundedPieces } = await read(lines[0]);
    assert.deepEqual([state, refundedPieces], ['refunded', 100]);
    await requireSound();
  });
});

describe('a refund of pieces that the bank sends back', () => {
  const CARD_THAT_FAILS = '4000000000005126';
  const failAll = async (intentId: string) => {
    await till.hastenBanks();
    await until(async () => {
      await till.stripe.paymentIntents.list({ limit: 1 });
      return (await refundsOf(intentId)).every(({ status }) => status === 'failed');
    });
  };

  test('stops with the reason, and its pieces stay counted', async () => {
    const { lines, intentId } = await payTwo(CARD_THAT_FAILS);
    await loseEvents();
    await refund(lines[0], [piecesOf(lines[0], 40)]);
    assert.equal((await read(lines[0])).refunded, 100);
    await failAll(intentId);
    await look(intentId);
    const payment = await paymentOf(lines[0]);
    assert.deepEqual([payment.state, payment.problem.code], ['refused', 'expired_or_canceled_card']);
    const { refunded, refundedPieces, state } = await read(lines[0]);
    assert.deepEqual([refunded, refundedPieces, state], [0, 40, 'paid']);
    const told = (await historyOf(lines[0])).slice(-2).map(({ what }) => what);
    assert.deepEqual(told, [
      'Part of a refund was sent back by the bank',
      'Refund stopped: the shop is looking into it',
    ]);
    await look(intentId);
    await requireSound();
    // A new refund at Stripe, which is not the one that failed.
    await shop.call(`POST /payments/${payment._id}/refund`, { token: admin.token });
    assert.equal((await refundsOf(intentId)).length, 2);
    await requireSound();
  });

  test('is given up while another one is under way, so that its pieces can be refunded anew', async () => {
    const { lines, intentId } = await payTwo(CARD_THAT_FAILS);
    await loseEvents();
    await refund(lines[0], [piecesOf(lines[0], 40)]);
    await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', status: '500', times: '4' });
    await refund(lines[1], [piecesOf(lines[1], 50)]);
    await failAll(intentId);
    await look(intentId);
    assert.deepEqual([(await read(lines[0])).refundedPieces, (await read(lines[1])).refundedPieces], [0, 50]);
    await requireSound();
  });
});

test('PostgreSQL counts no more pieces and cents as refunded than a line has, whatever writes it', async () => {
  const { lines } = await payTwo();
  const write = (pieces: number, cents: number) =>
    shop.database.pool.query(
      `update orders set refunded_quantity = $2, cancelled_quantity = least($2, quantity), refunded_cents = $3 where id = $1`,
      [lines[0]._id, pieces, cents],
    );
  await assert.rejects(write(101, 100), { constraint: 'orders_refunded_quantity' });
  await assert.rejects(write(1, 25_001), { constraint: 'orders_refunded_cents' });
  await assert.rejects(write(100, 24_999), { constraint: 'orders_refunded_whole' });
  await write(1, 250);
  assert.deepEqual((await audit(shop.database.db)).faults, [
    `line ${lines[0]._id} counts 1 pieces and 250 cents as refunded, but its refunds are of 0 and 0`,
    `line ${lines[0]._id} counts 1 pieces as cancelled and 0 as restocked, but its refunds and returns come to 0 to 0 and 0`,
  ]);
  await shop.database.pool.query(
    'update orders set refunded_quantity = 0, refunded_cents = 0, cancelled_quantity = 0 where id = $1',
    [lines[0]._id],
  );
});
