import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatDay } from '#contract/kernel/days.ts';
import { purchaseFor, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { dayOf } from '../ground/days.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
const { pool } = shop.database;
const PRICE = 2.5;

/** A day so many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const asAdmin = (call: `${string} /${string}`, body?: unknown, headers = {}) =>
  shop.call(call, { token: admin.token, body, headers });

interface Part {
  id: string;
  receipt(days: number, quantity: number): Promise<string>;
  /** Pieces in stock, and what is expected, as everybody sees it. */
  seen(): Promise<[available: number, ...expected: [dueOn: string, available: number][]]>;
  receipts(): Promise<{ dueOn: string; quantity: number; promised: number; arrived: number }[]>;
}

async function addPart(available: number): Promise<Part> {
  const part = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, price: PRICE };
  const id = (await asAdmin('POST /products', { ...part, available })).body.insertedId;
  return {
    id,
    async receipt(days, quantity) {
      const { status, body } = await asAdmin(`POST /products/${id}/receipts`, {
        dueOn: inDays(days),
        quantity,
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body.insertedId;
    },
    async seen() {
      const { body } = await shop.call(`GET /products/${id}`);
      const expected = (body.expected ?? []) as { dueOn: string; available: number }[];
      return [body.available, ...expected.map((one): [string, number] => [one.dueOn, one.available])];
    },
    receipts: async () => (await asAdmin(`GET /products/${id}/receipts`)).body,
  };
}

/** Lines of one part: pieces, and in how many days they are expected; from stock without. */
type Wanted = [pieces: number, days?: number];

function order(part: Part, lines: Wanted[], person = buyer, headers = {}) {
  const body = purchaseFor(lines.map(([pieces]) => [{ _id: part.id, price: PRICE }, pieces]));
  for (const [n, [, days]] of lines.entries())
    if (days !== undefined) Object.assign(body.lines[n]!, { receiptDate: inDays(days) });
  return shop.call('POST /purchases', { token: person.token, body, headers });
}

async function placed(part: Part, lines: Wanted[], person = buyer): Promise<string> {
  const { status, body } = await order(part, lines, person);
  assert.equal(status, 201, JSON.stringify(body));
  return body.insertedId;
}

const read = async (id: string, person = buyer) =>
  (await shop.call(`GET /purchases/${id}`, { token: person.token })).body;
/** Pieces of each line that have not arrived, and when they are expected. */
const waits = async (id: string) =>
  (await read(id)).lines.map(({ expectedPieces, expectedOn }: Record<string, unknown>) => [
    expectedPieces,
    expectedOn,
  ]);

async function pay(id: string, person = buyer): Promise<string> {
  const { body } = await shop.call(`POST /purchases/${id}/payment`, { token: person.token });
  const { body: intent } = await till.pay(body.clientSecret);
  const paid = await shop.call(`PATCH /purchases/${id}`, {
    token: person.token,
    body: { transactionId: intent.id },
  });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  return intent.id;
}

describe('expected goods', () => {
  test('are seen by everybody by day, as far as they are not promised', async () => {
    const part = await addPart(600);
    await part.receipt(30, 400);
    await part.receipt(9, 200);
    assert.deepEqual(await part.seen(), [600, [inDays(9), 200], [inDays(30), 400]]);
    await placed(part, [[150, 9]]);
    assert.deepEqual(await part.seen(), [600, [inDays(9), 50], [inDays(30), 400]]);
    const { body: matches } = await shop.call('POST /lines/match', {
      body: { lines: [{ productId: part.id }] },
    });
    assert.deepEqual(matches[0].product.expected, [
      { dueOn: inDays(9), available: 50 },
      { dueOn: inDays(30), available: 400 },
    ]);
  });

  test('show five days at most, and none whose day has passed', async () => {
    const part = await addPart(0);
    const days = async () => (await part.seen()).slice(1).map((one) => (one as [string, number])[0]);
    const ids: string[] = [];
    for (const day of [1, 2, 3, 4, 5, 6]) ids.push(await part.receipt(day, 100));
    assert.deepEqual(await days(), [1, 2, 3, 4, 5].map(inDays));
    await pool.query(`update receipts set due_on = current_date - 2 where id = $1`, [ids[0]]);
    await pool.query(`update products set changed_at = now() - interval '9 days' where id = $1`, [part.id]);
    await shop.runJobs();
    assert.deepEqual(await days(), [2, 3, 4, 5, 6].map(inDays));
    assert.equal((await order(part, [[100, -2]])).body.errors[0].code, 'not_expected');
  });

  test('of one day are one delivery, with the same answer to a repeat', async () => {
    const part = await addPart(0);
    const body = { dueOn: inDays(5), quantity: 300 };
    const headers = { 'idempotency-key': part.id };
    const first = await asAdmin(`POST /products/${part.id}/receipts`, body, headers);
    const again = await asAdmin(`POST /products/${part.id}/receipts`, body, headers);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    const other = await asAdmin(`POST /products/${part.id}/receipts`, body);
    assert.deepEqual([other.status, other.body.code], [409, 'receipt_exists']);
    const second = await part.receipt(6, 100);
    const moved = await asAdmin(`PATCH /receipts/${second}`, { dueOn: inDays(5) });
    assert.deepEqual([moved.status, moved.body.code], [409, 'receipt_exists']);
  });

  test('need a day of the calendar and whole pieces', async () => {
    const part = await addPart(0);
    for (const body of [
      { dueOn: '2099-02-30', quantity: 1 },
      { dueOn: '3/3/2099', quantity: 1 },
      { dueOn: '2099-03-03T00:00', quantity: 1 },
      { dueOn: '0001-03-03', quantity: 1 },
      { dueOn: '2099-03-03', quantity: 0 },
      { dueOn: '2099-03-03', quantity: 1.5 },
      { dueOn: '2099-03-03', quantity: 3e9 },
    ]) {
      const { status } = await asAdmin(`POST /products/${part.id}/receipts`, body);
      assert.equal(status, 400, JSON.stringify(body));
    }
    const unknown = await asAdmin(`POST /products/${till.product._id.replace(/.$/, 'x')}/receipts`, {
      ...{ dueOn: inDays(1), quantity: 1 },
    });
    assert.equal(unknown.status, 404);
    assert.equal((await asAdmin(`PATCH /receipts/${part.id}`, { quantity: 1 })).status, 404);
  });
});

describe('ordering what is expected', () => {
  test('takes promised pieces and no stock, and every line says what it waits for', async () => {
    const part = await addPart(600);
    await part.receipt(9, 400);
    const id = await placed(part, [[600], [400, 9]]);
    assert.deepEqual(await part.seen(), [0]);
    assert.deepEqual(await waits(id), [
      [undefined, undefined],
      [400, inDays(9)],
    ]);
    const { body: orders } = await shop.call(`GET /orders?email=${buyer.email}&limit=2`, {
      token: buyer.token,
    });
    assert.deepEqual(
      orders.map(({ expectedPieces, expectedOn }: Record<string, unknown>) => [expectedPieces, expectedOn]),
      [
        [undefined, undefined],
        [400, inDays(9)],
      ],
    );
    const { rows } = await pool.query(
      "select facts from mails where kind = 'order_placed' and dedupe like $1",
      [`%${id}%`],
    );
    assert.deepEqual(
      rows[0].facts.lines.map(({ expectedOn }: { expectedOn: string | null }) => expectedOn),
      [null, inDays(9)],
    );
    const { body: history } = await shop.call(`GET /purchases/${id}/history`, { token: buyer.token });
    assert.deepEqual(
      history.map(({ what, why }: Record<string, unknown>) => [what, why]),
      [
        ['Order placed, stock reserved', undefined],
        ['Order placed', `400 pieces promised from goods expected on ${formatDay(inDays(9))}`],
      ],
    );
  });

  test('by a list takes the day of its lines, and names it where nothing is expected', async () => {
    const part = await addPart(600);
    await part.receipt(9, 400);
    const { token } = await shop.signUp();
    const send = async (day: number) => {
      const line = { _id: part.id, position: 1, productId: part.id, quantity: 100, receiptDate: inDays(day) };
      const ops = [{ op: 'put', line }];
      await shop.call('PATCH /lists/cart', { token, body: { version: 0, ops } });
      const body = { listId: 'cart', shipTo: SHIP_TO, expectedTotal: 100 * PRICE };
      return shop.call('POST /purchases', { token, body });
    };
    const refused = await send(8);
    assert.deepEqual(
      refused.body.errors.map(({ field, code }: Record<string, unknown>) => [field, code]),
      [[`lines.${part.id}.receiptDate`, 'not_expected']],
    );
    assert.equal((await send(9)).status, 201);
    assert.deepEqual(await part.seen(), [600, [inDays(9), 300]]);
  });

  test('is refused with what is left of the day, whatever is in stock', async () => {
    const part = await addPart(10_000);
    await part.receipt(9, 400);
    await placed(part, [[150, 9]]);
    const { status, body } = await order(part, [[100, 9], [200, 9], [100, 10], [10_001]]);
    assert.equal(status, 409);
    assert.deepEqual(
      body.errors.map(({ field, code, params }: Record<string, unknown>) => [field, code, params]),
      [
        ['lines.1.quantity', 'too_many', { available: 150 }],
        ['lines.2.receiptDate', 'not_expected', { dueOn: inDays(10) }],
        ['lines.3.quantity', 'too_many', { available: 10_000 }],
      ],
    );
    assert.deepEqual(await part.seen(), [10_000, [inDays(9), 250]]);
  });

  test('serves those who ask at once until all is promised, and no piece more', async () => {
    const part = await addPart(200);
    await part.receipt(9, 500);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => order(part, n % 3 === 0 ? [[100]] : [[100, 9]])),
    );
    const done = answers.filter(({ status }) => status === 201).length;
    assert.equal(done, 7, JSON.stringify(answers.map(({ body }) => body.code)));
    assert.deepEqual(await part.seen(), [0]);
    assert.deepEqual(
      (await part.receipts()).map(({ quantity, promised }) => [quantity, promised]),
      [[500, 500]],
    );
  });

  test('with the same Idempotency-Key and another day is another request', async () => {
    const part = await addPart(600);
    await part.receipt(9, 400);
    const headers = { 'idempotency-key': part.id };
    assert.equal((await order(part, [[100, 9]], buyer, headers)).status, 201);
    assert.equal((await order(part, [[100, 9]], buyer, headers)).status, 201);
    assert.equal((await order(part, [[100]], buyer, headers)).body.code, 'idempotency_key_reused');
    assert.deepEqual(await part.seen(), [600, [inDays(9), 300]]);
  });
});

describe('releasing', () => {
  test('a deleted line gives its pieces back to what is expected before they arrive', async () => {
    const part = await addPart(600);
    await part.receipt(9, 400);
    const id = await placed(part, [[600], [400, 9]]);
    const [, second] = (await read(id)).lines;
    await shop.call(`DELETE /orders/${second._id}`, { token: buyer.token });
    assert.deepEqual(await part.seen(), [0, [inDays(9), 400]]);
    await shop.call(`DELETE /purchases/${id}`, { token: buyer.token });
    assert.deepEqual(await part.seen(), [600, [inDays(9), 400]]);
  });

  test('a line of which a part has arrived gives that to stock, and the rest back', async () => {
    const part = await addPart(0);
    const receipt = await part.receipt(9, 400);
    const id = await placed(part, [[300, 9]]);
    await asAdmin(`POST /receipts/${receipt}/arrive`, { quantity: 120 });
    assert.deepEqual(await waits(id), [[180, inDays(9)]]);
    await shop.call(`DELETE /purchases/${id}`, { token: buyer.token });
    assert.deepEqual(await part.seen(), [120, [inDays(9), 280]]);
  });

  test('a hold that ends gives its pieces back, and takes them again where they are once its buyer pays', async () => {
    const part = await addPart(100);
    const receipt = await part.receipt(9, 400);
    const end = async (id: string) => {
      await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [id]);
      await shop.runJobs();
    };
    const id = await placed(part, [[100], [300, 9]]);
    await end(id);
    assert.deepEqual(await part.seen(), [100, [inDays(9), 400]]);
    await pay(id);
    assert.deepEqual(await part.seen(), [0, [inDays(9), 100]]);
    // Of another one all that it waited for arrives meanwhile.
    const other = await placed(part, [[100, 9]]);
    await end(other);
    await asAdmin(`POST /receipts/${receipt}/arrive`, { quantity: 400 });
    assert.deepEqual(await part.seen(), [100]);
    await pay(other);
    assert.deepEqual(await part.seen(), [0]);
    assert.deepEqual(await waits(other), [[undefined, undefined]]);
  });

  test('a hold that has ended cannot be paid when its goods are promised to others', async () => {
    const part = await addPart(1000);
    await part.receipt(9, 100);
    const id = await placed(part, [[100, 9]]);
    await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [id]);
    await shop.runJobs();
    await placed(part, [[100, 9]]);
    const { body } = await shop.call(`POST /purchases/${id}/payment`, { token: buyer.token });
    assert.equal(body.code, 'stock_gone');
  });

  test('a refund gives back what has not arrived, and puts on sale what has', async () => {
    const part = await addPart(100);
    const receipt = await part.receipt(9, 400);
    const id = await placed(part, [[100], [300, 9]]);
    await pay(id);
    await asAdmin(`POST /receipts/${receipt}/arrive`, { quantity: 50 });
    const [first, second] = (await read(id)).lines;
    const lines = [{ orderId: first._id, quantity: 30, refundedPieces: 0 }];
    const part1 = await asAdmin(`POST /orders/${first._id}/refund`, { reason: 'Damaged', lines });
    assert.equal(part1.status, 200, JSON.stringify(part1.body));
    assert.deepEqual(await part.seen(), [30, [inDays(9), 100]]);
    await asAdmin(`POST /orders/${second._id}/refund`, { reason: 'Recalled' });
    // All of the first line, and 50 of the second.
    assert.deepEqual(await part.seen(), [150, [inDays(9), 350]]);
    assert.deepEqual(await waits(id), [
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('arriving', () => {
  test('serves paid orders first, then older ones, and puts the rest on sale', async () => {
    const part = await addPart(0);
    const receipt = await part.receipt(9, 600);
    const older = await placed(part, [[200, 9]]);
    const newer = await placed(part, [[100, 9]]);
    const paid = await placed(part, [[150, 9]]);
    await pay(paid);
    const arrive = (quantity: number) => asAdmin(`POST /receipts/${receipt}/arrive`, { quantity });
    assert.deepEqual((await arrive(250)).body, { forOrders: 250, forSale: 0, expected: 350 });
    assert.deepEqual(await waits(paid), [[undefined, undefined]]);
    assert.deepEqual(await waits(older), [[100, inDays(9)]]);
    assert.deepEqual(await waits(newer), [[100, inDays(9)]]);
    assert.deepEqual(await part.seen(), [0, [inDays(9), 150]]);
    // More than was expected.
    assert.deepEqual((await arrive(400)).body, { forOrders: 200, forSale: 200, expected: 0 });
    assert.deepEqual(await part.seen(), [200]);
    const again = await arrive(1);
    assert.deepEqual([again.status, again.body.code], [409, 'receipt_closed']);
    const [closed] = await part.receipts();
    assert.deepEqual([closed!.quantity, closed!.promised, closed!.arrived], [0, 0, 650]);
    const { body: history } = await shop.call(`GET /orders/${(await read(older)).lines[0]._id}/history`, {
      token: buyer.token,
    });
    assert.deepEqual(
      history.map(({ kind, facts }: { kind: string; facts?: { pieces?: number } }) => [kind, facts?.pieces]),
      [
        ['order_placed', 200],
        ['promise_filled', 100],
        ['promise_filled', 100],
      ],
    );
  });

  test('is booked once for a repeat with the same Idempotency-Key', async () => {
    const part = await addPart(0);
    const receipt = await part.receipt(9, 600);
    const headers = { 'idempotency-key': part.id };
    const arrive = () => asAdmin(`POST /receipts/${receipt}/arrive`, { quantity: 200 }, headers);
    const [one, two] = await Promise.all([arrive(), arrive()]);
    assert.deepEqual(one.body, two.body);
    assert.deepEqual(await part.seen(), [200, [inDays(9), 400]]);
  });

  test('of more pieces than a column can hold is refused', async () => {
    const part = await addPart(10);
    const receipt = await part.receipt(9, 100);
    const { status } = await asAdmin(`POST /receipts/${receipt}/arrive`, { quantity: 2_147_483_640 });
    assert.equal(status, 400);
    assert.deepEqual(await part.seen(), [10, [inDays(9), 100]]);
  });
});

describe('changing what is expected', () => {
  test('never goes below what is promised', async () => {
    const part = await addPart(0);
    const receipt = await part.receipt(9, 600);
    await placed(part, [[200, 9]]);
    const { status, body } = await asAdmin(`PATCH /receipts/${receipt}`, { quantity: 199 });
    assert.deepEqual([status, body.code, body.params], [409, 'receipt_promised', { promised: 200 }]);
    const removed = await asAdmin(`DELETE /receipts/${receipt}`);
    assert.deepEqual([removed.status, removed.body.params], [409, { promised: 200 }]);
    assert.equal((await asAdmin(`PATCH /receipts/${receipt}`, { quantity: 200 })).status, 200);
    assert.deepEqual(await part.seen(), [0]);
  });

  test('takes no day that has passed, and today', async () => {
    const part = await addPart(0);
    const today = dayOf(new Date(), 'UTC');
    const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const add = (dueOn: string) => asAdmin(`POST /products/${part.id}/receipts`, { dueOn, quantity: 100 });
    const added = await add(today);
    assert.equal(added.status, 201);
    const receipt = added.body.insertedId;
    for (const day of ['2020-01-01', dayBefore(today)])
      for (const { status, body } of [
        await add(day),
        await asAdmin(`PATCH /receipts/${receipt}`, { dueOn: day }),
      ]) {
        assert.equal(status, 400);
        assert.deepEqual([body.errors[0].field, body.errors[0].code], ['dueOn', 'receipt_day_past']);
      }
    // Goods that are late can be counted anew without a new day.
    await pool.query("update receipts set due_on = '2020-01-01' where id = $1", [receipt]);
    const recounted = await asAdmin(`PATCH /receipts/${receipt}`, { dueOn: '2020-01-01', quantity: 90 });
    assert.equal(recounted.status, 200, JSON.stringify(recounted.body));
  });

  test('to another day tells everybody who waits, once for each purchase', async () => {
    const part = await addPart(1000);
    const receipt = await part.receipt(9, 600);
    const id = await placed(part, [[100, 9], [200, 9], [100]]);
    const paid = await placed(part, [[100, 9]]);
    await pay(paid);
    const deleted = await placed(part, [[100, 9]]);
    await shop.call(`DELETE /purchases/${deleted}`, { token: buyer.token });
    const told = async () =>
      (
        await pool.query(
          "select facts from mails where kind = 'receipt_date_changed' and dedupe like $1 order by facts ->> 'orderNumber'",
          [`%${receipt}:%`],
        )
      ).rows.map(({ facts }) => [
        facts.purchaseId,
        facts.before,
        facts.dueOn,
        facts.lines.map(({ pieces, sku }: { pieces: number; sku: string }) => sku && pieces),
      ]);
    await asAdmin(`PATCH /receipts/${receipt}`, { dueOn: inDays(12), quantity: 700 });
    await asAdmin(`PATCH /receipts/${receipt}`, { dueOn: inDays(12), quantity: 600 });
    assert.deepEqual(await told(), [
      [id, inDays(9), inDays(12), [100, 200]],
      [paid, inDays(9), inDays(12), [100]],
    ]);
    assert.deepEqual((await waits(id))[0], [100, inDays(12)]);
    // A date that is given back is news again.
    await asAdmin(`PATCH /receipts/${receipt}`, { dueOn: inDays(9) });
    assert.equal((await told()).length, 4);
  });

  test('calls off what nobody is promised; ended holds take from stock then', async () => {
    const part = await addPart(0);
    const receipt = await part.receipt(9, 600);
    const id = await placed(part, [[100, 9]]);
    await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [id]);
    await shop.runJobs();
    assert.deepEqual((await asAdmin(`DELETE /receipts/${receipt}`)).body, { deletedCount: 1 });
    assert.deepEqual((await asAdmin(`DELETE /receipts/${receipt}`)).body, { deletedCount: 0 });
    assert.deepEqual(await part.seen(), [0]);
    const { body } = await shop.call(`POST /purchases/${id}/payment`, { token: buyer.token });
    assert.equal(body.code, 'stock_gone');
    await asAdmin(`PATCH /products/${part.id}`, { available: 100 });
    await pay(id);
    assert.deepEqual(await part.seen(), [0]);
  });
});

test('goods that arrive, are moved and called off while buyers order and delete leave no piece unaccounted for', async () => {
  const part = await addPart(3000);
  const buyers = await Promise.all(Array.from({ length: 3 }, () => shop.signUp()));
  const answers: string[] = [];
  let day = 20;
  await Promise.all([
    ...buyers.flatMap((person) =>
      [0, 1].map(async () => {
        for (let round = 0; round < 6; round += 1) {
          const [receipt] = await part.receipts();
          const lines: object[] = [{ productId: part.id, quantity: 100 }];
          if (receipt) lines.push({ productId: part.id, quantity: 100, receiptDate: receipt.dueOn });
          const body = { ...purchaseFor([]), lines, expectedTotal: lines.length * 100 * PRICE };
          const { status, body: answer } = await shop.call('POST /purchases', { token: person.token, body });
          answers.push(`POST ${status}`);
          if (status !== 201) continue;
          if (round % 3 === 0) continue;
          const deleted = await shop.call(`DELETE /purchases/${answer.insertedId}`, { token: person.token });
          answers.push(`DELETE ${deleted.status}`);
        }
      }),
    ),
    (async () => {
      for (let round = 0; round < 8; round += 1) {
        day += 1;
        const receipt = await part.receipt(day, 300);
        answers.push(
          `MOVE ${(await asAdmin(`PATCH /receipts/${receipt}`, { dueOn: inDays(day + 100) })).status}`,
        );
        const arrived = await asAdmin(`POST /receipts/${receipt}/arrive`, { quantity: 200 });
        answers.push(`ARRIVE ${arrived.status}`);
        answers.push(`OFF ${(await asAdmin(`DELETE /receipts/${receipt}`)).status}`);
      }
    })(),
  ]);
  const served = ['POST 201', 'POST 409', 'DELETE 200', 'MOVE 200', 'ARRIVE 200', 'OFF 200', 'OFF 409'];
  assert.deepEqual(
    answers.filter((answer) => !served.includes(answer)),
    [],
  );
});
