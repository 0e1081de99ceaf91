// Costs a shop with a till: changing quantities of unpaid purchases, and what may happen meanwhile.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases/schema.ts';
import { intentIdOf } from '../../tests/fixtures/payments.ts';
import { addProduct, purchaseFor, type WantedPart } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { audit } from '../ops/audit/audit.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
const { database } = shop;

const as = (token: string) => (route: string, body?: unknown) => shop.call(route, { token, body });
const [mine, asAdmin] = [as(buyer.token), as(admin.token)];
const read = async (id: string): Promise<PurchaseDetail> => (await mine(`GET /purchases/${id}`)).body;
const stockOf = async ({ productId }: PurchaseLine): Promise<number> =>
  (await database.pool.query('select available from products where id = $1', [productId])).rows[0].available;

/** Places a purchase of 100 pieces each of new products at $2.50, of which there are 1,000. */
async function place(count = 2): Promise<PurchaseDetail> {
  const parts = await Promise.all(Array.from({ length: count }, () => addProduct(database, 1000)));
  const wanted = parts.map((_id): WantedPart => [{ _id, price: 2.5 }, 100]);
  const { body } = await mine('POST /purchases', purchaseFor(wanted));
  return read(body.insertedId);
}

const change = (
  { _id }: { _id: string },
  lines: [PurchaseLine, number][],
  expectedTotal: number,
  by = mine,
) =>
  by(`PATCH /purchases/${_id}/lines`, {
    lines: lines.map(([line, quantity]) => ({ _id: line._id, quantity })),
    expectedTotal,
  });

async function endHold({ _id }: PurchaseDetail): Promise<void> {
  await database.pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [
    _id,
  ]);
  await shop.runJobs();
}

test('a change is told in the answer, in the history and by mail, and moves stock by the difference', async () => {
  const placed = await place(3);
  const [one, two, three] = placed.lines as [PurchaseLine, PurchaseLine, PurchaseLine];
  const { status, body } = await change(
    placed,
    [
      [one, 400],
      [two, 0],
    ],
    1250,
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body, await read(placed._id));
  assert.deepEqual(
    [body.total, body.heldUntil, body.lines.map(({ quantity, total }: PurchaseLine) => [quantity, total])],
    [
      1250,
      placed.heldUntil,
      [
        [400, 1000],
        [100, 250],
      ],
    ],
  );
  assert.deepEqual(await Promise.all([one, two, three].map(stockOf)), [600, 1000, 900]);
  const { body: history } = await mine(`GET /purchases/${placed._id}/history`);
  assert.deepEqual(
    history.slice(1).map(({ what, why }: { what: string; why?: string }) => [what, why]),
    [
      ['Quantity changed', '100 → 400 pcs'],
      ['Order deleted', undefined],
    ],
  );
  const { rows } = await database.pool.query(
    "select facts -> 'changes' as changes from mails where kind = 'lines_changed' and facts ->> 'purchaseId' = $1",
    [placed._id],
  );
  assert.deepEqual(rows[0].changes, [
    { productName: one.productName, from: 100, to: 400 },
    { productName: two.productName, from: 100, to: 0 },
  ]);
  // The same again changes nothing, and tells nothing.
  assert.equal((await change(placed, [[one, 400]], 1250)).status, 200);
  assert.equal((await mine(`GET /purchases/${placed._id}/history`)).body.length, 3);
});

test('what cannot be had is said line by line, and nothing has changed then', async () => {
  const placed = await place();
  const [one, two] = placed.lines as [PurchaseLine, PurchaseLine];
  const refused = await change(
    placed,
    [
      [two, 99],
      [one, 1001],
    ],
    5000,
  );
  assert.deepEqual(
    [
      refused.status,
      refused.body.code,
      refused.body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    ],
    [
      409,
      'lines_refused',
      [
        ['lines.1.quantity', 'too_many'],
        ['lines.0.quantity', 'too_few'],
      ],
    ],
  );
  const other = await change(placed, [[one, 200]], 500);
  assert.deepEqual(
    [other.status, other.body.code, other.body.params],
    [409, 'total_changed', { total: 750 }],
  );
  const stranger = await change(placed, [[{ ...one, _id: placed._id }, 200]], 500);
  assert.deepEqual([stranger.status, stranger.body.errors[0].field], [400, 'lines.0._id']);
  const none = await change(
    placed,
    [
      [one, 0],
      [two, 0],
    ],
    0,
  );
  assert.deepEqual([none.status, none.body.errors[0].field], [400, 'lines']);
  assert.deepEqual(await read(placed._id), placed);
});

describe('the payment of a purchase that changes', () => {
  const pay = async ({ _id }: PurchaseDetail): Promise<string> =>
    (await mine(`POST /purchases/${_id}/payment`)).body.clientSecret;

  test('follows: the open one is canceled, and the next one is of the new total', async () => {
    const placed = await place(1);
    const before = await pay(placed);
    assert.equal((await change(placed, [[placed.lines[0]!, 200]], 500)).status, 200);
    assert.equal((await till.pay(before)).status, 400);
    const secret = await pay(placed);
    assert.equal((await till.pay(secret)).body.amount, 50_000);
    const transactionId = intentIdOf(secret);
    assert.equal((await mine(`PATCH /purchases/${placed._id}`, { transactionId })).status, 200);
    const late = await change(placed, [[placed.lines[0]!, 100]], 250);
    assert.deepEqual([late.status, late.body.code], [409, 'already_paid']);
  });

  test('goes on where the change is refused', async () => {
    const placed = await place(1);
    const secret = await pay(placed);
    assert.equal((await change(placed, [[placed.lines[0]!, 1]], 2.5)).body.code, 'lines_refused');
    assert.equal((await till.pay(secret)).status, 200);
    await mine(`PATCH /purchases/${placed._id}`, { transactionId: intentIdOf(secret) });
    assert.notEqual((await read(placed._id)).paidAt, undefined);
  });

  test('at the same moment is refused, or the change is: what is paid is what the purchase comes to', async () => {
    for (let round = 0; round < 6; round += 1) {
      const placed = await place(1);
      const secret = await pay(placed);
      const [paid, changed] = await Promise.all([
        till.pay(secret),
        change(placed, [[placed.lines[0]!, 200]], 500),
      ]);
      await mine(`PATCH /purchases/${placed._id}`, { transactionId: intentIdOf(secret) });
      await till.eventsArrived();
      const after = await read(placed._id);
      const isPaid = after.paidAt !== undefined;
      assert.equal(isPaid, paid.status === 200, JSON.stringify([paid, changed]));
      assert.equal(changed.status, isPaid ? 409 : 200);
      assert.equal(after.total, isPaid ? 250 : 500);
    }
  });
});

describe('a purchase whose hold has ended', () => {
  test('is held again by a change, of what there still is', async () => {
    const placed = await place();
    const [one, two] = placed.lines as [PurchaseLine, PurchaseLine];
    await endHold(placed);
    const other = await mine('POST /purchases', purchaseFor([[{ _id: two.productId, price: 2.5 }, 950]]));
    assert.equal(other.status, 201);
    const refused = await change(placed, [[one, 200]], 750);
    assert.deepEqual([refused.status, refused.body.code], [409, 'lines_refused']);
    assert.deepEqual(refused.body.errors[0].field, `lines.${two._id}.quantity`);
    const { status, body } = await change(
      placed,
      [
        [one, 200],
        [two, 0],
      ],
      500,
    );
    assert.deepEqual([status, body.state], [200, 'to_pay'], JSON.stringify(body));
    assert.ok(Date.parse(body.heldUntil) > Date.now());
    assert.deepEqual(await Promise.all([one, two].map(stockOf)), [800, 50]);
  });

  test('at the moment of the change has its pieces once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const placed = await place(1);
      const [, changed] = await Promise.all([
        endHold(placed),
        change(placed, [[placed.lines[0]!, 300]], 750),
      ]);
      assert.equal(changed.status, 200);
      const { state } = await read(placed._id);
      assert.equal(await stockOf(placed.lines[0]!), state === 'to_pay' ? 700 : 1000);
    }
  });
});

test('charges stay in the total when lines change and go', async () => {
  const placed = await place();
  const [one, two] = placed.lines as [PurchaseLine, PurchaseLine];
  await database.pool.query(
    `with charge as (
       insert into charges (purchase_id, no, kind, reason, net_cents, category, rate_bp)
       values ($1, 1, 'freight', 'Express', 1005, 'S', 1900), ($1, 2, 'discount', 'First order', -500, 'O', 0)
     ) update purchases set total_cents = total_cents + 1005 + 191 - 500 where id = $1`,
    [placed._id],
  );
  assert.deepEqual((await audit(database.db)).faults, []);
  assert.equal((await change(placed, [[one, 200]], 756.96)).body.total, 756.96);
  await mine(`DELETE /orders/${two._id}`);
  assert.equal((await read(placed._id)).total, 506.96);
  assert.deepEqual((await audit(database.db)).faults, []);
});

test('changes at the same moment are done one after the other, and none on a total that is not there any more', async () => {
  const placed = await place();
  const [one, two] = placed.lines as [PurchaseLine, PurchaseLine];
  const answers = await Promise.all([
    change(placed, [[one, 300]], 1000),
    change(placed, [[two, 300]], 1000),
    change(placed, [[one, 200]], 750, asAdmin),
  ]);
  const good = answers.filter(({ status }) => status === 200);
  assert.ok(good.length >= 1, JSON.stringify(answers.map(({ body }) => body.code)));
  const after = await read(placed._id);
  assert.equal(
    after.total,
    after.lines.reduce((sum, { quantity }) => sum + 2.5 * quantity, 0),
  );
  for (const line of after.lines) assert.equal(await stockOf(line), 1000 - line.quantity);
});
