// alone: the ids of a process never go back in time
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { createTestClient } from '../../../tests/test-client.ts';
import { countingDaysIn } from '../../ground/days.ts';
import { readEnv } from '../../ground/env.ts';
import { audit } from '../../ops/audit/audit.ts';
import { startShop } from '../../start.ts';
import { type HistoryOptions, seedHistory } from './history.ts';
import { inThePast } from './past.ts';

const database = await createTestDatabase();
after(() => database.drop());

const data: HistoryOptions = {
  connection: database.url,
  settings: countingDaysIn('UTC'),
  terms: { smallestOrder: 100, holdMinutes: 1440, unprovenMinutes: 120, maxUnpaid: 20, unprovenCents: 0 },
};

async function rows<T = Record<string, unknown>>(text: string): Promise<T[]> {
  return (await database.pool.query(text)).rows as T[];
}

/** Names of what is in a column, sorted. */
async function names(text: string): Promise<unknown[]> {
  return (await rows(`${text} order by 1`)).map((row) => Object.values(row)[0]);
}

const DEFAULTS = `select count(*) from pg_attrdef join pg_class on pg_class.oid = adrelid
  where relnamespace = 'public'::regnamespace and pg_get_expr(adbin, adrelid) = 'now()'`;

test('work in the past that fails leaves nothing, and the clock as it was', async () => {
  const [defaults] = await rows(DEFAULTS);
  const { now } = Date;
  await assert.rejects(
    inThePast(
      database.url,
      {},
      async () => true,
      async ({ database: { db }, moveTo }) => {
        await moveTo(Date.UTC(2020, 0));
        await db.transaction().execute(async (transaction) => {
          const user = { id: '00000000-0000-7000-8000-000000000001', name: 'A', email: 'a@example.com' };
          const inserted = await transaction
            .insertInto('users')
            .values({ ...user, role: 'customer', email_verified: true })
            .returning('created_at')
            .executeTakeFirstOrThrow();
          assert.equal(inserted.created_at.toISOString(), '2020-01-01T00:00:00.000Z');
        });
        throw new Error('stopped');
      },
    ),
    /stopped/,
  );
  assert.equal(Date.now, now);
  assert.deepEqual(await rows('select from users'), []);
  assert.deepEqual(await rows(DEFAULTS), [defaults]);
});

describe('ninety days of business', () => {
  let defaults: unknown;
  before(async () => {
    defaults = await rows(DEFAULTS);
    assert.equal(await seedHistory(data), true);
  });

  test('are told once', async () => {
    const [before] = await rows('select count(*) from purchases');
    assert.equal(await seedHistory(data), false);
    assert.deepEqual(await rows('select count(*) from purchases'), [before]);
  });

  test('leave the clock of the database as it was', async () => {
    assert.deepEqual(await rows(DEFAULTS), defaults);
    assert.deepEqual(await rows(`select from pg_namespace where nspname = 'demo_clock'`), []);
  });

  test('have purchases, returns and disputes in every state', async () => {
    const [{ count }] = (await rows<{ count: number }>('select count(*) from purchases')) as [
      { count: number },
    ];
    assert.ok(count >= 190, `${count} purchases`);
    assert.deepEqual(await names('select distinct state from purchases'), [
      ...['asked', 'deleted', 'held', 'paid', 'refunded', 'released'],
    ]);
    const paid = `from purchases where state = 'paid'`;
    for (const [what, condition] of [
      ['to ship', 'shipped_pieces = 0'],
      ['shipped in part', 'shipped_pieces > 0 and to_ship_pieces > 0'],
      ['shipped', 'to_ship_pieces = 0'],
    ] as const)
      assert.ok((await rows(`select ${paid} and ${condition}`)).length > 0, what);
    assert.deepEqual(await names('select distinct state from returns'), [
      ...['accepted', 'asked', 'closed', 'declined', 'received'],
    ]);
    assert.deepEqual(await names('select status from disputes'), ['lost', 'needs_response']);
    assert.ok((await rows(`select from refunds where state = 'done'`)).length > 0, 'refunds of pieces');
    assert.ok(
      (await rows(`select from events where kind = 'payment_declined'`)).length > 0,
      'declined cards',
    );
  });

  test('agree in their books, numbers and dates', async () => {
    assert.deepEqual((await audit(database.db)).faults, []);
    const inOrder = (table: string, time: string) => `select from (
      select number, ${time} as at, lag(${time}) over (order by number) as before from ${table}) as one where at < before`;
    assert.deepEqual(await rows(inOrder('purchases', 'placed_at')), []);
    assert.deepEqual(await rows(inOrder('invoices', 'issued_at')), []);
    assert.deepEqual(await rows(inOrder('credit_notes', 'issued_at')), []);
    const timeIn = `to_timestamp(('x' || lpad(translate(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0)`;
    assert.deepEqual(
      await rows(`select kind, at from events where abs(extract(epoch from at - ${timeIn})) > 60`),
      [],
    );
    assert.deepEqual(
      await rows('select from purchases join invoices on purchase_id = id where issued_at <> paid_at'),
      [],
    );
    assert.deepEqual(
      await rows(`select from purchases join sandbox_stripe.objects on objects.id = transaction_id
        where abs(created - extract(epoch from paid_at)) > 86400`),
      [],
    );
    const [first] = await rows<{ days: number }>(
      'select extract(day from now() - min(placed_at))::int as days from purchases',
    );
    assert.ok(first!.days >= 85 && first!.days <= 90, `${first!.days} days`);
  });

  test('leave the stock of the catalogue, but for a few parts that ran low', async () => {
    const { catalogue } = await import('#content/catalogue.ts');
    const stock = new Map(
      (await rows<{ sku: string; available: number }>('select sku, available from products')).map(
        ({ sku, available }) => [sku, available],
      ),
    );
    const other = catalogue.filter(({ sku, available }) => stock.get(sku) !== available);
    assert.deepEqual(other.map(({ sku }) => sku).toSorted(), [
      'CAS-MT-360',
      'COL-L240',
      'NIC-25-2S28',
      'PSU-CR-1200P',
    ]);
    assert.equal((await rows('select from products where available < reorder_point')).length, 4);
  });

  test('send no mails, and leave nobody signed in', async () => {
    assert.deepEqual(await rows('select from mails where next_at is not null or sent_at is null'), []);
    assert.deepEqual(await rows('select from sessions'), []);
  });

  test('have something of each kind in My Orders, and two lists', async () => {
    const own = `user_id = (select id from users where email = 'buyer@example.com')`;
    const states = await names(`select distinct case when state = 'held' then 'to pay'
      when shipped_pieces = 0 then 'to ship' when paid_at > now() - interval '3 days' then 'on its way' else 'to return' end
      from purchases where ${own}`);
    assert.deepEqual(states, ['on its way', 'to pay', 'to return']);
    assert.equal(
      (await rows(`select from lists where kind = 'saved' and line_count > 0 and ${own}`)).length,
      2,
    );
  });

  test('have a company with four members, rules, prices, part numbers and an order that waits for approval', async () => {
    const ofCompany = `from buyers where name = 'Fairview Instruments'`;
    assert.deepEqual(
      await rows(`select unnest(roles) as role, per_purchase_cents is not null as "isLimited" from members
        where buyer_id = (select id ${ofCompany}) order by joined_at, user_id`),
      [
        { role: 'admin', isLimited: false },
        { role: 'buyer', isLimited: true },
        { role: 'approver', isLimited: false },
        { role: 'finance', isLimited: false },
      ],
    );
    assert.deepEqual(
      await rows(`select po_number as po, state, (select count(*)::int from approvals where purchase_id = purchases.id) as approvals,
        (select bool_and(price_source ->> 'kind' = 'company' and customer_ref like 'FI-7%') from orders where purchase_id = purchases.id) as own
        from purchases where buyer_id = (select id ${ofCompany}) order by po`),
      [
        { po: 'FI-2041', state: 'paid', approvals: 0, own: true },
        { po: 'FI-2057', state: 'paid', approvals: 1, own: true },
        { po: 'FI-2063', state: 'paid', approvals: 0, own: true },
        { po: 'FI-2070', state: 'asked', approvals: 0, own: true },
      ],
    );
    const [counted] = await rows<Record<string, number>>(`select
      (select count(*)::int from part_numbers) as numbers, (select min(parts) from price_lists where minus_percent is null) as prices,
      (select count(*)::int from budgets) as budgets, (select count(*)::int from buyers where kind = 'company') as companies,
      (select count(*)::int from orders where price_source ->> 'kind' = 'group') as "ofGroup"`);
    assert.ok(counted!.numbers! >= 24 && counted!.numbers === counted!.prices, JSON.stringify(counted));
    assert.deepEqual([counted!.budgets, counted!.companies, counted!.ofGroup], [2, 2, 1]);
  });

  test('are there at the next start, and the sandbox refunds their payments', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'northbridge-test-'));
    const said: string[] = [];
    const shop = await startShop(
      readEnv({
        ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, SANDBOX: '1', PORT: '0', LOG_LEVEL: 'silent' },
        RATE_LIMITS: 'off',
      }),
      { withoutPages: true, log: (line) => said.push(line) },
    );
    try {
      assert.ok(!said.some((line) => line.startsWith('Filling')), said.join('\n'));
      await shop.runJobs();
      const { call, signInAdmin } = createTestClient(shop.origin);
      const { token } = await signInAdmin();
      const [order] = await rows<{
        id: string;
      }>(`select orders.id from orders join purchases on purchases.id = purchase_id
        where state = 'paid' and shipped_pieces = 0 limit 1`);
      const refund = await call(`POST /orders/${order!.id}/refund`, { token, body: { reason: 'A test' } });
      assert.equal(refund.status, 200);
      assert.deepEqual((await audit(database.db)).faults, []);
    } finally {
      await shop.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});
