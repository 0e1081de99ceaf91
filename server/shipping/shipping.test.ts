import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeskPurchase } from '#contract/desk/schema.ts';
import { readPages } from '../../tests/fixtures/pdf.ts';
import { SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { openWarehouse } from '../../tests/fixtures/warehouse.ts';
import { until } from '../../tests/until.ts';
import { newId } from '../ground/database/uuid.ts';
import { keyOfCounter } from '../ground/limits/limits.ts';
import { trackingUrl } from './carriers.ts';

const shopWithTill = await startShopWithTill();
const { shop, till, admin, buyer } = shopWithTill;
const { pool } = shop.database;
const { place, buy, read, linesOf, post, ship, refund, ask, stockOf, requireSound, mailsOf } =
  openWarehouse(shopWithTill);

const pdfOf = async (path: string): Promise<Buffer> => {
  const answer = await fetch(shop.origin + path, { headers: { authorization: `Bearer ${admin.token}` } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return Buffer.from(await answer.arrayBuffer());
};

describe('a shipment', () => {
  test('of a part is told by one mail, seen with the purchase, and leaves the rest to ship', async () => {
    const bought = await buy([100, 100]);
    const { status, body } = await ship(bought, [60, 100], { carrier: 'dhl', tracking: 'A/1 $&' });
    assert.equal(status, 201, JSON.stringify(body));
    const { shipments, lines, shipping, toShip } = await read(bought.id);
    const url = 'https://www.dhl.com/en/express/tracking.html?AWB=A%2F1%20%24%26';
    assert.deepEqual([shipping, toShip, lines[0].shippedPieces, lines[0].toShip], ['part', 40, 60, 40]);
    assert.equal(shipments.length, 1);
    const listedWith = async (part: string) => {
      const { body } = await shop.call(`GET /desk/purchases?unshipped=yes&part=${part}`, {
        token: admin.token,
      });
      return body.map(({ _id }: { _id: string }) => _id);
    };
    assert.deepEqual(
      [await listedWith(bought.products[0]!), await listedWith(bought.products[1]!)],
      [[bought.id], []],
    );
    const { shippedAt: _, ...shipment } = shipments[0];
    assert.deepEqual(shipment, {
      ...{ _id: body.insertedId, carrier: 'DHL', tracking: 'A/1 $&', trackingUrl: url },
      lines: linesOf(bought.lines, [60, 100]),
    });
    assert.deepEqual((await ship(bought, [40])).status, 201);
    assert.equal((await read(bought.id)).shipping, 'all');
    const mails = await mailsOf('shipped', bought.id);
    assert.deepEqual(
      mails.map(({ isRest, trackingUrl }) => [isRest, trackingUrl]),
      [
        [false, url],
        [true, null],
      ],
    );
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: buyer.token });
    const told = history.filter(({ kind }: { kind: string }) => kind === 'shipped');
    assert.deepEqual(
      told.map(({ why }: { why: string }) => why),
      ['2 lines, 160 pcs, DHL, A/1 $&', '1 line, 40 pcs'],
    );
    await requireSound();
  });

  test('has its tracking corrected: the buyer gets one mail, and the log says what it was', async () => {
    const bought = await buy([100]);
    const { body } = await ship(bought, [60], { carrier: 'UPS', tracking: '1Z 1' });
    const change = (to: object) =>
      shop.call(`PATCH /shipments/${body.insertedId}`, { token: admin.token, body: to });
    for (const _ of [1, 2]) assert.equal((await change({ carrier: 'dhl', tracking: '00 34' })).status, 200);
    const [shipment] = (await read(bought.id)).shipments;
    assert.deepEqual([shipment.carrier, shipment.tracking], ['DHL', '00 34']);
    const mails = await mailsOf('shipment_changed', bought.id);
    assert.deepEqual(
      mails.map(({ tracking, lines: [line] }) => [tracking, line.pieces]),
      [['00 34', 60]],
    );
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: buyer.token });
    const told = history.filter(({ kind }: { kind: string }) => kind === 'shipment_changed');
    assert.deepEqual(
      told.map(({ why }: { why: string }) => why),
      ['UPS, 1Z 1 → DHL, 00 34'],
    );
    for (const [to, carrier, tracking] of [
      [{ tracking: '00 35' }, 'DHL', '00 35'],
      [{ carrier: '' }, undefined, '00 35'],
    ] as const) {
      assert.equal((await change(to)).status, 200);
      const [left] = (await read(bought.id)).shipments;
      assert.deepEqual([left.carrier, left.tracking], [carrier, tracking]);
    }
    // No mail is sent meanwhile.
    const pace = keyOfCounter('mails');
    await pool.query(
      `insert into rate_limits (key, empty_at) values ($1, now() + interval '1 day')
       on conflict (key) do update set empty_at = excluded.empty_at`,
      [pace],
    );
    await Promise.all(['1', '2', '3', '4'].map((number) => change({ tracking: number })));
    await pool.query('delete from rate_limits where key = $1', [pace]);
    const toldOf = async (which: string) => {
      const { rows } = await pool.query(
        `select facts ->> 'tracking' as told from mails where kind = 'shipment_changed' and ${which}
          and facts ->> 'purchaseId' = $1 and facts ->> 'tracking' in ('1', '2', '3', '4')`,
        [bought.id],
      );
      return rows;
    };
    await until(async () => {
      await shop.runJobs();
      return (await toldOf('next_at is not null')).length === 0;
    });
    const [last] = (await read(bought.id)).shipments;
    assert.deepEqual(
      await toldOf('sent_at is not null'),
      [{ told: last.tracking }],
      'of corrections that are not sent yet only the last is',
    );
  });

  test('is cancelled before it has left: its pieces are to ship, the others’ papers stay, and its own say so', async () => {
    const bought = await buy([100]);
    const first = await ship(bought, [60], { tracking: '1Z 1' });
    const second = await ship(bought, [10]);
    const slipOf = ({ body }: { body: { insertedId: string } }) =>
      pdfOf(`/shipments/${body.insertedId}/packing-slip.pdf`);
    const issued = await slipOf(second);
    const cancel = (id: string) => post(`/shipments/${id}/cancel`, { why: 'The wrong box' });
    assert.equal((await cancel(first.body.insertedId)).status, 200);
    assert.deepEqual((await cancel(first.body.insertedId)).body.params, { why: 'cancelled' });
    const { shipments, lines, shipping } = await read(bought.id);
    assert.deepEqual([shipping, lines[0].shippedPieces, lines[0].toShip], ['part', 10, 90]);
    assert.deepEqual(
      shipments.map(({ cancelledAt }: { cancelledAt?: string }) => typeof cancelledAt),
      ['string', 'undefined'],
    );
    assert.equal(await stockOf(bought.products[0]!), 900);
    assert.deepEqual(await slipOf(second), issued);
    const said = readPages(await slipOf(first)).join('\n');
    assert.match(said, /Packing slip: canceled/);
    assert.match(said, /shipment 1/);
    assert.deepEqual(
      (await mailsOf('shipment_cancelled', bought.id)).map(({ why, lines: [line] }) => [why, line.pieces]),
      [['The wrong box', 60]],
    );
    await requireSound();
    // What comes back, or is refunded as shipped, has left.
    await ask(bought, [10]);
    assert.deepEqual((await cancel(second.body.insertedId)).body.params, { why: 'came_back' });
    const third = await ship(bought, [90]);
    await refund(bought, 90, { of: 'shipped' });
    assert.deepEqual((await cancel(third.body.insertedId)).body.params, { why: 'came_back' });
    await requireSound();
  });

  test('of more than is left is refused with what is left of each line, and nothing is shipped', async () => {
    const bought = await buy([100, 100]);
    await ship(bought, [30]);
    const { status, body } = await ship(bought, [71, 101]);
    assert.deepEqual([status, body.code], [409, 'more_than_left']);
    assert.deepEqual(
      body.errors.map(({ field, params }: { field: string; params: object }) => [field, params]),
      [
        ['lines.0.quantity', { left: 70 }],
        ['lines.1.quantity', { left: 100 }],
      ],
    );
    const other = await buy([100]);
    const unknown = await post(`/purchases/${bought.id}/shipments`, { lines: linesOf(other.lines, [1]) });
    assert.deepEqual([unknown.status, unknown.body.errors[0].code], [400, 'no_such_line']);
    const twice = [...linesOf(bought.lines, [1]), ...linesOf(bought.lines, [1])];
    assert.equal((await post(`/purchases/${bought.id}/shipments`, { lines: twice })).status, 400);
    assert.equal((await read(bought.id)).toShip, 170);
  });

  test('of a purchase that is not paid, refunded, about to be, or unknown is refused', async () => {
    const unpaid = await place([100]);
    assert.equal((await ship(unpaid, [100])).body.code, 'not_paid');
    const bought = await buy([100]);
    assert.equal(
      (await post('/purchases/none/shipments', { lines: linesOf(bought.lines, [1]) })).status,
      404,
    );
    await pool.query(
      `update payments set state = 'refunding', refund_reason = 'x', refund_next_at = now() + interval '1 day'
       where purchase_id = $1`,
      [bought.id],
    );
    assert.equal((await ship(bought, [100])).body.code, 'being_refunded');
    const { body: list } = await shop.call('GET /desk/purchases?unshipped=yes', { token: admin.token });
    assert.equal(
      list.some(({ _id }: { _id: string }) => _id === bought.id),
      false,
    );
    await pool.query("update payments set state = 'succeeded' where purchase_id = $1", [bought.id]);
    await post(`/orders/${bought.lines[0]}/refund`, { reason: 'Recalled' });
    assert.equal((await ship(bought, [100])).body.code, 'already_refunded');
    await requireSound();
  });

  test('of a purchase whose refund the provider has refused is asked for nowhere, until its money has gone back', async () => {
    const [bought, other] = [await buy([100]), await buy([100])];
    /** Where staff find it as one to ship, in this order. */
    const places = ['list of staff', 'pick list', 'purchase', 'its line'];
    async function foundIn(): Promise<string[]> {
      const get = async (path: string) => (await shop.call(`GET ${path}`, { token: admin.token })).body;
      const { toShip, lines } = await get(`/purchases/${bought.id}`);
      const has = (list: { _id: string }[]) => list.some(({ _id }) => _id === bought.id);
      const picks = await get(`/shipping/pick-list?purchases=${bought.id},${other.id}`);
      assert.ok(picks.some(({ _id }: { _id: string }) => _id === other.products[0]));
      const found = [
        has(await get('/desk/purchases?unshipped=yes')),
        picks.some(({ _id }: { _id: string }) => _id === bought.products[0]),
        toShip > 0,
        lines[0].toShip > 0,
      ];
      return places.filter((_, nth) => found[nth]);
    }
    const mine = async () =>
      (await shop.call(`GET /orders/summary?email=${buyer.email}`, { token: buyer.token })).body.toShip;
    assert.deepEqual(await foundIn(), places);
    const before = await mine();
    await till.addFault({
      ...{ method: 'POST', path: '/v1/refunds', status: '400', code: 'charge_not_refundable', times: '1' },
    });
    const refund = await post(`/orders/${bought.lines[0]}/refund`, { reason: 'Recalled' });
    assert.equal(refund.body.code, 'refund_refused');
    assert.deepEqual(await foundIn(), []);
    assert.equal(await mine(), before - 1);
    assert.equal((await ship(bought, [100])).body.code, 'being_refunded');
    const { rows } = await pool.query('select id from payments where purchase_id = $1', [bought.id]);
    assert.equal((await post(`/payments/${rows[0].id}/refund/withdraw`, { why: 'Kept' })).status, 200);
    assert.deepEqual([await foundIn(), await mine()], [places, before]);
    assert.equal((await post(`/orders/${bought.lines[0]}/refund`, { reason: 'Recalled' })).status, 200);
    assert.deepEqual([(await read(bought.id)).state, await foundIn()], ['refunded', []]);
    await requireSound();
  });

  test('has none of the pieces that have not arrived', async () => {
    const bought = await buy([100], true);
    const { body } = await ship(bought, [1]);
    assert.deepEqual([body.code, body.errors[0].params], ['more_than_left', { left: 0 }]);
    const { rows } = await pool.query('select receipt_id from orders where id = $1', [bought.lines[0]]);
    await post(`/receipts/${rows[0].receipt_id}/arrive`, { quantity: 30 });
    assert.deepEqual([(await ship(bought, [31])).status, (await ship(bought, [30])).status], [409, 201]);
    assert.deepEqual([(await read(bought.id)).shipping, (await read(bought.id)).toShip], ['part', 0]);
    await requireSound();
  });

  test('is made once for a repeat with the same Idempotency-Key', async () => {
    const bought = await buy([100]);
    const body = { lines: linesOf(bought.lines, [60]) };
    const headers = { 'idempotency-key': 'ship-1' };
    const answers = await Promise.all(
      [1, 2].map(() => post(`/purchases/${bought.id}/shipments`, body, admin, headers)),
    );
    assert.deepEqual([answers[0]!.status, answers[1]!.body], [201, answers[0]!.body]);
    assert.equal((await read(bought.id)).shipments.length, 1);
  });
});

test('a carrier, a tracking number and a bin are on one line, without invisible characters', async () => {
  const bought = await buy([100]);
  for (const text of ['DHL\n1', 'DHL\u061c1', 'DHL\u20281', 'DHL\u200b1']) {
    for (const field of ['carrier', 'tracking']) {
      const { status, body } = await ship(bought, [1], { [field]: text });
      assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [400, field, 'one_line']);
    }
    const changed = await shop.call(`PATCH /products/${bought.products[0]}`, {
      ...{ token: admin.token, body: { bin: text } },
    });
    assert.deepEqual([changed.status, changed.body.errors[0].code], [400, 'one_line']);
  }
});

test('a purchase has 200 shipments at most', async () => {
  const bought = await buy([100]);
  await pool.query('update purchases set shipments_count = 199 where id = $1', [bought.id]);
  assert.equal((await ship(bought, [1])).status, 201);
  const { status, body } = await ship(bought, [1]);
  assert.deepEqual(
    [status, body.code, body.params],
    [409, 'purchase_full', { what: 'shipments', most: 200 }],
  );
  await pool.query('update purchases set shipments_count = 1 where id = $1', [bought.id]);
});

test('the shipments of a purchase have 5,000 lines together at most', async () => {
  const bought = await buy([100, 100, 100]);
  const count = (lines: number) =>
    pool.query('update purchases set shipment_lines_count = $2 where id = $1', [bought.id, lines]);
  assert.equal((await ship(bought, [1, 1])).status, 201);
  const { rows } = await pool.query('select shipment_lines_count from purchases where id = $1', [bought.id]);
  assert.equal(rows[0].shipment_lines_count, 2);
  await count(4_998);
  const { status, body } = await ship(bought, [1, 1, 1]);
  assert.deepEqual(
    [status, body.code, body.params],
    [409, 'purchase_full', { what: 'shipmentLines', most: 5_000 }],
  );
  assert.equal((await read(bought.id)).shipments.length, 1);
  assert.equal((await ship(bought, [1, 1])).status, 201);
  await count(4);
  await requireSound();
});

describe('what is to ship', () => {
  test('is listed for staff, those that were paid first come first, page by page', async () => {
    const [first, second] = [await buy([110, 105]), await buy([100])];
    await ship(first, [4]);
    const list = async (query = '') =>
      (await shop.call(`GET /desk/purchases?unshipped=yes&sort=paid${query}`, { token: admin.token }))
        .body as DeskPurchase[];
    const found = (await list()).filter(({ _id }) => [first.id, second.id].includes(_id));
    assert.deepEqual(
      found.map(({ _id }) => _id),
      [first.id, second.id],
    );
    const { toShip, awaited, pieces, shipping } = found[0]!;
    assert.deepEqual([toShip, awaited, pieces, shipping], [211, 0, 215, 'part']);
    assert.equal((await list(`&limit=1&after=${first.id}`))[0]?._id, second.id);
    await ship(second, [100]);
    assert.equal(
      (await list()).some(({ _id }) => _id === second.id),
      false,
    );
  });
});

describe('a refund of pieces', () => {
  test('cancels those that are not shipped, and puts them on sale unless it says that it does not', async () => {
    const bought = await buy([100]);
    assert.equal((await refund(bought, 10, { restock: false })).status, 201);
    assert.equal(await stockOf(bought.products[0]!), 900);
    assert.equal((await refund(bought, 20, { of: 'unshipped' })).status, 201);
    assert.equal(await stockOf(bought.products[0]!), 920);
    const [line] = (await read(bought.id)).lines;
    assert.deepEqual([line.cancelledPieces, line.refundedPieces, line.toShip], [30, 30, 70]);
    assert.deepEqual((await ship(bought, [71])).body.errors[0].params, { left: 70 });
    await requireSound();
    await ship(bought, [50]);
    const { body } = await refund(bought, 21, { of: 'unshipped' });
    assert.deepEqual([body.code, body.errors[0].params], ['more_than_left', { left: 20 }]);
    assert.equal((await refund(bought, 51, { of: 'shipped' })).status, 409);
    assert.equal((await refund(bought, 5, { of: 'shipped' })).status, 201);
    assert.deepEqual((await read(bought.id)).lines[0].toShip, 20);
    await requireSound();
  });

  test('is made once for a repeat with the same Idempotency-Key', async () => {
    const bought = await buy([100]);
    const body = { reason: 'Too late', lines: linesOf(bought.lines, [10]) };
    const again = () =>
      post(`/purchases/${bought.id}/refunds`, body, admin, { 'idempotency-key': 'refund-1' });
    const [first, second] = [await again(), await again()];
    assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body]);
    assert.equal((await read(bought.id)).lines[0].refundedPieces, 10);
  });

  test('of the whole rest puts on sale what is neither shipped nor cancelled, and shipped pieces come back by receiving them', async () => {
    const bought = await buy([100]);
    await ship(bought, [60]);
    await refund(bought, 10, { of: 'unshipped', restock: false });
    await post(`/orders/${bought.lines[0]}/refund`, { reason: 'Recalled' });
    assert.equal(await stockOf(bought.products[0]!), 930);
    await requireSound();
    const { body } = await ask(bought, [60], admin);
    const lines = linesOf(bought.lines, [60]).map((line) => ({
      ...line,
      condition: 'as new',
      restock: true,
    }));
    assert.equal((await post(`/returns/${body.insertedId}/receive`, { lines })).status, 200);
    assert.equal(await stockOf(bought.products[0]!), 990);
    await requireSound();
  });
});

describe('the papers of a shipment', () => {
  const textOf = async (path: string) =>
    readPages(await pdfOf(path))
      .join('')
      .split('\n');

  test('say what it has, and what follows it without what is cancelled, whatever is shipped later', async () => {
    const bought = await buy([100, 100, 100]);
    await refund(bought, 5);
    const { body } = await ship(bought, [60, 100], { carrier: 'UPS', tracking: '1Z 999' });
    const later = (await ship(bought, [30])).body.insertedId;
    const path = `/shipments/${body.insertedId}`;
    const slip = await textOf(`${path}/packing-slip.pdf?paper=letter`);
    const at = slip.indexOf('To follow') + 1;
    assert.deepEqual(
      slip.slice(at).filter((text) => /^\d+$/.test(text)),
      [...['1', '95', '60', '35'], ...['2', '100', '100', '0']],
    );
    assert.ok(slip.includes('135 pcs of this order come in another shipment.'));
    const label = await textOf(`${path}/label.pdf`);
    for (const said of ['Grace Hopper', 'Oakland, CA 94607', 'UPS', '1Z 999', '1'])
      assert.ok(label.includes(said));
    assert.ok((await textOf(`/shipments/${later}/label.pdf?size=a6`)).includes('2'));
  });

  test('of no such shipment are not found', async () => {
    for (const id of ['none', newId()]) {
      const { status, body } = await shop.call(`GET /shipments/${id}/label.pdf`, { token: admin.token });
      assert.deepEqual([status, body.code], [404, 'not_found']);
    }
  });
});

describe('a purchase', () => {
  test('has another address until something of it is shipped, and the log has the one before', async () => {
    const bought = await buy([100]);
    const change = (city: string) =>
      shop.call(`PUT /purchases/${bought.id}/address`, {
        ...{ token: admin.token, body: { shipTo: { ...SHIP_TO, city } } },
      });
    assert.equal((await change('Reno')).status, 200);
    assert.equal((await read(bought.id)).shipTo.city, 'Reno');
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: admin.token });
    assert.match(history.at(-1).why, /^Before: .*Oakland/);
    const [told] = await mailsOf('ship_to_changed', bought.id);
    assert.match(told.before, /Oakland/);
    assert.match(told.after, /Reno/);
    assert.equal((await change('Reno')).status, 200, 'a repeat, perhaps of one whose answer was lost');
    assert.equal((await mailsOf('ship_to_changed', bought.id)).length, 1);
    await ship(bought, [1]);
    assert.equal((await change('Sparks')).body.code, 'shipped_already');
    assert.equal((await read(bought.id)).shipTo.city, 'Reno');
  });

  test('has another PO number, cost center, delivery and note by its buyer until something is shipped; its invoice stays', async () => {
    const bought = await buy([100]);
    const change = (body: object, { token } = buyer) =>
      shop.call(`PATCH /purchases/${bought.id}/details`, { token, body });
    const invoice = await pdfOf(`/purchases/${bought.id}/invoice.pdf`);
    for (const _ of [1, 2])
      assert.equal((await change({ poNumber: 'PO-2', costCentre: 'R&D', note: 'Call first' })).status, 200);
    assert.equal((await change({ costCentre: '' })).status, 200);
    const { poNumber, costCentre, note } = await read(bought.id);
    assert.deepEqual([poNumber, costCentre, note], ['PO-2', undefined, 'Call first']);
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: buyer.token });
    const told = history.filter(({ kind }: { kind: string }) => kind === 'details_changed');
    assert.deepEqual(
      told.map(({ why }: { why: string }) => why),
      [
        'PO number: none → PO-2; Cost center: none → R&D; Order notes: none → Call first',
        'Cost center: R&D → none',
      ],
    );
    assert.equal((await mailsOf('details_changed', bought.id)).length, 2);
    assert.deepEqual(await pdfOf(`/purchases/${bought.id}/invoice.pdf`), invoice);
    const byBuyer = { token: buyer.token, body: { shipTo: { ...SHIP_TO, city: 'Reno' } } };
    assert.equal((await shop.call(`PUT /purchases/${bought.id}/address`, byBuyer)).status, 200);
    assert.equal((await change({ poNumber: 'PO-3' }, await shop.signUp())).status, 404);
    await pool.query(
      `insert into events (id, kind, actor, purchase_id, facts)
       select gen_random_uuid(), 'ship_to_changed', 'buyer', $1, '{"before": "1 Dock Road"}' from generate_series(1, 47)`,
      [bought.id],
    );
    assert.deepEqual((await change({ poNumber: 'PO-3' })).body.params, { what: 'changes', most: 50 });
    await ship(bought, [1]);
    assert.equal((await change({ poNumber: 'PO-3' })).body.code, 'shipped_already');
  });

  test('is asked to be cancelled by its buyer, stands in what is to do, and is refused with a reason or refunded', async () => {
    const bought = await buy([100]);
    const ask = ({ token } = buyer) =>
      shop.call(`POST /purchases/${bought.id}/cancel`, { token, body: { why: 'Ordered twice' } });
    const refuse = () => post(`/purchases/${bought.id}/cancel/refuse`, { why: 'It is packed' });
    const asked = async () => {
      const { body } = await shop.call('GET /desk/purchases?refund=asked', { token: admin.token });
      const { body: overview } = await shop.call('GET /desk/overview', { token: admin.token });
      assert.equal(overview.toDo.cancelsAsked.count, body.length);
      return body.some(({ _id }: { _id: string }) => _id === bought.id);
    };
    assert.equal((await refuse()).body.code, 'cancel_not_asked');
    for (const _ of [1, 2]) assert.equal((await ask()).status, 200);
    assert.equal((await ask(admin)).status, 404);
    const { cancelAskedAt, cancelWhy } = await read(bought.id);
    assert.deepEqual([typeof cancelAskedAt, cancelWhy, await asked()], ['string', 'Ordered twice', true]);
    assert.equal((await refuse()).status, 200);
    assert.deepEqual([(await read(bought.id)).cancelWhy, await asked()], [undefined, false]);
    assert.deepEqual(
      (await mailsOf('cancel_refused', bought.id)).map(({ text }) => text),
      ['It is packed'],
    );
    assert.equal((await ask()).status, 200);
    await post(`/orders/${bought.lines[0]}/refund`, { reason: 'As you asked' });
    assert.equal(await asked(), false);
    assert.equal((await ask()).body.code, 'already_refunded');
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: buyer.token });
    const told = history.flatMap(({ kind, why }: { kind: string; why: string }) =>
      kind.startsWith('cancel_') ? [[kind, why]] : [],
    );
    assert.deepEqual(told, [
      ['cancel_asked', 'Ordered twice'],
      ['cancel_refused', 'It is packed'],
      ['cancel_asked', 'Ordered twice'],
    ]);
    const shipped = await buy([100]);
    const wish = { token: buyer.token, body: { why: 'Ordered twice' } };
    assert.equal((await shop.call(`POST /purchases/${shipped.id}/cancel`, wish)).status, 200);
    await ship(shipped, [100]);
    const { body: waiting } = await shop.call('GET /desk/purchases?refund=asked', { token: admin.token });
    assert.deepEqual([waiting, (await read(shipped.id)).cancelAskedAt], [[], undefined]);
    const tooLate = await shop.call(`POST /purchases/${shipped.id}/cancel`, {
      token: buyer.token,
      body: { why: 'No' },
    });
    assert.equal(tooLate.body.code, 'shipped_already');
  });

  test('has the address of whoever saw the one before: two who change it at once do not overwrite each other', async () => {
    const bought = await buy([100]);
    const { shippingAdd, phone } = await read(bought.id);
    const answers = await Promise.all(
      ['Reno', 'Sparks'].map((city) =>
        shop.call(`PUT /purchases/${bought.id}/address`, {
          token: admin.token,
          body: { shipTo: { ...SHIP_TO, city }, before: `${shippingAdd}\n${phone}` },
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status, body }) => body.code ?? status).sort(), [200, 'address_changed']);
    const { shipTo } = await read(bought.id);
    assert.equal(shipTo.city, answers[0]!.status === 200 ? 'Reno' : 'Sparks');
    const again = await shop.call(`PUT /purchases/${bought.id}/address`, {
      token: admin.token,
      body: { shipTo, before: `${shippingAdd}\n${phone}` },
    });
    assert.equal(again.status, 200, 'nobody else has changed what is as one wants it');
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: admin.token });
    assert.equal(history.filter(({ kind }: { kind: string }) => kind === 'ship_to_changed').length, 1);
  });

  test('has notes for staff, and messages that its buyer gets by mail', async () => {
    const bought = await place([100]);
    await post(`/purchases/${bought.id}/notes`, { text: 'Call first' });
    await post(`/purchases/${bought.id}/notes`, { text: 'Two parts are late', toBuyer: true });
    const historyFor = async ({ token }: { token: string }) =>
      (await shop.call(`GET /purchases/${bought.id}/history`, { token })).body.flatMap(
        ({ kind, why }: { kind: string; why?: string }) => (why === undefined ? [] : [[kind, why]]),
      );
    const told = ['buyer_told', 'Two parts are late'];
    assert.deepEqual(await historyFor(admin), [['note_added', 'Call first'], told]);
    assert.deepEqual(await historyFor(buyer), [told]);
    assert.deepEqual(
      (await mailsOf('message', bought.id)).map(({ text }) => text),
      ['Two parts are late'],
    );
  });
});

test('a link to a carrier holds nothing of the number but itself', () => {
  assert.equal(trackingUrl('UPS', '1Z\'"/?&#'), "https://www.ups.com/track?tracknum=1Z'%22%2F%3F%26%23");
  assert.deepEqual([trackingUrl('Own van', '1'), trackingUrl('UPS', null)], [undefined, undefined]);
});
