// A PostgreSQL whose commits wait for a standby that never comes, and one that is a standby.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../../../tests/until.ts';
import { toProblem } from '../../http/errors.ts';
import { createDatabase } from './client.ts';
import { startEmbeddedPostgres } from './embedded.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'northbridge-unreplicated-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const database = createDatabase(postgres.connection);
after(async () => {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
await database.pool.query('create table things (name text)');
await setStandby('nobody');

/** Sets for which standby commits wait; '' for none. */
async function setStandby(name: string): Promise<void> {
  await database.pool.query(`alter system set synchronous_standby_names = '${name}'`);
  await database.pool.query('select pg_reload_conf()');
  await until(async () => {
    const { rows } = await database.pool.query('show synchronous_standby_names');
    return rows[0].synchronous_standby_names === name;
  });
  // Whether commits wait is decided by the checkpointer, which reads the settings before it makes a checkpoint.
  await database.pool.query('checkpoint');
}

/** Cancels the wait of a commit for a standby. */
async function cancelWait(): Promise<void> {
  await until(async () => {
    const { rowCount } = await database.pool.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    return rowCount === 1;
  });
}

const insert = (name: string) => database.pool.query('insert into things values ($1)', [name]);

test('a commit whose wait for a standby was cancelled is not acknowledged', async () => {
  const refused = assert.rejects(insert('alone'), { code: '08007' });
  await cancelWait();
  await refused;
});

test('nor is a transaction, and it is answered as 503 with Retry-After', async () => {
  const done = database.db.transaction().execute((transaction) => {
    return sql`insert into things values ('together')`.execute(transaction);
  });
  const refused = done.then(() => assert.fail('it was acknowledged'), toProblem);
  await cancelWait();
  const { status, code, headers } = await refused;
  assert.deepEqual([status, code, headers['retry-after']], [503, 'database_down', '5']);
});

test('its connection goes on', async () => {
  await setStandby('');
  await insert('afterwards');
  const { rows } = await database.pool.query('select name from things order by name');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['afterwards', 'alone', 'together'],
  );
});

test('a database that has become a standby, and only reads, is away', async () => {
  const standby = createDatabase(postgres.connection, { settings: { default_transaction_read_only: 'on' } });
  const insertion = standby.pool.query("insert into things values ('refused')");
  const { status, code } = await insertion.then(() => assert.fail('it was done'), toProblem);
  await standby.close();
  assert.deepEqual([status, code], [503, 'database_down']);
});
