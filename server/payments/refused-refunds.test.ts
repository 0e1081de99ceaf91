import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainRefusal } from '#contract/payments/words.ts';
import { openProvider } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import type { Person } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { newId } from '../ground/database/uuid.ts';
import { WEBHOOK } from '../log/queries.ts';
import { Catalogue } from '../products/catalogue.ts';
import { paymentMails } from './mail-words.ts';
import { paymentStates } from './measures.ts';
import { isFinal, toProblemCode } from './rules.ts';
import { takeIn } from './take-in.ts';

const { shop, till, admin, buyer } = await startShopWithTill();

const { database } = shop;
const provider = openProvider(shop.origin, till);
const context = { database, catalogue: new Catalogue(database), provider };

const CARD_THAT_IS_DISPUTED = '4000000000000259';
const CARD_WHOSE_BANK_SENDS_BACK = '4000000000005126';

const payOrder = (card?: string) => till.payOrder(buyer, card);

/** Lets Stripe refuse the next refunds. */
const refuse = (code: string, times = '1') =>
  till.addFault({ method: 'POST', path: '/v1/refunds', status: '400', code, times });
const refund = (id: string) =>
  shop.call(`POST /orders/${id}/refund`, { token: admin.token, body: { reason: 'Recalled' } });
const read = async (id: string) => (await shop.call(`GET /orders/${id}`, { token: buyer.token })).body;
const paymentsOf = async (id: string) =>
  (await shop.call(`GET /orders/${id}/payments`, { token: admin.token })).body;
const dueOf = async (intentId: string) =>
  (await shop.call('GET /payments/refunds-due', { token: admin.token })).body.find(
    ({ transactionId }: { transactionId: string }) => transactionId === intentId,
  );
const refundsOf = async (intentId: string) =>
  (await till.stripe.refunds.list({ payment_intent: intentId })).data;
/** Makes every refund due that may be tried again, and tries it. */
const tryAll = async () => {
  await shop.database.pool.query(
    "update payments set refund_next_at = now() where state in ('refunding', 'refused')",
  );
  await shop.runJobs();
};
const logOf = async (id: string) =>
  (await shop.call(`GET /events?order=${id}`, { token: admin.token })).body as {
    kind: string;
    why?: string;
  }[];

const kindsOf = async (id: string) => (await logOf(id)).map(({ kind }) => kind).reverse();

test('a refund that is refused for good stops, says why and what to do, and goes on when an admin tries again', async () => {
  const { id, intentId } = await payOrder();
  await refuse('balance_insufficient');
  const answer = await refund(id);
  assert.deepEqual([answer.status, answer.body.code], [409, 'refund_refused']);
  assert.match(
    answer.body.detail,
    /balance at Stripe is too low.*Add balance at Stripe, then press Try again/,
  );
  await tryAll();
  assert.deepEqual(await refundsOf(intentId), [], 'nobody has asked again');
  // It waits for an admin: in one list, not among those that go on by themselves.
  assert.equal(await dueOf(intentId), undefined);
  const toAnswer = (await shop.call('GET /payments/to-answer', { token: admin.token })).body;
  const waiting = toAnswer.find(({ transactionId }: { transactionId: string }) => transactionId === intentId);
  assert.match(waiting.toDo.advice, /Add balance at Stripe/);
  const [payment] = await paymentsOf(id);
  assert.equal(payment.state, 'refused');
  assert.equal((await read(id)).refundedAt, undefined);

  const stock = await till.stock();
  const retry = () => shop.call(`POST /payments/${payment._id}/refund`, { token: admin.token });
  assert.deepEqual((await retry()).body, { modifiedCount: 1 });
  assert.equal((await refundsOf(intentId)).length, 1);
  assert.ok((await read(id)).refundedAt);
  assert.equal(await till.stock(), stock + 100);
  assert.equal(await dueOf(intentId), undefined);
  const again = await retry();
  assert.deepEqual([again.status, again.body.code], [409, 'not_stopped']);
});

test('POST /orders/{id}/refund tries a stopped refund again, too, with a new reason', async () => {
  const { id, intentId } = await payOrder();
  await refuse('charge_not_refundable');
  assert.equal((await refund(id)).status, 409);
  assert.deepEqual((await refund(id)).body, { modifiedCount: 1 });
  assert.equal((await refundsOf(intentId)).length, 1);
});

test('of many admins who try again at once, one does', async () => {
  const { id, intentId } = await payOrder();
  await refuse('balance_insufficient');
  await refund(id);
  const [payment] = await paymentsOf(id);
  const route = `POST /payments/${payment._id}/refund`;
  const tried = await Promise.all(Array.from({ length: 5 }, () => shop.call(route, { token: admin.token })));
  const answers = tried.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted();
  assert.deepEqual(answers, ['200 ', ...Array.from({ length: 4 }, () => '409 not_stopped')]);
  assert.equal((await refundsOf(intentId)).length, 1);
});

test('a disputed payment is refunded once the dispute is won, although Stripe keeps its refusal under the same key', async () => {
  const { id, intentId } = await payOrder(CARD_THAT_IS_DISPUTED);
  const refused = await refund(id);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /Answer the dispute at Stripe/);
  const [dispute] = (await till.stripe.disputes.list({ payment_intent: intentId })).data;
  await till.stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } });
  await till.hastenBanks();
  await until(async () => {
    await till.place(buyer).then(({ id, total }) => till.createIntent(buyer, { price: total, orderId: id }));
    return (await till.stripe.disputes.retrieve(dispute!.id)).status === 'won';
  });
  assert.deepEqual((await refund(id)).body, { modifiedCount: 1 });
  assert.ok((await read(id)).refundedAt);
});

test('a refund that is refused for now goes on by itself, says why, and is logged once for each reason', async () => {
  const { id, intentId } = await payOrder();
  await refuse('something_new', '3');
  assert.deepEqual((await refund(id)).body.code, 'refund_pending');
  await tryAll();
  const due = await dueOf(intentId);
  assert.equal(due.problem.code, 'something_new');
  assert.ok(Date.parse(due.nextTryAt) > Date.now());
  await tryAll();
  assert.deepEqual(
    (await logOf(id)).filter(({ kind }) => kind === 'refund_failed').map(({ why }) => why),
    [`Stripe refused the refund (something_new). Payment ${intentId}`],
  );
  await tryAll();
  assert.ok((await read(id)).refundedAt);
});

test('one refund that is refused does not hold up those behind it', async () => {
  const orders = [await payOrder(), await payOrder()];
  await till.addFault({ method: 'POST', path: '/v1/refunds', times: '4' });
  for (const { id } of orders) assert.equal((await refund(id)).status, 503);
  await till.clearFaults();
  await refuse('balance_insufficient');
  await tryAll();
  const states = await Promise.all(orders.map(async ({ id }) => (await paymentsOf(id))[0].state));
  assert.deepEqual(states.toSorted(), ['refunded', 'refused']);
});

test('buyers see that a refund has stopped, and not why', async () => {
  const { id } = await payOrder();
  await refuse('balance_insufficient');
  await refund(id);
  const route = `GET /orders/${id}/history`;
  const last = async ({ token }: Person) => (await shop.call(route, { token })).body.at(-1);
  const [own, theirs] = [await last(buyer), await last(admin)];
  assert.equal(own.what, 'Refund stopped: the shop is looking into it');
  assert.equal(own.why, undefined);
  assert.match(theirs.why, /balance at Stripe is too low/);
});

describe('a refund of a whole order that has stopped', () => {
  const withdraw = (id: string, why = 'The card is closed; the buyer keeps the parts') =>
    shop.call(`POST /payments/${id}/refund/withdraw`, { token: admin.token, body: { why } });

  test('can be given up, with a reason that its buyer reads: the order stays paid, and is refunded anew', async () => {
    const { id, intentId } = await payOrder();
    await refuse('charge_not_refundable');
    assert.equal((await refund(id)).status, 409);
    const stock = await till.stock();
    const [stopped] = await paymentsOf(id);
    assert.equal(stopped.refunding.canBeWithdrawn, true);
    assert.deepEqual((await withdraw(stopped._id)).body, { modifiedCount: 1 });
    const [payment] = await paymentsOf(id);
    assert.deepEqual(
      [payment.state, payment.problem, payment.refunding, payment.refunded],
      ['succeeded', undefined, undefined, 0],
    );
    assert.equal(await dueOf(intentId), undefined);
    assert.equal((await read(id)).paid, true);
    const { body: history } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
    assert.equal(history.at(-1).what, 'Refund withdrawn: the order stays paid');
    assert.match(history.at(-1).why, /^The card is closed; the buyer keeps the parts\./);
    await tryAll();
    assert.deepEqual([await refundsOf(intentId), await till.stock()], [[], stock]);
    const again = await withdraw(stopped._id);
    assert.deepEqual([again.status, again.body.code], [409, 'not_stopped']);
    assert.deepEqual((await refund(id)).body, { modifiedCount: 1 });
    assert.equal((await refundsOf(intentId)).length, 1);
  });

  test('is given up once, or tried again, by many admins at once', async () => {
    const { id, intentId } = await payOrder();
    await refuse('balance_insufficient');
    await refund(id);
    const [{ _id }] = await paymentsOf(id);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => withdraw(_id)),
      ...Array.from({ length: 4 }, () => shop.call(`POST /payments/${_id}/refund`, { token: admin.token })),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [200, ...Array(7).fill(409)]);
    const isRetried = answers.slice(4).some(({ status }) => status === 200);
    assert.equal((await refundsOf(intentId)).length, isRetried ? 1 : 0);
  });

  test('is not given up where no paid order needs the money', async () => {
    const { id } = await payOrder(CARD_WHOSE_BANK_SENDS_BACK);
    assert.equal((await refund(id)).status, 200);
    await till.hastenBanks();
    await till.begin(buyer);
    await until(async () => (await paymentsOf(id))[0].state === 'refused');
    const [payment] = await paymentsOf(id);
    assert.equal(payment.refunding.canBeWithdrawn, false);
    const answer = await withdraw(payment._id);
    assert.deepEqual([answer.status, answer.body.code], [409, 'refund_owed']);
    assert.equal((await withdraw(newId())).status, 404);
    assert.equal((await withdraw(payment._id, ' ')).status, 400);
  });
});

test('a refund that the bank sends back stops; made again, it is told to its buyer as that of the order, and counted once', async () => {
  const buyer = await shop.signUp();
  const count = paymentStates(database.db);
  const { id, intentId } = await till.payOrder(buyer, CARD_WHOSE_BANK_SENDS_BACK);
  await refund(id);
  const { refunded, refused } = await count();

  await till.hastenBanks();
  await till.begin(buyer);
  await until(async () => (await count()).refused === refused + 1);
  assert.equal((await count()).refunded, refunded - 1);
  assert.deepEqual((await kindsOf(id)).slice(-2), ['order_refunded', 'refund_refused']);
  await shop.runJobs();
  assert.equal((await refundsOf(intentId)).length, 1, 'nobody has asked again');

  const [payment] = await paymentsOf(id);
  assert.equal(payment.problem.code, 'expired_or_canceled_card');
  const retried = await shop.call(`POST /payments/${payment._id}/refund`, { token: admin.token });
  assert.deepEqual(retried.body, { modifiedCount: 1 });
  assert.equal((await count()).refunded, refunded);
  assert.equal((await kindsOf(id)).at(-1), 'payment_refunded');
  assert.equal((await shop.call(`GET /orders/${id}`, { token: buyer.token })).body.paid, true);
  const { rows } = await shop.database.pool.query(
    "select kind, facts from mails where recipient = $1 and kind like '%refunded' order by id",
    [buyer.email],
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['order_refunded', 'order_refunded'],
  );
  const { paragraphs, details } = paymentMails.order_refunded.letter(rows[1].facts, shop.origin, 'UTC');
  assert.match(paragraphs[0]!, /^All \$1,999\.00 of this order have gone back/);
  const { Reason, Transaction } = Object.fromEntries(details);
  assert.deepEqual([Reason, Transaction], ["The buyer's bank sent the refund back.", intentId]);
});

/** The state of an order's payment, as staff see it. */
const stateOf = async (id: string): Promise<string> => (await paymentsOf(id))[0].state;

/** Takes a payment in by what the provider said of it before `then` happened. */
async function takeInLate(intentId: string, then: () => Promise<void>): Promise<void> {
  let isLate = true;
  const late = {
    ...provider,
    async getIntent(one: string) {
      const intent = await provider.getIntent(one);
      if (isLate) await then();
      isLate = false;
      return intent;
    },
  };
  await takeIn({ ...context, provider: late }, intentId, WEBHOOK);
}

test('what was fetched before the bank sent a refund back does not go over it', async () => {
  const buyer = await shop.signUp();
  const { id, intentId } = await till.payOrder(buyer, CARD_WHOSE_BANK_SENDS_BACK);
  await refund(id);
  await takeInLate(intentId, async () => {
    await till.hastenBanks();
    await till.begin(buyer);
    await until(async () => (await stateOf(id)) === 'refused');
  });
  assert.equal(await stateOf(id), 'refused');
});

test('nor does it when the refund was made at the provider, and taken in meanwhile', async () => {
  const buyer = await shop.signUp();
  const { id, intentId } = await till.payOrder(buyer, CARD_WHOSE_BANK_SENDS_BACK);
  await till.addFault({ event: '*', effect: 'lose', times: '1000' });
  const refund = await till.stripe.refunds.create({ payment_intent: intentId });
  await takeInLate(intentId, async () => {
    await takeIn(context, intentId, WEBHOOK);
    assert.equal(await stateOf(id), 'refunded');
    await till.hastenBanks();
    await until(async () => (await till.stripe.refunds.retrieve(refund.id)).status === 'failed');
    await takeIn(context, intentId, WEBHOOK);
    assert.equal(await stateOf(id), 'refused');
  });
  await till.clearFaults();
  assert.equal(await stateOf(id), 'refused');
  const { rows } = await database.pool.query(
    "select kind from events where facts->>'intentId' = $1 and kind ~ 'refund' order by id",
    [intentId],
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['refund_refused'],
  );
});

test('a code is one word, and every final one says what to do', () => {
  assert.equal(toProblemCode('charge_disputed'), 'charge_disputed');
  for (const code of [undefined, '', 'A', 'a b', '<b>', 'x'.repeat(65)]) {
    assert.equal(toProblemCode(code), 'unknown', String(code));
  }
  assert.equal(isFinal('unknown'), false);
  assert.equal(isFinal('charge_disputed'), true);
  assert.match(explainRefusal('unknown').advice, /automatically/);
});
