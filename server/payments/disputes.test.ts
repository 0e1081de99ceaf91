import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openProvider } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { WEBHOOK } from '../log/queries.ts';
import { Catalogue } from '../products/catalogue.ts';
import { takeInDispute } from './disputes.ts';

const { shop, till, admin, buyer } = await startShopWithTill();
await shop.database.pool.query(
  `insert into users (id, name, email, role) values (gen_random_uuid(), 'Second', 'second@example.com', 'admin')`,
);

interface Disputed {
  id: string;
  intentId: string;
  disputeId: string;
}

/** A paid order whose payment its buyer disputes. */
async function dispute(card = '4000000000000259'): Promise<Disputed> {
  const { id, intentId } = await till.payOrder(buyer, card);
  const { data } = await till.stripe.disputes.list({ payment_intent: intentId });
  return { id, intentId, disputeId: data[0]!.id };
}

async function decide({ disputeId }: Disputed, evidence: string): Promise<void> {
  await till.stripe.disputes.update(disputeId, { evidence: { uncategorized_text: evidence } });
  await till.hastenBanks();
  await until(async () => {
    await till.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
    return (await till.stripe.disputes.retrieve(disputeId)).status !== 'under_review';
  });
}

const disputesOf = async ({ id }: Disputed) => {
  const { body } = await shop.call(`GET /orders/${id}/payments`, { token: admin.token });
  return body.flatMap((payment: { disputes: object[] }) => payment.disputes);
};
const statusOf = async (disputed: Disputed) => (await disputesOf(disputed))[0]?.status;
const changesOf = async ({ id }: Disputed): Promise<string[]> => {
  const { body } = await shop.call(`GET /orders/${id}/history`, { token: admin.token });
  return body
    .filter(({ what }: { what: string }) => what === 'Payment dispute: news from the bank')
    .map(({ why }: { why: string }) => why);
};
const mailsOf = async ({ intentId }: Disputed) =>
  (
    await shop.database.pool.query(
      `select recipient, facts ->> 'status' as status from mails
       where kind = 'dispute_changed' and facts ->> 'transactionId' = $1 order by id`,
      [intentId],
    )
  ).rows.map(({ recipient, status }) => `${recipient} ${status}`);

test('a dispute is taken in with what the bank took, shown and logged for admins, and mailed to each of them once a status', async () => {
  const disputed = await dispute();
  await until(async () => (await disputesOf(disputed))[0]?.withdrawn === 1999);
  const [shown] = await disputesOf(disputed);
  assert.equal(shown.status, 'needs_response');
  assert.equal(shown.amount, 1999);
  assert.equal(shown.reason, 'fraudulent');
  assert.match(shown.what, /disputes this payment/);
  assert.match(shown.advice, /Answer it at Stripe/);
  assert.ok(Date.parse(shown.dueAt) > Date.now());
  await decide(disputed, 'winning_evidence');
  await until(async () => (await statusOf(disputed)) === 'won');
  await until(async () => (await disputesOf(disputed))[0].withdrawn === 0);
  const changes = await changesOf(disputed);
  assert.match(changes[0]!, /Disputed: \$1,999\.00\./);
  assert.match(changes.at(-1)!, /You have won the dispute/);
  const mails = await mailsOf(disputed);
  assert.equal(new Set(mails).size, mails.length);
  // What it was in between counts only when somebody looked then.
  for (const status of ['needs_response', 'won']) {
    for (const email of [admin.email, 'second@example.com'])
      assert.ok(mails.includes(`${email} ${status}`), status);
  }
});

/** How a disputed order's payment stands among those that an admin has to answer, if it does. */
async function toAnswer({ intentId }: Disputed) {
  const { body } = await shop.call('GET /payments/to-answer', { token: admin.token });
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intentId);
}

/** What buyer and admin see on the order: dollars in dispute and taken back, and why no refund is offered. */
async function standing({
  id,
}: Disputed): Promise<[disputed: number, takenBack: number, noRefund: string | undefined]> {
  const { body: order } = await shop.call(`GET /orders/${id}`, { token: buyer.token });
  const { body: orders } = await shop.call(`GET /orders?email=${buyer.email}`, { token: buyer.token });
  const listed = orders.find(({ _id }: { _id: string }) => _id === id);
  assert.deepEqual([listed.disputed, listed.takenBack], [order.disputed, order.takenBack]);
  const { body: payments } = await shop.call(`GET /orders/${id}/payments`, { token: admin.token });
  return [order.disputed, order.takenBack, payments[0].noRefund];
}

test('a dispute of the whole payment has to be answered, is seen on the order, and leaves no refund until it is won', async () => {
  const disputed = await dispute();
  await until(async () => (await statusOf(disputed)) === 'needs_response');
  const listed = await toAnswer(disputed);
  assert.equal(listed.orderId, disputed.id);
  assert.match(listed.orderNumber, /^NB-\d+$/);
  assert.match(listed.disputes[0].advice, /Answer it at Stripe/);
  const [dollars, takenBack, noRefund] = await standing(disputed);
  assert.deepEqual([dollars, takenBack], [1999, 0]);
  assert.match(noRefund!, /Answer the dispute in Stripe's dashboard/);

  await decide(disputed, 'winning_evidence');
  await until(async () => (await statusOf(disputed)) === 'won');
  assert.equal(await toAnswer(disputed), undefined);
  assert.deepEqual(await standing(disputed), [0, 0, undefined]);
});

test('a dispute that is lost asks for nothing more, and there is nothing to refund', async () => {
  const disputed = await dispute();
  await decide(disputed, 'losing_evidence');
  await until(async () => (await statusOf(disputed)) === 'lost');
  assert.equal(await toAnswer(disputed), undefined);
  const [dollars, takenBack, noRefund] = await standing(disputed);
  assert.deepEqual([dollars, takenBack], [0, 1999]);
  assert.match(noRefund!, /dispute that you lost/);
});

test('an inquiry has to be answered, takes no money, and is over once the order is refunded', async () => {
  const disputed = await dispute('4000000000001976');
  await until(async () => (await statusOf(disputed)) === 'warning_needs_response');
  assert.equal((await toAnswer(disputed)).orderId, disputed.id);
  assert.deepEqual(await standing(disputed), [0, 0, undefined]);
  const body = { reason: 'The bank asks' };
  const refunded = await shop.call(`POST /orders/${disputed.id}/refund`, { token: admin.token, body });
  assert.equal(refunded.status, 200);
  await until(async () => (await statusOf(disputed)) === 'warning_closed');
  assert.equal(await toAnswer(disputed), undefined);
});

test('a refused refund has to be seen to, but not while the bank decides or once it has taken the money for good', async () => {
  const refuse = async () => {
    const disputed = await dispute();
    const body = { reason: 'Recalled' };
    const refused = await shop.call(`POST /orders/${disputed.id}/refund`, { token: admin.token, body });
    assert.deepEqual([refused.status, refused.body.code], [409, 'refund_refused']);
    return disputed;
  };
  const [winner, loser] = [await refuse(), await refuse()];
  await until(async () => (await statusOf(winner)) === 'needs_response');
  await decide(winner, 'winning_evidence');
  await until(async () => (await statusOf(winner)) === 'won');
  assert.match((await toAnswer(winner)).problem.advice, /press Try again/);

  await till.stripe.disputes.close(loser.disputeId);
  await until(async () => (await statusOf(loser)) === 'lost');
  assert.equal(await toAnswer(loser), undefined);
  await shop.database.pool.query("update disputes set status = 'under_review' where id = $1", [
    loser.disputeId,
  ]);
  assert.equal(await toAnswer(loser), undefined);
});

test('payments to answer come page by page, with their whole number', async () => {
  for (const disputed of [await dispute(), await dispute()])
    await until(async () => (await toAnswer(disputed)) !== undefined);
  const { body: all } = await shop.call('GET /payments/to-answer', { token: admin.token });
  const query = `limit=1&after=${all.at(-2)._id}`;
  const last = await shop.call(`GET /payments/to-answer?${query}`, { token: admin.token });
  assert.deepEqual(last.body, all.slice(-1));
  assert.equal(last.headers.get('x-total-count'), String(all.length));
});

test('all disputes are listed with their claims, open or over, the one opened last first, page by page', async () => {
  const open = await dispute();
  await until(async () => (await toAnswer(open)) !== undefined);
  const list = async (query: string) => {
    const { body, headers } = await shop.call(`GET /payments/disputes${query}`, { token: admin.token });
    return { all: body, total: headers.get('x-total-count') };
  };
  const { all, total } = await list('');
  assert.equal(total, String(all.length));
  const opened = all.map(({ openedAt }: { openedAt: string }) => openedAt);
  assert.deepEqual(opened, opened.toSorted().toReversed());
  const paged = [];
  for (let after = ''; paged.length < all.length; after = `&after=${paged.at(-1)._id}`)
    paged.push(...(await list(`?limit=2${after}`)).all);
  assert.deepEqual(paged, all);
  const shown = (await list('?state=open')).all.find(({ _id }: { _id: string }) => _id === open.disputeId);
  assert.deepEqual(
    [shown.orderId, shown.buyer.email, shown.asks, shown.isOver],
    [open.id, buyer.email, true, false],
  );
  assert.match(shown.claim, /did not make this payment/);
  assert.match(shown.evidence, /Ship nothing more/);
  await decide(open, 'losing_evidence');
  await until(async () => (await statusOf(open)) === 'lost');
  const has = async (state: string) =>
    (await list(`?state=${state}`)).all.some(({ _id }: { _id: string }) => _id === open.disputeId);
  assert.deepEqual([await has('open'), await has('over')], [false, true]);
});

test('nothing of the event is believed but which dispute it is about', async () => {
  const disputed = await dispute();
  await until(async () => (await statusOf(disputed)) === 'needs_response');
  const object = {
    ...{ id: disputed.disputeId, object: 'dispute', status: 'lost', amount: 1, reason: 'made_up' },
    payment_intent: disputed.intentId,
  };
  const payload = JSON.stringify({
    ...{ id: 'evt_forged', object: 'event', type: 'charge.dispute.closed', data: { object } },
  });
  const signature = till.stripe.webhooks.generateTestHeaderString({ payload, secret: till.webhookSecret });
  const { status } = await shop.call('POST /webhooks/stripe', {
    body: payload,
    headers: { 'stripe-signature': signature },
  });
  assert.equal(status, 200);
  const [shown] = await disputesOf(disputed);
  assert.deepEqual([shown.status, shown.amount, shown.reason], ['needs_response', 1999, 'fraudulent']);
});

test('reconciliation finds what no webhook told: the dispute, and an hour later what became of it', async () => {
  await till.addFault({ event: '*', effect: 'lose', times: '50' });
  const disputed = await dispute();
  assert.deepEqual(await disputesOf(disputed), []);
  await shop.runJobs();
  assert.equal(await statusOf(disputed), 'needs_response');
  await decide(disputed, 'losing_evidence');
  // The news of opened disputes are not looked at again: this one was opened long ago.
  await shop.database.pool.query(
    "update settings set value = extract(epoch from now())::bigint + 3600 where name = 'disputes_seen_until'",
  );
  await shop.runJobs();
  assert.equal(await statusOf(disputed), 'needs_response');
  await shop.database.pool.query("update disputes set checked_at = now() - interval '61 minutes'");
  await shop.runJobs();
  assert.equal(await statusOf(disputed), 'lost');
});

test('what was fetched before another change does not go over it', async () => {
  await till.addFault({ event: '*', effect: 'lose', times: '50' });
  const disputed = await dispute();
  const provider = openProvider(shop.origin, till);
  const context = { database: shop.database, catalogue: new Catalogue(shop.database) };
  await takeInDispute({ ...context, provider }, disputed.disputeId, WEBHOOK);
  let isOvertaken = false;
  const slow = {
    ...provider,
    async getDispute(id: string) {
      const fetched = await provider.getDispute(id);
      if (isOvertaken) return fetched;
      isOvertaken = true;
      await till.stripe.disputes.close(id);
      await takeInDispute({ ...context, provider }, id, WEBHOOK);
      return fetched;
    },
  };
  await takeInDispute({ ...context, provider: slow }, disputed.disputeId, WEBHOOK);
  assert.equal(await statusOf(disputed), 'lost');
  assert.equal((await changesOf(disputed)).length, 2);
});

test("a dispute of somebody else's payment is left alone", async () => {
  const intent = await till.stripe.paymentIntents.create({
    ...{ amount: 5_000, currency: 'usd', confirm: true, return_url: 'https://other.example/' },
    payment_method: 'pm_card_createDispute',
  });
  const { data } = await till.stripe.disputes.list({ payment_intent: intent.id });
  await shop.runJobs();
  const { rowCount } = await shop.database.pool.query('select from disputes where id = $1', [data[0]!.id]);
  assert.equal(rowCount, 0);
});

// Of disputes that the provider does not know, so behind all that reconciliation looks at.
describe('what is to do about a payment', () => {
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
});
