import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Stripe from 'stripe';
import { FAILURE_KINDS, type PaymentProblem } from '#contract/payments/schema.ts';
import { intentIdOf, openProvider, openTill } from '../../tests/fixtures/payments.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { ProviderFailure, toFailure } from './failure.ts';
import { addPaymentProblem } from './problems.ts';

let log = '';
const write = (line: string) => {
  log += line;
};
const { shop, till, admin, buyer } = await startShopWithTill({ LOG_LEVEL: 'info' }, { logTo: { write } });

const listProblems = async (): Promise<PaymentProblem[]> =>
  (await shop.call('GET /payments/problems', { token: admin.token })).body;
const findProblem = async (operation: string, kind: string) =>
  (await listProblems()).find((one) => one.operation === operation && one.kind === kind);
const countOf = async (operation: string, kind: string) => {
  const { body } = await shop.call('GET /metrics');
  const line = `shop_payment_provider_failures_total{operation="${operation}",kind="${kind}"} `;
  return Number(body.split(line)[1]?.split('\n')[0] ?? 0);
};

/** A signed event about an intent. */
function tellOf(intentId: string) {
  const object = { id: intentId, object: 'payment_intent' };
  const event = {
    id: `evt_${Math.random()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object },
  };
  const payload = JSON.stringify(event);
  const { webhooks } = new Stripe('sk_test_x');
  const signature = webhooks.generateTestHeaderString({ payload, secret: till.webhookSecret });
  return shop.call('POST /webhooks/stripe', { body: payload, headers: { 'stripe-signature': signature } });
}

describe('what Stripe refuses', () => {
  for (const [status, kind, code] of [
    ['401', 'key_refused', 'payments_unavailable'],
    ['500', 'trouble', 'payment_provider_down'],
  ] as const) {
    test(`${status} is 503 in words for buyers, for every call, and told to the log, the metrics and admins`, async () => {
      const { id, total } = await till.place(buyer);
      const paid = await till.place(buyer);
      const intent = await till.createIntent(buyer, { price: paid.total, orderId: paid.id });
      await till.pay(intent.body.clientSecret);
      await till.settle(buyer, paid.id, intentIdOf(intent.body.clientSecret));
      const before = await findProblem('createIntent', kind);
      const counted = await countOf('createIntent', kind);
      log = '';
      const message = `No: sk_test_${'*'.repeat(20)}abcd of ann@example.com`;
      await till.addFault({ path: '/v1/', effect: 'error', status, message, times: '100' });

      for (const answer of [
        await till.createIntent(buyer, { price: total, orderId: id }),
        await till.settle(buyer, id, 'pi_x'),
        await tellOf('pi_x'),
      ]) {
        assert.deepEqual([answer.status, answer.body.code], [503, code]);
        assert.ok(!JSON.stringify(answer.body).includes('sk_test'));
        assert.ok(!JSON.stringify(answer.body).includes('Stripe'));
      }
      const refund = { token: admin.token, body: { reason: 'Recalled' } };
      assert.equal((await shop.call(`POST /orders/${paid.id}/refund`, refund)).status, 503);
      await assert.rejects(shop.runJobs(), ProviderFailure);

      await until(async () => (await findProblem('createIntent', kind))?.lastAt !== before?.lastAt);
      const problem = (await findProblem('createIntent', kind))!;
      assert.equal(problem.times, (before?.times ?? 0) + 1);
      assert.equal(problem.status, Number(status));
      assert.equal(problem.message, 'No: [key] of [email]');
      assert.match(problem.requestId!, /^req_/);
      assert.equal(await countOf('createIntent', kind), counted + 1);
      const line = log.split('\n').find((one) => one.includes('"operation":"createIntent"'))!;
      assert.deepEqual(JSON.parse(line).said.requestId, problem.requestId);
      assert.ok(!log.includes('sk_test') && !log.includes('ann@example.com'));
      const answered = log.split('\n').filter((one) => one.includes('"type":"ProviderFailure"'));
      assert.ok(
        answered.every((one) => JSON.parse(one).job),
        'no answer tells once more of a call that failed',
      );

      // The refund goes on when Stripe is well again, so that the books agree.
      await till.clearFaults();
      await shop.database.pool.query('update payments set refund_next_at = now()');
      await shop.runJobs();
    });
  }

  test('a connection that ends, and no answer in time, are two kinds', async () => {
    const own = await startTestShop({ PAYMENT_TIMEOUT_SECONDS: '1' });
    try {
      const ownTill = await openTill(own);
      const person = await own.signUp();
      const token = (await own.signInAdmin()).token;
      for (const [effect, kind] of [
        ['drop', 'unreachable'],
        ['timeout', 'timeout'],
      ] as const) {
        await ownTill.addFault({ path: '/v1/', effect, times: '10' });
        const { status, body } = await ownTill.createIntent(person, { price: 5 });
        assert.deepEqual([status, body.code], [503, 'payment_provider_down']);
        await ownTill.clearFaults();
        await until(async () => {
          const { body } = await own.call('GET /payments/problems', { token });
          return body.some((one: PaymentProblem) => one.operation === 'createIntent' && one.kind === kind);
        });
      }
    } finally {
      await own.close();
    }
  });

  test('an unknown payment is none of these', async () => {
    const { id } = await till.place(buyer);
    assert.equal((await till.settle(buyer, id, 'pi_unknown')).status, 409);
    assert.equal((await tellOf('pi_unknown')).status, 200);
  });
});

describe('a failure', () => {
  const { errors } = Stripe;
  test('says what Stripe said, bounded, and whether another try can help', async () => {
    const [unavailable, down] = ['payments_unavailable', 'payment_provider_down'];
    const request = { type: 'invalid_request_error' } as const;
    for (const [error, kind, code] of [
      [new errors.StripeAuthenticationError({ ...request, statusCode: 401 }), 'key_refused', unavailable],
      [new errors.StripePermissionError({ ...request, statusCode: 403 }), 'not_permitted', unavailable],
      [refusal('charge_disputed'), 'refused', unavailable],
      [refusal('balance_insufficient'), 'refused', unavailable],
      [refusal('idempotency_key_in_use', 409), 'in_use', down],
      [refusal('lock_timeout', 429), 'in_use', down],
      [refusal('rate_limit', 429), 'rate_limited', down],
      [new errors.StripeAPIError({ type: 'api_error', statusCode: 502 }), 'trouble', down],
      [new errors.StripeConnectionError({ type: 'api_error' }), 'unreachable', down],
    ] as const) {
      const failure = toFailure(error);
      assert.ok(failure instanceof ProviderFailure);
      assert.deepEqual([failure.kind, failure.code, failure.status], [kind, code, 503]);
    }
    const { said } = toFailure(refusal('x'.repeat(10_000), 400, 'm'.repeat(10_000))) as ProviderFailure;
    assert.deepEqual([said.code?.length, said.message.length], [100, 500]);
    const mistake = new TypeError('ours');
    assert.equal(toFailure(mistake), mistake);
  });

  function refusal(code: string, statusCode = 400, message = 'No') {
    return errors.StripeError.generate({ type: 'invalid_request_error', code, statusCode, message });
  }

  test('comes from the provider as its own type', async () => {
    // Of refunds alone: the shop may be looking at a payment, of which an event came late.
    await till.addFault({ path: '/v1/refunds', effect: 'error', status: '400', code: 'charge_disputed' });
    const provider = openProvider(shop.origin, till);
    await assert.rejects(
      provider.refund('pi_x', 0),
      (error) =>
        error instanceof ProviderFailure && error.kind === 'refused' && error.said.code === 'charge_disputed',
    );
  });
});

describe('problems with payments', () => {
  test('are one row a call and kind, from several processes at once', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
    const add = (minutes: number, times: number) =>
      addPaymentProblem(shop.database.db, {
        operation: 'cancelIntent',
        kind: 'refused',
        said: { message: `at ${minutes}` },
        times,
        firstAt: at(minutes),
        lastAt: at(minutes + 1),
      });
    await Promise.all([add(10, 2), add(5, 3), add(20, 4)]);
    const problem = (await findProblem('cancelIntent', 'refused'))!;
    assert.equal(problem.times, 9);
    assert.deepEqual([problem.firstAt, problem.lastAt], [at(5).toISOString(), at(21).toISOString()]);
  });

  test('that were not seen for 90 days are forgotten', async () => {
    await shop.database.pool.query(
      `update payment_problems set first_at = now() - interval '100 days', last_at = now() - interval '91 days'
       where operation = 'cancelIntent'`,
    );
    await shop.runJobs();
    assert.equal(await findProblem('cancelIntent', 'refused'), undefined);
  });

  test('are of few kinds: the database takes no others in length', async () => {
    for (const kind of FAILURE_KINDS) assert.match(kind, /^[a-z_]{1,40}$/);
    await assert.rejects(
      shop.database.pool.query(
        `insert into payment_problems (operation, kind, times, first_at, last_at, message)
         values ('refund', 'refused', 1, now(), now(), repeat('x', 2001))`,
      ),
      /payment_problems_message_check/,
    );
  });
});
