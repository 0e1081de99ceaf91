// nightly: restores backups
// A restore to a moment is told to the shop as it is left by one: rows as they were then, and the setting. No webhook arrives.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { intentIdOf } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { until } from '../../tests/until.ts';
import { newId } from '../ground/database/uuid.ts';
import { readWatermark } from './looks.ts';
import { BACKUP_MADE_AT, RESTORED_AT, TAKE_IN_FROM } from './unknown.ts';

const { shop, till, buyer, admin } = await startShopWithTill();
const { pool, db } = shop.database;
const { rows: people } = await pool.query('select id from users where email = $1', [buyer.email]);
const { id: userId } = people[0];
const DISPUTED = '4000000000000259';

const loseEvents = () => till.addFault({ event: '*', effect: 'lose', times: '1000' });

/** Pays at the provider by an intent that the shop does not know, as it was begun after the backup; returns its id. */
async function payElsewhere(
  metadata: Record<string, string>,
  amount = 12_300,
  card?: string,
): Promise<string> {
  const intent = await till.stripe.paymentIntents.create({ amount, currency: 'usd', metadata });
  await till.pay(intent.client_secret!, card);
  return intent.id;
}

/** Pays for an order that is here by such an intent, of so many cents less. */
async function payPlaced(card?: string, less = 0): Promise<{ id: string; intentId: string }> {
  const { id, total } = await till.place(buyer);
  const { body } = await shop.call(`GET /orders/${id}`, { token: buyer.token });
  const metadata = { user_id: userId, purchase_id: body.purchaseId ?? id };
  return { id, intentId: await payElsewhere(metadata, Math.round(100 * total) - less, card) };
}

/** What a backup of two hours ago leaves, of which the shop's last looks are of before. */
async function wakeRestored(): Promise<void> {
  for (const table of ['payments', 'disputes'])
    await pool.query(
      `update ${table} set checked_at = checked_at - interval '2 hours' where checked_at < 'infinity'`,
    );
  await setHours({ [TAKE_IN_FROM]: -2, [BACKUP_MADE_AT]: -2, [RESTORED_AT]: 0 });
}

/** Writes moments of settings, in hours from now. */
async function setHours(hours: Record<string, number>): Promise<void> {
  for (const [name, from] of Object.entries(hours))
    await pool.query(
      `insert into settings (name, value) values ($1, (extract(epoch from now())::bigint + $2::bigint * 3600)::text)
       on conflict (name) do update set value = excluded.value`,
      [name, from],
    );
}

/** Where a payment stands here; undefined when it is not known. */
async function stateOfPayment(intentId: string): Promise<string | undefined> {
  const { rows } = await pool.query('select state from payments where intent_id = $1', [intentId]);
  return rows[0]?.state;
}

/** Reasons with which the log tells of a payment. */
const toldOf = async (intentId: string): Promise<string[]> =>
  (await told()).map(({ why }: { why: string }) => why).filter((why: string) => why.endsWith(intentId));

/** Waits until the webhook has told of a payment that was made elsewhere, and returns how it was answered. */
async function outcomesOf(intentId: string): Promise<string[]> {
  const read = async () =>
    (
      await pool.query(
        `select outcome from sandbox_stripe.deliveries join sandbox_stripe.objects on objects.id = event
         where body ->> 'type' = 'payment_intent.succeeded' and body -> 'data' -> 'object' ->> 'id' = $1
           and done_at is not null`,
        [intentId],
      )
    ).rows.map(({ outcome }) => outcome);
  await until(async () => (await read()).length > 0);
  return [...new Set(await read())];
}

async function stateOf(orderId: string): Promise<object> {
  const { body } = await shop.call(`GET /orders/${orderId}`, { token: admin.token });
  return { paid: body.paid === true, refunded: body.refundedAt !== undefined };
}

async function paymentOf(orderId: string) {
  const { body } = await shop.call(`GET /orders/${orderId}/payments`, { token: admin.token });
  return body[0];
}

const told = async () => {
  const { body } = await shop.call('GET /events?kind=reconciliation', { token: admin.token });
  return body.filter(({ kind }: { kind: string }) => kind === 'payment_unknown');
};

test('where nothing was restored, payments of others at the account are left alone', async () => {
  await loseEvents();
  await payElsewhere({ user_id: newId(), purchase_id: newId() });
  await payElsewhere({ user_id: newId(), order_id: 'C-1' });
  await shop.runJobs();
  assert.deepEqual(await told(), []);
});

describe('after a restore', () => {
  beforeEach(loseEvents);

  test('what was paid since for orders that are gone is told once, by one of several processes', async () => {
    await till.payOrder(buyer);
    const lost = await payElsewhere({ user_id: newId(), purchase_id: newId() });
    const untied = await payElsewhere({ user_id: newId() });
    const refunded = await payElsewhere({ user_id: newId(), purchase_id: newId() });
    await till.stripe.refunds.create({ payment_intent: refunded });
    await payElsewhere({});
    const before = await told();
    const other = await shop.startAnother();
    await wakeRestored();
    await Promise.all([shop.runJobs(), other.runJobs()]);
    await shop.runJobs();
    const entries = (await told()).slice(0, -before.length || undefined);
    const of = (id: string) => entries.filter(({ why }: { why: string }) => why.endsWith(`Payment ${id}`));
    assert.match(of(lost)[0].why, /^\$123\.00\. /);
    assert.deepEqual([of(lost).length, of(untied).length, of(refunded).length], [1, 1, 0]);
    const { rows } = await pool.query(
      "select name from settings where name ~ 'restored|backup' order by name",
    );
    // The version before reads TAKE_IN_FROM as a number, and looks for payments while it is there.
    assert.deepEqual(
      rows.map(({ name }) => name),
      [BACKUP_MADE_AT, RESTORED_AT],
    );
    await other.close();
  });

  test('an order that is here is paid by the payment that was begun since', async () => {
    const { id, intentId } = await payPlaced();
    await wakeRestored();
    await shop.runJobs();
    assert.deepEqual(await stateOf(id), { paid: true, refunded: false });
    const entries = await told();
    assert.ok(entries.every(({ why }: { why: string }) => !why.endsWith(intentId)));
  });

  test('what was paid, declined and cancelled of a payment that is known is taken in', async () => {
    const [paid, declined, canceled] = [
      await till.begin(buyer),
      await till.begin(buyer),
      await till.begin(buyer),
    ];
    await till.pay(paid.secret);
    await till.pay(declined.secret, '4000000000000002');
    await till.stripe.paymentIntents.cancel(canceled.intentId);
    await wakeRestored();
    await shop.runJobs();
    assert.deepEqual(await stateOf(paid.id), { paid: true, refunded: false });
    const { rows } = await pool.query(
      'select state, begun_at from payments where intent_id = any($1) order by id',
      [[declined.intentId, canceled.intentId]],
    );
    assert.deepEqual([rows[0].state, rows[0].begun_at !== null, rows[1].state], ['open', true, 'canceled']);
  });

  test('what was refunded in whole and in part is taken in, also of a payment that was begun since', async () => {
    const whole = await till.payOrder(buyer);
    const [wholeSince, part, open] = [await payPlaced(), await payPlaced(), await till.begin(buyer)];
    await till.pay(open.secret);
    for (const { intentId } of [whole, wholeSince])
      await till.stripe.refunds.create({ payment_intent: intentId });
    for (const { intentId } of [part, open])
      await till.stripe.refunds.create({ payment_intent: intentId, amount: 1_000 });
    await wakeRestored();
    await shop.runJobs();
    assert.deepEqual(await stateOf(whole.id), { paid: true, refunded: true });
    assert.equal(await stateOfPayment(wholeSince.intentId), 'refunded');
    const { body: history } = await shop.call(`GET /orders/${wholeSince.id}/history`, { token: admin.token });
    assert.ok(history.some(({ kind }: { kind: string }) => kind === 'payment_refunded'));
    for (const { id } of [part, open]) {
      assert.deepEqual(await stateOf(id), { paid: true, refunded: false });
      assert.equal((await paymentOf(id)).refunded, 10);
      const { rows } = await pool.query(
        'select cents from credit_notes join orders on orders.purchase_id = credit_notes.purchase_id where orders.id = $1',
        [id],
      );
      assert.deepEqual(rows, [{ cents: 1_000 }]);
    }
  });

  test('a refund that the bank has sent back since is taken in', async () => {
    const { id, intentId } = await till.payOrder(buyer, '4000000000005126');
    await till.stripe.refunds.create({ payment_intent: intentId });
    await shop.runJobs();
    assert.deepEqual(await stateOf(id), { paid: true, refunded: true });
    await till.hastenBanks();
    await until(async () => {
      const { data } = await till.stripe.refunds.list({ payment_intent: intentId });
      return data[0]?.status === 'failed';
    });
    await wakeRestored();
    await shop.runJobs();
    const { rows } = await pool.query('select refund_problem from payments where intent_id = $1', [intentId]);
    assert.notEqual(rows[0].refund_problem, null);
  });

  test('disputes that were opened, answered and closed since are taken in, also of a payment that was begun since', async () => {
    const [known, since] = [await till.payOrder(buyer, DISPUTED), await payPlaced(DISPUTED)];
    await shop.runJobs();
    const statuses = async (orderId: string) =>
      (await paymentOf(orderId)).disputes.map(({ status }: { status: string }) => status);
    assert.deepEqual(await statuses(known.id), ['needs_response']);
    const { data } = await till.stripe.disputes.list({ payment_intent: known.intentId });
    await till.stripe.disputes.update(data[0]!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    });
    await till.hastenBanks();
    await until(async () => (await till.stripe.disputes.retrieve(data[0]!.id)).status === 'won');
    await wakeRestored();
    await shop.runJobs();
    assert.deepEqual([await statuses(known.id), await statuses(since.id)], [['won'], ['needs_response']]);
  });

  test('a payment that fails each time does not keep the others waiting', async () => {
    const [failing, other] = [await payPlaced(), await payPlaced()];
    await till.addFault({
      ...{ method: 'GET', path: `/v1/payment_intents/${failing.intentId}` },
      ...{ effect: 'error', status: '400', times: '1000' },
    });
    await wakeRestored();
    await assert.rejects(shop.runJobs());
    assert.deepEqual([await stateOf(failing.id), await stateOf(other.id)].map(Object.values), [
      [false, false],
      [true, false],
    ]);
    const { rows } = await pool.query('select from settings where name = $1', [TAKE_IN_FROM]);
    assert.equal(rows.length, 0);
    await till.clearFaults();
    await wakeRestored();
    await shop.runJobs();
    assert.deepEqual(await stateOf(failing.id), { paid: true, refunded: false });
  });

  test('what was paid before the restore and would be refunded is left to a person, and told once', async () => {
    const { id, intentId: changed } = await payPlaced(undefined, 100);
    const late = await payPlaced();
    await pool.query(
      "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
      [late.id],
    );
    await shop.runJobs();
    const available = (count: number) =>
      shop.call(`PATCH /products/${till.product._id}`, { token: admin.token, body: { available: count } });
    const before = await till.stock();
    await available(0);
    const { body } = await till.createIntent(buyer, { price: 4_321 });
    const untied = intentIdOf(body.clientSecret);
    await till.pay(body.clientSecret);
    await pool.query(
      "update payments set created_at = created_at - interval '2 hours' where intent_id = $1",
      [untied],
    );
    for (const _ of ['once', 'again']) {
      await wakeRestored();
      await shop.runJobs();
      for (const [intentId, cause] of [
        [changed, /Products of the order were deleted/],
        [late.intentId, /parts had been sold/],
        [untied, /No order claimed it/],
      ] as const) {
        assert.equal(await stateOfPayment(intentId), 'open');
        const reasons = await toldOf(intentId);
        assert.equal(reasons.length, 1);
        assert.match(reasons[0]!, cause);
      }
    }
    const { body: refused } = await till.settle(buyer, id, changed);
    assert.equal(refused.code, 'being_paid');
    const { body: history } = await shop.call(`GET /orders/${id}/history`, { token: buyer.token });
    assert.ok(!history.some(({ kind }: { kind: string }) => kind === 'payment_unknown'));
    // What the person does is taken in: parts are there again, or it is refunded at the provider.
    await available(before);
    await till.stripe.refunds.create({ payment_intent: changed });
    await wakeRestored();
    // The restore was before this payment: it is refunded as ever.
    await setHours({ [RESTORED_AT]: -1 });
    await shop.runJobs();
    assert.deepEqual(await stateOf(late.id), { paid: true, refunded: false });
    assert.deepEqual([await stateOfPayment(changed), await stateOfPayment(untied)], ['refunded', 'refunded']);
  });

  test('refunds and disputes are looked for from the backup on until all payments of since are known', async () => {
    const { id } = await payPlaced(DISPUTED);
    await wakeRestored();
    await pool.query("update settings set value = '1700000000' where name = 'disputes_seen_until'");
    await till.addFault({
      method: 'GET',
      path: '/v1/payment_intents',
      effect: 'error',
      status: '400',
    });
    await assert.rejects(shop.runJobs());
    assert.equal(await readWatermark(db, 'disputes'), 1_700_000_000);
    await till.clearFaults();
    await shop.runJobs();
    assert.equal((await paymentOf(id)).disputes.length, 1);
  });
});

test('payments for orders that are gone, and for none, made after the restore, are told once and their events are taken in', async () => {
  await wakeRestored();
  await shop.runJobs();
  for (const tie of [{ purchase_id: newId() }, {}] as Record<string, string>[]) {
    const intentId = await payElsewhere({ user_id: newId(), ...tie });
    assert.deepEqual(await outcomesOf(intentId), ['200']);
    await shop.runJobs();
    assert.equal((await toldOf(intentId)).length, 1);
  }
});

test('payments of another shop, begun before the backup or a day after the restore, are not told', async () => {
  await wakeRestored();
  await shop.runJobs();
  for (const hours of [
    { [BACKUP_MADE_AT]: 1, [RESTORED_AT]: 2 },
    { [BACKUP_MADE_AT]: -27, [RESTORED_AT]: -25 },
  ]) {
    await setHours(hours);
    for (const tie of [{ purchase_id: newId() }, {}] as Record<string, string>[]) {
      const intentId = await payElsewhere({ user_id: newId(), ...tie });
      assert.deepEqual(await outcomesOf(intentId), ['200']);
      assert.deepEqual(await toldOf(intentId), []);
    }
  }
  await setHours({ [RESTORED_AT]: -23 });
  const intentId = await payElsewhere({ user_id: newId() });
  await outcomesOf(intentId);
  assert.equal((await toldOf(intentId)).length, 1);
});
