import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { openWarehouse } from '../../tests/fixtures/warehouse.ts';
import { newId } from '../ground/database/uuid.ts';

const shopWithTill = await startShopWithTill();
const { shop, admin, buyer } = shopWithTill;
const { pool } = shop.database;
const { buy, read, post, ship, refund, ask, stockOf, requireSound, mailsOf } = openWarehouse(shopWithTill);

const isOwed = async (id: string): Promise<boolean> => {
  const { body } = await shop.call('GET /desk/purchases?refund=owed', { token: admin.token });
  return body.some(({ _id }: { _id: string }) => _id === id);
};

describe('a return', () => {
  test('is asked for by the buyer, answered, received in parts, and its money goes back with a credit note', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    const { status, body } = await ask(bought, [20]);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual((await ask(bought, [81])).body.errors[0].params, { left: 80 });
    const { body: open } = await shop.call('GET /returns', { token: admin.token });
    assert.equal(open.find(({ _id }: { _id: string }) => _id === body.insertedId).state, 'asked');
    const answer = (state: string, more = {}) =>
      shop.call(`PATCH /returns/${body.insertedId}`, { token: admin.token, body: { state, ...more } });
    assert.equal((await answer('declined')).status, 400);
    assert.equal((await answer('accepted', { answer: 'Send them to gate 4' })).status, 200);
    assert.equal((await answer('accepted')).body.code, 'return_state');
    assert.deepEqual(
      (await mailsOf('return_answered', bought.id)).map(({ answer, why }) => [answer, why]),
      [['accepted', 'Send them to gate 4']],
    );
    const receive = (lines: [number, boolean][]) =>
      post(`/returns/${body.insertedId}/receive`, {
        lines: lines.map(([quantity, restock]) => ({
          ...{ orderId: bought.lines[0], quantity, restock, condition: restock ? 'as new' : 'bent pins' },
        })),
      });
    const tooMany = await receive([
      [15, true],
      [6, false],
    ]);
    assert.deepEqual([tooMany.body.code, tooMany.body.errors[0].params], ['more_than_left', { left: 5 }]);
    assert.equal((await receive([[10, true]])).status, 200);
    assert.equal(
      (
        await receive([
          [5, true],
          [5, false],
        ])
      ).status,
      200,
    );
    assert.equal((await receive([[1, true]])).body.code, 'return_state');
    assert.equal(await stockOf(bought.products[0]!), 915);
    assert.equal((await refund(bought, 20)).status, 201);
    const { returns, lines, refunded } = await read(bought.id);
    assert.deepEqual(
      [returns[0].state, returns[0].lines[0].received, returns[0].lines[0].restocked],
      ['received', 20, 15],
    );
    assert.deepEqual([lines[0].returnedPieces, lines[0].cancelledPieces, refunded], [20, 0, 50]);
    const { body: notes } = await shop.call(`GET /purchases/${bought.id}/credit-notes`, {
      token: buyer.token,
    });
    assert.deepEqual(
      notes.map(({ amount }: { amount: number }) => amount),
      [50],
    );
    await requireSound();
  });

  test('has a number that mails tell when it is asked for and answered, and says what the buyer wants', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    await ask(bought, [10]);
    const lines = [{ orderId: bought.lines[0], quantity: 20, reason: 'Bent pins' }];
    const asked = await post(`/purchases/${bought.id}/returns`, { lines, wish: 'replacement' }, buyer);
    await shop.call(`PATCH /returns/${asked.body.insertedId}`, {
      ...{ token: admin.token, body: { state: 'accepted' } },
    });
    const { number, returns } = await read(bought.id);
    assert.deepEqual(
      returns.map((one: { number: string; wish?: string }) => [one.number, one.wish]),
      [
        [`${number}-R1`, undefined],
        [`${number}-R2`, 'replacement'],
      ],
    );
    assert.deepEqual(
      (await mailsOf('return_asked', bought.id)).map(({ nth, wish, lines: [line] }) => [
        nth,
        wish,
        line.pieces,
      ]),
      [
        [1, null, 10],
        [2, 'replacement', 20],
      ],
    );
    assert.deepEqual(
      (await mailsOf('return_answered', bought.id)).map(({ nth }) => nth),
      [2],
    );
  });

  test('is withdrawn by its buyer until pieces of it come in, and may be asked for anew', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    const { body } = await ask(bought, [100]);
    const withdraw = (id: string) => post(`/returns/${id}/withdraw`, {}, buyer);
    assert.equal((await withdraw(body.insertedId)).status, 200);
    assert.deepEqual((await withdraw(body.insertedId)).body.params, { state: 'closed' });
    const { returns } = await read(bought.id);
    assert.deepEqual([returns[0].state, typeof returns[0].withdrawnAt], ['closed', 'string']);
    const again = await ask(bought, [100]);
    assert.equal(again.status, 201);
    const line = { orderId: bought.lines[0], quantity: 1, condition: 'as new', restock: true };
    await post(`/returns/${again.body.insertedId}/receive`, { lines: [line] });
    assert.deepEqual((await withdraw(again.body.insertedId)).body.params, { state: 'received in part' });
    await requireSound();
  });

  test('of damaged pieces stands in the ledger of its part, too', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    const { body } = await ask(bought, [2], admin);
    const line = { orderId: bought.lines[0], quantity: 2, condition: 'bent pins', restock: false };
    await post(`/returns/${body.insertedId}/receive`, { lines: [line] });
    const { body: ledger } = await shop.call(`GET /products/${bought.products[0]}/stock`, {
      token: admin.token,
    });
    assert.deepEqual(
      [ledger[0].kind, ledger[0].change, ledger[0].why],
      ['pieces_returned', 0, '2 pcs: bent pins'],
    );
  });

  test('that came back may stay without a refund: the buyer reads why, and nothing is to refund any more', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    const { body } = await ask(bought, [20]);
    const line = { orderId: bought.lines[0], quantity: 20, condition: 'worn', restock: false };
    const decline = (pieces: number) =>
      post(`/purchases/${bought.id}/refunds/decline`, { pieces, why: 'The seals are broken' });
    assert.equal((await decline(20)).body.code, 'refund_changed');
    assert.equal((await post(`/returns/${body.insertedId}/receive`, { lines: [line] })).status, 200);
    assert.equal((await refund(bought, 5)).status, 201);
    assert.equal((await decline(20)).body.code, 'refund_changed');
    assert.deepEqual(await isOwed(bought.id), true);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await decline(15)).status));
    assert.deepEqual(statuses.sort(), [200, 409, 409]);
    assert.deepEqual(await isOwed(bought.id), false);
    const { lines } = await read(bought.id);
    assert.deepEqual(
      [lines[0].returnedPieces, lines[0].refundedPieces, lines[0].declinedPieces],
      [20, 5, 15],
    );
    assert.deepEqual(
      (await mailsOf('refund_declined', bought.id)).map(({ why, lines: [told] }) => [why, told.pieces]),
      [['The seals are broken', 15]],
    );
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: buyer.token });
    const told = history.find(({ kind }: { kind: string }) => kind === 'refund_declined');
    assert.equal(told.why, '15 pcs: The seals are broken');
    // What comes back afterwards is to refund; what was declined still may be.
    const again = await ask(bought, [1]);
    const last = { ...line, quantity: 1 };
    assert.equal((await post(`/returns/${again.body.insertedId}/receive`, { lines: [last] })).status, 200);
    assert.deepEqual(await isOwed(bought.id), true);
    assert.equal((await refund(bought, 1)).status, 201);
    assert.deepEqual(await isOwed(bought.id), false);
    assert.equal((await refund(bought, 15)).status, 201);
    await requireSound();
  });

  test('is one of 20 open ones at most, and of 200 of all times, however many are asked for at once', async () => {
    const bought = await buy([1000]);
    await ship(bought, [1000]);
    const asked = await Promise.all(Array.from({ length: 24 }, () => ask(bought, [1])));
    const refused = asked.filter(({ status }) => status !== 201);
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.code, body.params]),
      Array.from({ length: 4 }, () => [409, 'purchase_full', { what: 'openReturns', most: 20 }]),
    );
    const { body } = asked.find(({ status }) => status === 201)!;
    const decline = { state: 'declined', answer: 'Used' };
    await shop.call(`PATCH /returns/${body.insertedId}`, { token: admin.token, body: decline });
    assert.equal((await ask(bought, [1])).status, 201);
    await pool.query('update purchases set returns_count = 200, open_returns = 0 where id = $1', [bought.id]);
    assert.deepEqual((await ask(bought, [1])).body.params, { what: 'returns', most: 200 });
    await pool.query('update purchases set returns_count = 21, open_returns = 20 where id = $1', [bought.id]);
    await requireSound();
  });

  test('has reasons of so many bytes together, whatever letters they are of', async () => {
    const lines = Array.from({ length: 22 }, () => ({
      orderId: newId(),
      quantity: 1,
      reason: 'ङ'.repeat(500),
    }));
    const { status, body } = await post(`/purchases/${newId()}/returns`, { lines }, buyer);
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [400, 'lines', 'reasons_long']);
    assert.equal((await post(`/purchases/${newId()}/returns`, { lines: lines.slice(1) }, buyer)).status, 404);
  });

  test('is accepted with a mail, also where staff enter it or receive a part of what nobody has answered', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    const told = async () =>
      (await mailsOf('return_answered', bought.id)).map(({ answer, lines }) => [answer, lines[0].pieces]);
    assert.equal((await ask(bought, [20], admin)).status, 201);
    assert.deepEqual(await told(), [['accepted', 20]]);
    const { body } = await ask(bought, [30]);
    const receive = (quantity: number) =>
      post(`/returns/${body.insertedId}/receive`, {
        lines: [{ orderId: bought.lines[0], quantity, condition: 'as new', restock: false }],
      });
    assert.equal((await receive(10)).status, 200);
    assert.deepEqual((await told()).at(-1), ['accepted', 20]);
    assert.equal((await receive(20)).status, 200);
    assert.equal((await told()).length, 2);
    const { body: history } = await shop.call(`GET /purchases/${bought.id}/history`, { token: buyer.token });
    const kinds = history.map(({ kind }: { kind: string }) => kind).slice(-6);
    assert.deepEqual(kinds, [
      ...['return_asked', 'return_answered'],
      ...['return_asked', 'pieces_returned', 'return_answered', 'pieces_returned'],
    ]);
  });

  test('that is declined or closed lets its pieces be returned anew', async () => {
    const bought = await buy([100]);
    await ship(bought, [100]);
    const answers = [{ state: 'declined', answer: 'Used' }];
    for (const answer of answers) {
      const { body } = await ask(bought, [100]);
      await shop.call(`PATCH /returns/${body.insertedId}`, { token: admin.token, body: answer });
    }
    const { body } = await ask(bought, [100], admin);
    const [{ state }] = (await read(bought.id)).returns.slice(-1);
    assert.equal(state, 'accepted');
    await shop.call(`PATCH /returns/${body.insertedId}`, { token: admin.token, body: { state: 'closed' } });
    assert.equal((await ask(bought, [100])).status, 201);
    await requireSound();
  });
});
