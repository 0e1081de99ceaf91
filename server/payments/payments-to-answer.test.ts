import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

/** A dispute as the provider tells of it; later ones are opened later. Dollars. */
interface Told {
  status: string;
  amount: number;
}

/** A paid order of $1,999 with these disputes. */
async function payDisputed(disputes: Told[]): Promise<{ id: string; intentId: string }> {
  const { id, intentId } = await till.payOrder(buyer);
  for (const [index, { status, amount }] of disputes.entries()) {
    await shop.database.pool.query(
      `insert into disputes (id, intent_id, status, amount_cents, withdrawn_cents, currency, reason, opened_at, checked_at)
       values ($1, $2, $3, $4, $4, 'usd', 'fraudulent', now() + make_interval(secs => $5),
         case when $3 in ('lost', 'won') then 'infinity'::timestamptz else now() end)`,
      [`du_${intentId}_${index}`, intentId, status, amount * 100, index],
    );
  }
  return { id, intentId };
}

/** The provider refuses to refund what is left of an order, and the shop stops to try. */
async function refuse(id: string): Promise<void> {
  await till.addFault({ path: '/v1/refunds', method: 'POST', status: '400', code: 'charge_disputed' });
  const body = { reason: 'Recalled' };
  const refused = await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body });
  assert.deepEqual([refused.status, refused.body.code], [409, 'refund_refused']);
}

async function toDo(intentId: string) {
  const { body } = await shop.call('GET /payments/to-answer', { token: admin.token });
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intentId)?.toDo;
}

test('a refused refund beside an inquiry under review is what is to do, with what is left of the payment', async () => {
  const { id, intentId } = await payDisputed([{ status: 'warning_under_review', amount: 300 }]);
  assert.equal(await toDo(intentId), undefined, 'the bank looks at an answer');
  await till.stripe.refunds.create({ payment_intent: intentId, amount: 99_900 });
  await until(
    async () => (await shop.call(`GET /orders/${id}`, { token: buyer.token })).body.refunded === 999,
  );
  await refuse(id);
  const { what, advice, amount, dueAt } = await toDo(intentId);
  assert.match(what, /Stripe refunds no disputed payment/);
  assert.match(advice, /press Try again/);
  assert.deepEqual([amount, dueAt], [1000, undefined]);
});

test('a dispute to answer is what is to do, also when a later one waits for the bank and a refund is refused', async () => {
  const { id, intentId } = await payDisputed([
    { status: 'needs_response', amount: 400 },
    { status: 'under_review', amount: 300 },
  ]);
  const answer = { advice: 'Answer it at Stripe, or accept it there.', amount: 400 };
  const { advice, amount } = await toDo(intentId);
  assert.deepEqual({ advice, amount }, answer);
  await refuse(id);
  const besides = await toDo(intentId);
  assert.deepEqual({ advice: besides.advice, amount: besides.amount }, answer);
});

test('a refused refund asks for something unless disputes that the bank has or has won take all of it', async () => {
  const part = await payDisputed([{ status: 'lost', amount: 199 }]);
  await refuse(part.id);
  assert.equal((await toDo(part.intentId)).amount, 1800);
  const all = await payDisputed([
    { status: 'lost', amount: 199 },
    { status: 'under_review', amount: 1800 },
  ]);
  await refuse(all.id);
  assert.equal(await toDo(all.intentId), undefined);
});
