import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import type { Event, EventFacts } from '#contract/log/schema.ts';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { startTestShop } from '../../tests/testing.ts';
import { modules } from '../modules.ts';
import { joinKinds } from '../open-modules.ts';
import { readKinds } from './kinds.ts';

const PRODUCT = {
  ...{
    name: 'Screw',
    image: '/images/screw.webp',
    shortDetails: 'A screw',
    minOrder: 100,
    available: 0,
    price: 1.25,
  },
};

const shop = await startTestShop();
const admin = await shop.signInAdmin();
const buyer = await shop.signUp('Ada');
const till = await openTill(shop);
after(() => shop.close());
afterEach(() => till.clearFaults());

async function log(query: string): Promise<{ events: Event[]; total: number }> {
  const answer = await shop.call(`GET /events${query}`, { token: admin.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { events: answer.body, total: Number(answer.headers.get('x-total-count')) };
}

const kinds = async (query: string) => (await log(query)).events.map(({ kind }) => kind);

const setStock = (available: number) =>
  shop.call(`PATCH /products/${till.product._id}`, { token: admin.token, body: { available } });

/** Pays late for parts that are sold, while no webhook arrives: money that only reconciliation finds. */
async function payTooLate(): Promise<{ orderId: string; intentId: string }> {
  const { id, total } = await till.place(buyer);
  const { clientSecret } = (await till.createIntent(buyer, { price: total, orderId: id })).body;
  const { pool } = shop.database;
  await pool.query(
    "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
    [id],
  );
  await shop.runJobs();
  await setStock(0);
  await till.addFault({ event: '*', effect: 'lose', times: '100' });
  await till.pay(clientSecret);
  await pool.query("update payments set checked_at = now() - interval '1 hour'");
  return { orderId: id, intentId: intentIdOf(clientSecret) };
}

describe('GET /events', () => {
  test('says what happened in words, and names the product and what became of order and product', async () => {
    const { id } = await till.place(buyer);
    const [placed] = (await log(`?order=${id}`)).events;
    assert.equal(placed!.what, 'Order placed, stock reserved');
    assert.equal(placed!.who, buyer.email);
    assert.equal(placed!.productName, till.product.name);
    assert.equal(placed!.stockChange, -100);
    assert.equal(placed!.orderDeleted, undefined);
    await shop.call(`DELETE /orders/${id}`, { token: buyer.token });
    const [deleted] = (await log(`?order=${id}`)).events;
    assert.equal(deleted!.what, 'Order deleted');
    assert.equal(deleted!.orderDeleted, true);
  });

  test('is narrowed by one kind, by several, and by groups of kinds', async () => {
    const { id } = await till.place(buyer);
    await shop.call(`DELETE /orders/${id}`, { token: buyer.token });
    assert.deepEqual(await kinds(`?order=${id}&kind=order_placed`), ['order_placed']);
    assert.deepEqual(await kinds(`?order=${id}&kind=order_placed,order_deleted`), [
      'order_deleted',
      'order_placed',
    ]);
    assert.deepEqual(await kinds(`?order=${id}&kind=orders`), ['order_deleted', 'order_placed']);
    assert.deepEqual(await kinds(`?order=${id}&kind=people,order_deleted`), ['order_deleted']);
    for (const none of ['people', 'payments', 'reconciliation', 'no_such_kind', '']) {
      assert.deepEqual(await kinds(`?order=${id}&kind=${none}`), [], none);
    }
    const all = (await log('')).events;
    const people = (await log('?kind=people')).events;
    assert.ok(people.every(({ kind }) => /^(user|address|sign|session|password)/.test(kind)));
    assert.ok(people.length < all.length);
  });

  test('comes in pieces that know how many match in all', async () => {
    for (const _ of [1, 2, 3]) await till.place(buyer);
    const query = `?product=${till.product._id}&kind=order_placed`;
    const whole = await log(query);
    assert.equal(whole.total, whole.events.length);
    const pieces: Event[] = [];
    for (let after = ''; ; after = `&after=${pieces.at(-1)!._id}`) {
      const piece = await log(`${query}&limit=2${after}`);
      assert.equal(piece.total, whole.total);
      assert.ok(piece.events.length <= 2);
      pieces.push(...piece.events);
      if (piece.events.length < 2) break;
    }
    assert.deepEqual(pieces, whole.events);
  });

  test('shows facts in words, and what people wrote; entries of before as they were written', async () => {
    const actor = 'someone@example.com';
    await shop.database.pool.query(
      `insert into events (id, kind, actor, why, facts)
       values ('00000000-0000-7000-9000-000000000001', 'order_refunded', $1, 'Not what I said. Payment pi_1', null),
         ('00000000-0000-7000-9000-000000000002', 'refund_due', $1, 'Recalled', '{"intentId":"pi_1"}'),
         ('00000000-0000-7000-9000-000000000003', 'refund_due', $1, null, '{"intentId":"pi_1","cause":"sent_back"}')`,
      [actor],
    );
    const { events } = await log(`?person=${actor}`);
    assert.deepEqual(
      events.map(({ why, facts, note }) => [why, facts, note]),
      [
        [
          "The buyer's bank sent the refund back. Payment pi_1",
          { intentId: 'pi_1', cause: 'sent_back' },
          undefined,
        ],
        ['Recalled. Payment pi_1', { intentId: 'pi_1' }, 'Recalled'],
        ['Not what I said. Payment pi_1', undefined, undefined],
      ],
    );
  });

  test('keeps what changed of a product, however long its texts are', async () => {
    // Each of these characters takes six bytes in JSON. A name has to show something.
    const long = (n: number) => ({
      name: `A${String.fromCharCode(n).repeat(199)}`,
      image: `https://example.com/${n}${'x'.repeat(2000)}`,
      shortDetails: `A${String.fromCharCode(n).repeat(999)}`,
    });
    const { body } = await shop.call('POST /products', {
      token: admin.token,
      body: { ...PRODUCT, ...long(1) },
    });
    // The last cuts a character of two units in half.
    const changes = [long(2), { shortDetails: `x${'💾'.repeat(499)}`, price: 2.5 }];
    for (const change of changes) {
      const answer = await shop.call(`PATCH /products/${body.insertedId}`, {
        token: admin.token,
        body: change,
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    const [changed] = (await log(`?product=${body.insertedId}`)).events;
    assert.match(changed!.why!, /^details /);
    assert.deepEqual((changed!.facts as EventFacts['product_changed']).changes.at(-1), {
      ...{ field: 'price', from: 1.25, to: 2.5 },
    });
  });

  test('exports what is shown as CSV, however long it is', async () => {
    await shop.database.pool.query(
      `insert into events (id, kind, actor, why)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'user_promoted', 'clerk@example.com', '=1+' || n
       from generate_series(1, 2500) n`,
    );
    const answer = await shop.call('GET /events?person=clerk@example.com', {
      token: admin.token,
      headers: { accept: 'text/csv' },
    });
    assert.match(answer.headers.get('content-disposition')!, /filename="log\.csv"/);
    const lines = answer.body.trimEnd().split('\r\n');
    assert.equal(
      lines[0],
      'at,kind,what,who,orderId,orderNumber,productId,productName,person,stockChange,why',
    );
    assert.equal(lines.length, 1 + 2500);
    assert.match(lines[1], /,user_promoted,Made an admin,clerk@example\.com,,,,,,,'=1\+2500$/);
    assert.match(lines[2500], /'=1\+1$/);
  });
});

describe('what reconciliation found and did', () => {
  test('is one group: money refunded as the parts were gone, and refunds that are still due', async () => {
    const { orderId, intentId } = await payTooLate();
    await till.addFault({ method: 'POST', path: '/v1/refunds', effect: 'error', times: '100' });
    // The refund fails, and stays due.
    await shop.runJobs().catch(() => {});
    await shop.runJobs().catch(() => {});

    const dueOf = async () => {
      const answer = await shop.call('GET /payments/refunds-due', { token: admin.token });
      assert.equal(Number(answer.headers.get('x-total-count')), answer.body.length);
      return answer.body.find((refund: { transactionId: string }) => refund.transactionId === intentId);
    };
    const due = await dueOf();
    assert.equal(due.orderId, orderId);
    assert.equal(due.amount, 1999);
    assert.match(due.why, /sold/);
    assert.ok(due.tries >= 1);
    assert.ok(Date.parse(due.nextTryAt) > Date.now());

    await till.clearFaults();
    await shop.database.pool.query('update payments set refund_next_at = now() where intent_id = $1', [
      intentId,
    ]);
    await shop.runJobs();
    assert.equal(await dueOf(), undefined);
    await setStock(100_000);
    const found = await kinds(`?kind=reconciliation&order=${orderId}`);
    assert.ok(found.includes('refund_due'), String(found));
    assert.ok(found.includes('payment_refunded'), String(found));
    assert.ok(!found.includes('order_placed'), String(found));
  });

  test('is found by an index that has each of its kinds: with one more, PostgreSQL would read the whole log', async () => {
    const { rows } = await shop.database.pool.query(
      "select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = 'events_reconciled'::regclass",
    );
    const indexed = [...rows[0].condition.matchAll(/'(\w+)'/g)].map(([, word]) => word).sort();
    const { reconciliation } = readKinds('reconciliation', joinKinds(modules).events);
    assert.deepEqual(indexed, [...reconciliation!, 'reconciliation', 'shop', 'webhook'].sort());
  });

  test('leaves out what a buyer or an admin did', async () => {
    const { id, total } = await till.place(buyer);
    const { clientSecret } = (await till.createIntent(buyer, { price: total, orderId: id })).body;
    await till.pay(clientSecret);
    await till.settle(buyer, id, intentIdOf(clientSecret));
    await shop.call(`POST /orders/${id}/refund`, { token: admin.token, body: { reason: 'Sent twice' } });
    const payments = await kinds(`?kind=payments&order=${id}`);
    assert.ok(payments.includes('order_paid') && payments.includes('order_refunded'), String(payments));
    assert.deepEqual(await kinds(`?kind=reconciliation&order=${id}`), []);
  });
});

test('a person’s entries in pieces are the same as all at once, what they did and what was done to them', async () => {
  const token = admin.token;
  const whole = (await shop.call(`GET /events?person=${admin.email}`, { token })).body;
  assert.ok(whole.length > 4);
  const pieces: { _id: string; who: string }[] = [];
  for (;;) {
    const last = pieces.at(-1);
    const after = last ? `&after=${last._id}` : '';
    const { body } = await shop.call(`GET /events?limit=2&person=${admin.email}${after}`, { token });
    pieces.push(...body);
    if (body.length < 2) break;
  }
  assert.deepEqual(pieces, whole);
});

describe('staff', () => {
  test('reads of orders and stock, and nothing of people and payments', async () => {
    const clerk = await signUpStaff(shop, admin);
    await setStock(100_000);
    await till.place(buyer);
    const read = async (query: string) => {
      const { body, headers } = await shop.call(`GET /events${query}`, { token: clerk.token });
      return { kinds: new Set(body.map(({ kind }: Event) => kind)), total: headers.get('x-total-count') };
    };
    const { kinds: all } = await read('');
    for (const kind of ['order_placed', 'product_changed']) assert.ok(all.has(kind), kind);
    for (const kind of ['signed_in', 'user_made_staff', 'refund_due'])
      assert.ok(!all.has(kind) && (await kinds(`?kind=${kind}`)).length > 0, kind);
    for (const query of ['?kind=people', '?kind=refund_due,signed_in', '?kind=reconciliation'])
      assert.deepEqual(await read(query), { kinds: new Set(), total: '0' }, query);
    assert.deepEqual((await read('?kind=order_placed,people')).kinds, new Set(['order_placed']));
  });
});
