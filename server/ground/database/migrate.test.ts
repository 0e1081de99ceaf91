import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { until } from '../../../tests/until.ts';
import { audit } from '../../ops/audit/audit.ts';
import { BASELINE, listApplied, listMigrations, listPending, migrate, sinceBaseline } from './migrate.ts';

/** The names in a database of commit 40790c27, which ran the files that the baseline replaces. */
const RECORDED = `
  0001-accounts 0002-shop 0003-settlement 0004-mail 0006-limits 0007-log 0008-returned-refunds 0009-cheaper-orders
  0010-reconciliation-log 0011-unpaid-orders 0012-fewer-checks 0013-expiring-mails 0014-payment-problems
  0016-refused-refunds 0017-disputes 0018-buyers 0021-order-numbers 0022-begun-payments 0023-unproven-holds
  0026-purchases 0027-part-refunds 0029-facts 0032-price-breaks 0033-part-facts 0034-attachments 0035-substitutes
  0036-product-editions 0037-imports 0038-mended-files 0039-delivery-and-references 0039-purchase-indexes
  0042-lists 0043-address-book 0046-receipts 0047-invoices 0048-placed-list-lines 0048-refunded-promises
  0048-sellers 0049-paid-purchases 0050-shipments 0051-stock-ledger 0051-stock-shelf 0051-stock 0052-desk
  0053-blocks 0053-reviews 0053-roles 0054-settings 0055-second-factor 0057-return-pictures 0059-hidden-reviews
  0060-disputes-in-order 0061-counted-pieces 0061-counts 0063-short-products 0064-returns-bound
  0065-factor-attempts 0067-passkeys 0069-stock-bound 0070-customer-sums 0070-shipment-lines 0071-refunds-owed
  0073-customers-by-name 0074-declined-refunds 0075-received-returns 0076-sums-bound 0077-staff 0078-archived-log
  0079-staff-writes 0080-reconciliation-log 0081-reconciliation-log-before 0082-imports-of-counts
  0083-cancel-wishes 0083-categories-of-imports 0083-cost-centers 0083-returns 0083-shipments 0083-short-of-minimum
  0084-cancel-wishes-index 0085-names-on-one-line
`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`);

const shop = await createTestDatabase({ empty: true });
const things = await createTestDatabase({ empty: true });
const folder = await mkdtemp(join(tmpdir(), 'northbridge-migrations-'));
after(async () => {
  await Promise.all([shop.drop(), things.drop()]);
  await rm(folder, { recursive: true });
});

describe('the schema of the shop', () => {
  const { pool, db } = shop;

  const SCHEMA = `
    select format('%s %s %s', relname, attname, format_type(atttypid, atttypmod)) as part
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid, true))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text !~ '^pg_'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_viewdef(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    order by part`;
  const readSchema = async () => (await pool.query<{ part: string }>(SCHEMA)).rows.map(({ part }) => part);
  const setNames = async (names: string[]) => {
    await pool.query('delete from migrations');
    await pool.query('insert into migrations (name) select unnest($1::text[])', [names]);
  };

  test('comes into an empty database once, also from two processes at once', async () => {
    const ran: string[] = [];
    const run = () => migrate(pool, { ran: (name) => ran.push(name) });
    await Promise.all([run(), run()]);
    assert.deepEqual(ran.slice(0, -1), await listMigrations());
    assert.match(ran.at(-1)!, /^functions\.sql \w{16}$/);
    assert.deepEqual(await listPending(pool), []);
    assert.deepEqual((await audit(db)).faults, []);
  });

  test('is taken as it is in a database that ran the files that the baseline replaces', async () => {
    const before = await readSchema();
    assert.ok(before.length > 500);
    const since = (await listMigrations()).slice(1);
    await setNames([...RECORDED, ...since]);
    await migrate(pool);
    assert.deepEqual(await readSchema(), before);
    assert.deepEqual(await listApplied(pool), [BASELINE, ...since]);
  });

  test('is the same after a file that commits by itself has run again, as after an interruption', async () => {
    const before = await readSchema();
    for (const name of (await listMigrations()).slice(1)) {
      const text = await readFile(new URL(`migrations/${name}`, import.meta.url), 'utf8');
      if (text.startsWith('-- Commits by itself') && !/index concurrently/.test(text)) await pool.query(text);
    }
    assert.deepEqual(await readSchema(), before);
  });

  test('that lacks one of these files is refused, with the version to start first', async () => {
    for (const lacking of ['0001-accounts.sql', '0083-returns.sql', BASELINE]) {
      const names = RECORDED.filter((name) => name !== lacking);
      await setNames(names);
      const refusal = /older version of the shop\. Start commit 40790c27 on it once, then this version\./;
      await assert.rejects(migrate(pool), refusal);
      await assert.rejects(listPending(pool), refusal);
      assert.throws(() => sinceBaseline(names), refusal);
    }
  });
});

describe('a migration', () => {
  const { pool, untilWaiting } = things;
  const FUNCTION = 'create or replace function answer() returns integer language sql return';
  let versions = 0;
  /** Makes a version with these migrations, and answers by its functions.sql. */
  async function makeVersion(migrations: Record<string, string>, answer = 1): Promise<URL> {
    versions += 1;
    const own = join(folder, String(versions));
    await mkdir(join(own, 'migrations'), { recursive: true });
    await writeFile(join(own, 'baseline.sql'), 'create table things (n integer)');
    await writeFile(join(own, 'functions.sql'), `${FUNCTION} ${answer}`);
    for (const [name, text] of Object.entries(migrations))
      await writeFile(join(own, 'migrations', name), text);
    return pathToFileURL(`${own}/`);
  }
  const applied = async () => (await listApplied(pool))?.at(-1);

  test('that fails is named with the reason, and changes nothing', async () => {
    const version = await makeVersion({ '0086-bad.sql': 'drop table things; select 1 / 0' });
    await assert.rejects(migrate(pool, { folder: version }), {
      message: 'The migration 0086-bad.sql failed: division by zero (22012)',
    });
    await pool.query('select n from things');
    assert.equal(await applied(), BASELINE);
  });

  test('gives way to whoever keeps a lock, and comes again', async () => {
    const version = await makeVersion({ '0087-column.sql': 'alter table things add column m integer' });
    const isWaiting = async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount !== 0;
    };
    const keeper = await pool.connect();
    await keeper.query('begin; lock table things in row exclusive mode');
    const migrated = migrate(pool, { folder: version });
    await untilWaiting();
    await until(async () => !(await isWaiting()));
    await untilWaiting();
    await keeper.query('commit');
    keeper.release();
    await migrated;
    assert.equal(await applied(), '0087-column.sql');
  });

  test('that builds an index beside writes builds it anew when it was interrupted', async () => {
    const text = '-- Commits by itself\ncreate unique index concurrently things_n on things (n)';
    const version = await makeVersion({ '0088-index.sql': text });
    await pool.query('insert into things values (1), (1)');
    await assert.rejects(
      migrate(pool, { folder: version }),
      /0088-index\.sql failed: could not create unique index/,
    );
    await pool.query('truncate things');
    await migrate(pool, { folder: version });
    const { rows } = await pool.query(
      "select indisvalid from pg_index where indexrelid = 'things_n'::regclass",
    );
    assert.deepEqual(rows, [{ indisvalid: true }]);
  });

  test('of functions.sql runs when its text is new, and not again in a process of the version before', async () => {
    const answer = async () => (await pool.query('select answer()')).rows[0].answer;
    const [older, newer] = [await makeVersion({}, 1), await makeVersion({}, 2)];
    await migrate(pool, { folder: older });
    assert.equal(await answer(), 1);
    await migrate(pool, { folder: newer });
    assert.equal(await answer(), 2);
    await migrate(pool, { folder: older });
    assert.equal(await answer(), 2);
  });
});
