// nightly: makes two servers of PostgreSQL
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { type Pair, startPair } from '../../../tests/fixtures/standby.ts';
import { until } from '../../../tests/until.ts';
import { createDatabase, type Database } from '../client.ts';
import { migrate } from '../migrate.ts';
import { isBehind } from './position.ts';
import { Replica } from './replica.ts';
import { noteWrite, positionOfWrites } from './writes.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
/** Far above what a test takes. */
const MOST_LAG_MS = 600_000;

describe('a streaming replica', () => {
  let pair: Pair;
  let primary: Database;
  let standby: Database;
  let watch: Database;
  const open = (parts: { primary?: Database; replica?: Database; mostLagMs?: number } = {}) =>
    new Replica({
      primary: (parts.primary ?? primary).pool,
      replica: (parts.replica ?? standby).pool,
      watch: (parts.replica ?? watch).pool,
      mostLagMs: parts.mostLagMs ?? MOST_LAG_MS,
    });
  /** A replica of which something is known. */
  async function openKnown(): Promise<Replica> {
    const replica = open();
    await until(async () => {
      await replica.look();
      return replica.problem === undefined;
    });
    return replica;
  }
  const add = (word: string) => primary.pool.query('insert into words (word) values ($1)', [word]);
  const wordsOf = async (db: Awaited<ReturnType<Replica['reading']>>) =>
    (await sql<{ word: string }>`select word from words order by word`.execute(db!.db)).rows.map(
      ({ word }) => word,
    );

  /** Takes ten minutes on the replica, and no time on the primary. */
  const sleepOnReplica = (reading: Awaited<ReturnType<Replica['reading']>>) =>
    sql<{ is: boolean }>`
      select pg_is_in_recovery() as is, case when pg_is_in_recovery() then pg_sleep(600) end`.execute(
      reading!.db,
    );
  const untilAsleep = () =>
    until(async () => {
      const asleep = await pair.onReplica("select from pg_stat_activity where wait_event = 'PgSleep'");
      return asleep.length > 0;
    });

  before(async () => {
    pair = await startPair();
    primary = createDatabase(pair.primaryUrl);
    standby = createDatabase(pair.replicaUrl, { connectionTimeoutMillis: 1000 });
    watch = createDatabase(pair.replicaUrl, { max: 1, connectionTimeoutMillis: 1000 });
    await migrate(primary.pool);
    await primary.pool.query('create table words (word text primary key)');
    await primary.pool.query(
      `insert into users (id, name, email) values ('${NOBODY}', 'Nobody', 'nobody@example.com')`,
    );
    await openKnown();
  });
  after(async () => {
    await Promise.all([primary.close(), standby.close(), watch.close()]);
    await pair.close();
  });

  test('begins no transaction, which would stay open for whoever gets the connection next', async () => {
    const reading = await (await openKnown()).reading(NOBODY);
    const begun = reading!.db.transaction().execute((transaction) => sql`select 1`.execute(transaction));
    await assert.rejects(begun, /a report has no transaction/);
  });

  test('answers, and says of which moment at least', async () => {
    const replica = await openKnown();
    const asked = Date.now();
    const reading = await replica.reading(NOBODY);
    assert.ok(reading!.asOf.getTime() <= asked + 1);
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(reading!.db);
    assert.deepEqual(rows, [{ is: true }]);
    assert.deepEqual(replica.answered, { replica: 1, primary: 0 });
  });

  test('while it stands still, its data grows old by the moment from which it stands', async () => {
    await add('before');
    const replica = await openKnown();
    await until(async () => {
      await replica.look();
      return (await wordsOf(await replica.reading(NOBODY))).includes('before');
    });
    await pair.setReplaying(false);
    const stoodAt = Date.now();
    await add('later');
    await replica.look();
    await replica.look();
    const reading = await replica.reading(NOBODY);
    assert.ok(reading!.asOf.getTime() <= stoodAt + 1, 'it does not say that it has what came later');
    assert.ok(!(await wordsOf(reading)).includes('later'));
    await pair.setReplaying(true);
    await until(async () => {
      await replica.look();
      return (await replica.reading(NOBODY))!.asOf.getTime() > stoodAt + 1;
    });
    assert.ok((await wordsOf(await replica.reading(NOBODY))).includes('later'));
  });

  test('shows who has changed something what they have changed, from the primary until it has it', async () => {
    const replica = await openKnown();
    await pair.setReplaying(false);
    await add('written');
    await noteWrite(primary.pool, NOBODY);
    assert.ok((await wordsOf(await replica.reading(NOBODY))).includes('written'));
    assert.deepEqual(replica.answered, { replica: 0, primary: 1 });
    const another = await replica.reading('00000000-0000-7000-8000-000000000001');
    assert.ok(!(await wordsOf(another)).includes('written'), 'others see it a moment later');
    await pair.setReplaying(true);
    await until(async () => {
      const { replica: by } = replica.answered;
      await wordsOf(await replica.reading(NOBODY));
      return replica.answered.replica > by;
    });
    assert.ok((await wordsOf(await replica.reading(NOBODY))).includes('written'));
  });

  test('a position of another cluster is none', async () => {
    await primary.pool.query("update staff_writes set position = 'FFFF/0'");
    assert.equal(await positionOfWrites(primary.pool, NOBODY), undefined);
  });

  test('is not used when its data may be older than it may be', async () => {
    const replica = open({ mostLagMs: 50 });
    await pair.setReplaying(false);
    await add('late');
    await until(async () => {
      await replica.look();
      return replica.problem === 'late';
    });
    assert.equal(await replica.reading(NOBODY), undefined);
    await pair.setReplaying(true);
  });

  test('a statement that it cancels because of its recovery is answered by the primary', async () => {
    const replica = await openKnown();
    const reading = await replica.reading(NOBODY);
    const slow = sql<{ words: number }>`
      select (select count(*) from words) as words, case when pg_is_in_recovery() then pg_sleep(600) end`.execute(
      reading!.db,
    );
    await untilAsleep();
    await primary.pool.query('truncate words');
    assert.deepEqual(
      (await slow).rows.map(({ words }) => words),
      [0],
    );
    assert.deepEqual(replica.answered, { replica: 0, primary: 1 });
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(reading!.db);
    assert.deepEqual(rows, [{ is: false }], 'and what the same report reads after it');
  });

  test('a statement of a report has to have what the one before it had', async (t) => {
    const reading = await (await openKnown()).reading(NOBODY);
    const { mock } = t.mock.method(pg.Client.prototype, 'query');
    await add('once more');
    await until(async () => (await wordsOf(reading)).includes('once more'));
    await wordsOf(reading);
    const required = mock.calls.flatMap(({ arguments: [query] }) => {
      const { text, values } = query as unknown as pg.QueryConfig<string[]>;
      return text?.includes('is_fit') ? [values![0]!] : [];
    });
    assert.ok(isBehind(required[0]!, required.at(-1)!));
  });

  test('what was sent to one that is gone is answered by the primary', async () => {
    // As where the network is cut: what was sent has no answer, and no error either.
    const ownWatch = createDatabase(pair.replicaUrl, { max: 1 });
    const replica = new Replica({
      ...{ primary: primary.pool, replica: standby.pool, watch: ownWatch.pool },
      mostLagMs: MOST_LAG_MS,
    });
    await replica.look();
    const cutOff = sleepOnReplica(await replica.reading(NOBODY));
    await untilAsleep();
    await ownWatch.close();
    await replica.look();
    assert.equal(replica.problem, 'unreachable');
    assert.equal((await cutOff).rows[0]!.is, false);

    const known = await openKnown();
    const killed = sleepOnReplica(await known.reading(NOBODY));
    await untilAsleep();
    await pair.killReplica();
    assert.equal((await killed).rows[0]!.is, false);
    await known.look();
    assert.equal(known.problem, 'unreachable');
    assert.equal(await known.reading(NOBODY), undefined);
    await pair.startReplica();
    await until(async () => {
      await known.look();
      return known.problem === undefined;
    });
  });

  test('is not used while its schema is another one', async () => {
    const replica = await openKnown();
    await pair.setReplaying(false);
    await primary.pool.query("insert into migrations (name) values ('9999-newer.sql')");
    await replica.look();
    assert.equal(replica.problem, 'other_schema');
    assert.equal(await replica.reading(NOBODY), undefined);
    await primary.pool.query("delete from migrations where name = '9999-newer.sql'");
    await pair.setReplaying(true);
  });

  test('the replica of another database is none', async () => {
    const other = await createTestDatabase();
    try {
      const replica = open({ primary: other });
      await replica.look();
      assert.equal(replica.problem, 'another_database');
    } finally {
      await other.drop();
    }
  });

  test('a database that is no replica, or is one no longer, is not used', async () => {
    const itself = open({ replica: primary });
    await itself.look();
    assert.equal(itself.problem, 'not_a_standby');
    const replica = await openKnown();
    const reading = await replica.reading(NOBODY);
    await pair.promote();
    await sql`select 1`.execute(reading!.db);
    assert.deepEqual(replica.answered, { replica: 0, primary: 1 }, 'not even before the next look');
    await replica.look();
    assert.equal(replica.problem, 'not_a_standby');
  });
});
