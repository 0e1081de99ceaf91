import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type pg from 'pg';
import { type Buyer, makeBuyers } from '../../tests/fixtures/accounts.ts';
import { intentIdOf, openTill, type Till } from '../../tests/fixtures/payments.ts';
import { type CallResult, orderFor, type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { newId } from '../ground/database/uuid.ts';
import type { Intent } from '../payments/provider.ts';
import { findPayment, insertPayment } from '../payments/queries.ts';

// The order of locks (docs/payments.md): order, payment, buyer, product.
const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

async function addBuyer(): Promise<Person & Buyer> {
  const [buyer] = await makeBuyers(shop.database.pool, 1);
  return { ...buyer!, name: 'Test Buyer', password: '', cookie: '' };
}

const endHold = (id: string) =>
  shop.database.pool.query(
    "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
    [id],
  );

const isPaid = async (id: string) =>
  (
    await shop.database.pool.query(
      "select from purchases where id = (select purchase_id from orders where id = $1) and state = 'paid'",
      [id],
    )
  ).rowCount === 1;

/** An order whose hold has ended and whose stock is on sale, with the secret of its open payment. */
async function placeLate(till: Till, buyer: Person): Promise<{ id: string; total: number; secret: string }> {
  const { id, total } = await till.place(buyer);
  const { body } = await till.createIntent(buyer, { price: total, orderId: id });
  await endHold(id);
  await shop.runJobs();
  return { id, total, secret: body.clientSecret };
}

/** Each prepares something and returns what takes or gives back stock then. */
const TAKERS: Record<string, (till: Till, buyer: Person) => Promise<() => Promise<unknown>>> = {
  'places an order': async (till, buyer) => () => till.place(buyer),
  'begins to pay late': async (till, buyer) => {
    const { id, total } = await placeLate(till, buyer);
    return () => till.createIntent(buyer, { price: total, orderId: id });
  },
  'has paid late': async (till, buyer) => {
    const { id, secret } = await placeLate(till, buyer);
    return async () => {
      await till.pay(secret);
      await until(() => isPaid(id));
    };
  },
  'deletes an order': async (till, buyer) => {
    const { id } = await till.place(buyer);
    return () => shop.call(`DELETE /orders/${id}`, { token: buyer.token });
  },
  'lets a hold end': async (till, buyer) => {
    const { id } = await till.place(buyer);
    await endHold(id);
    return () => shop.runJobs();
  },
};
/** Whether somebody waits for a row that this connection has locked, and not for another. */
async function holdsUp(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const { rowCount } = await shop.database.pool.query(
    'select from pg_stat_activity where datname = current_database() and $1::int = any(pg_blocking_pids(pid))',
    [rows[0].pid],
  );
  return rowCount !== 0;
}

for (const [name, prepare] of Object.entries(TAKERS)) {
  test(`a buyer who ${name} has their counters locked before the product`, async () => {
    const till = await openTill(shop);
    const buyer = await addBuyer();
    const take = await prepare(till, buyer);
    const client = await shop.database.pool.connect();
    let taking: Promise<unknown> | undefined;
    try {
      await client.query('begin');
      await client.query('select from products where id = $1 for no key update', [till.product._id]);
      taking = take();
      await until(() => holdsUp(client));
      await assert.rejects(
        client.query('select from buyers where id = $1 for no key update nowait', [buyer.id]),
        { code: '55P03' },
      );
    } finally {
      await client.query('rollback');
      client.release();
      await taking;
    }
  });
}

test('removing an account does not block a payment that begins for its orders', async () => {
  const till = await openTill(shop);
  const buyer = await addBuyer();
  const { id } = await till.place(buyer);
  const client = await shop.database.pool.connect();
  let removed: Promise<CallResult> | undefined;
  try {
    await client.query('begin');
    // As the keys of a new payment do, which refer to the buyer first.
    await client.query('select from users where id = $1 for key share', [buyer.id]);
    removed = shop.call(`DELETE /users/${buyer.email}`, { token: admin.token });
    await until(() => holdsUp(client));
    await client.query(
      'select from purchases where id = (select purchase_id from orders where id = $1) for key share nowait',
      [id],
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
  assert.deepEqual((await removed).body, { deletedCount: 1 });
});

test('removing an account waits for a purchase before it takes its payment', async () => {
  const till = await openTill(shop);
  const buyer = await addBuyer();
  const { id, total } = await till.place(buyer);
  const { body } = await till.createIntent(buyer, { price: total, orderId: id });
  await till.pay(body.clientSecret);
  await till.settle(buyer, id, intentIdOf(body.clientSecret));
  const client = await shop.database.pool.connect();
  let removed: Promise<CallResult> | undefined;
  try {
    await client.query('begin');
    // As news about a paid purchase do.
    await client.query(
      'select from purchases where id = (select purchase_id from orders where id = $1) for no key update',
      [id],
    );
    removed = shop.call(`DELETE /users/${buyer.email}`, { token: admin.token });
    await until(() => holdsUp(client));
    await client.query('select from payments where intent_id = $1 for update nowait', [
      intentIdOf(body.clientSecret),
    ]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  assert.deepEqual((await removed).body, { deletedCount: 1 });
});

test('a payment is remembered without its buyer once their account is gone', async () => {
  const intent = {
    id: `pi_${newId()}`,
    amountCents: 250,
    currency: 'usd',
    userId: newId(),
  };
  await insertPayment(shop.database.db, intent as Intent);
  const payment = await findPayment(shop.database.db, intent.id);
  assert.deepEqual([payment?.state, payment?.buyerId], ['open', null]);
});

test('whatever is done with the same buyers and products at once, nobody waits for each other', async () => {
  const ROUNDS = 8;
  const tills = [await openTill(shop), await openTill(shop)] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    const buyers = [await addBuyer(), await addBuyer()] as const;
    const [leaver] = buyers;
    const late = await Promise.all(
      buyers.flatMap((buyer) => tills.map(async (till) => ({ till, buyer, ...(await till.place(buyer)) }))),
    );
    const secrets = await Promise.all(
      late.map(async ({ till, buyer, id, total }) => {
        const { body } = await till.createIntent(buyer, { price: total, orderId: id });
        await endHold(id);
        return body.clientSecret;
      }),
    );
    await shop.runJobs();
    const orders = await Promise.all(
      buyers.flatMap((buyer) =>
        [...tills, ...tills].map(async (till, n) => ({ n, till, buyer, ...(await till.place(buyer)) })),
      ),
    );
    for (const { id, n } of orders) if (n === 0) await endHold(id);

    const answers = await Promise.all([
      ...late.map(async ({ till, buyer, id }, n) => {
        await till.pay(secrets[n]!);
        return till.settle(buyer, id, intentIdOf(secrets[n]!));
      }),
      ...orders.map(({ n, till, buyer, id, total }) => {
        if (n === 1) return shop.call(`DELETE /orders/${id}`, { token: buyer.token });
        return till.createIntent(buyer, { price: total, orderId: id });
      }),
      // Refused when its buyer has been removed before.
      ...buyers.flatMap((buyer) =>
        tills.map(({ product }) =>
          shop.call('POST /orders', { token: buyer.token, body: orderFor(product, buyer) }),
        ),
      ),
      shop.runJobs().then(() => undefined),
      shop.call(`DELETE /users/${leaver.email}`, { token: admin.token }),
    ]);
    assert.deepEqual(
      answers.filter((answer) => answer && answer.status >= 500),
      [],
    );
    assert.equal(answers.at(-1)?.status, 200);
  }
  assert.equal(await shop.database.countDeadlocks(), 0);
});
