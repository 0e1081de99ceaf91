// nightly: an operation that is seldom done
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { fillTo } from '../../tests/bench/fill.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/fixtures/database.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../audit/audit.ts';
import { firstIdAt } from '../database/uuid.ts';
import { listMovements } from '../stock/ledger.ts';
import { archive } from './archive.ts';
import { auditArchive } from './audit.ts';
import { fileOf } from './entries.ts';
import { boundsOf, firstKept, monthOf } from './months.ts';

const KEY = 'k'.repeat(32);
/** Three months before it have entries, the second one more than are removed at once; and one that stays, of which the ledger adds up what is older. */
const BEFORE = firstKept(new Date(), 60);
const ENTRIES = { 63: 200, 62: 6_000, 61: 200, 59: 2 };
const OLD = `id < '${boundsOf(BEFORE).from}'`;

/** Goods that came, a count, and orders that were placed and not paid for. */
function oldEntries(): { id: string; at: Date; kind: string; change: number }[] {
  return Object.entries(ENTRIES).flatMap(([monthsAgo, count]) => {
    const begin = Date.parse(`${firstKept(new Date(), Number(monthsAgo))}-01T00:00:00Z`);
    return Array.from({ length: count }, (_, n) => {
      const at = new Date(begin + n * 60_000);
      const first = monthsAgo === '63' && n < 2 ? FIRST[n]! : ORDERED[n % 2]!;
      return { id: `${firstIdAt(at).slice(0, 24)}${String(n).padStart(12, '0')}`, at, ...first };
    });
  });
}
const FIRST = [
  { kind: 'goods_received', change: 700 },
  { kind: 'stock_counted', change: -50 },
];
const ORDERED = [
  { kind: 'order_placed', change: -100 },
  { kind: 'hold_ended', change: 100 },
];

let database: TestDatabase;
let folder: string;
/** Of which goods came and were counted long ago. */
let product: string;
const made: (() => Promise<void>)[] = [];

beforeEach(async () => {
  const [ownDatabase, ownFolder] = [
    await createTestDatabase(),
    await mkdtemp(join(tmpdir(), 'northbridge-archive-')),
  ];
  [database, folder] = [ownDatabase, ownFolder];
  made.push(
    () => ownDatabase.drop(),
    () => rm(ownFolder, { recursive: true }),
  );
  await fillTo(database.pool, { products: 20, orders: 100 });
  const { rows } = await database.pool.query('select id from products order by id limit 1');
  product = rows[0].id;
  await database.pool.query(
    `insert into events (id, at, kind, actor, product_id, stock_change)
     select id, at, kind, 'staff@example.com', $1, change
     from jsonb_to_recordset($2) as entries (id uuid, at timestamptz, kind text, change int)`,
    [product, JSON.stringify(oldEntries())],
  );
  await database.pool.query('update products set available = available + 650 where id = $1', [product]);
});
after(async () => {
  for (const undo of made) await undo();
});

function archiveOld(more: { key?: string | undefined; before?: string } = {}): Promise<string[]> {
  return archive({ pool: database.pool, folder, key: KEY, before: BEFORE, log: () => {}, ...more });
}
async function faults(key: string | undefined = KEY): Promise<string[]> {
  const found = await audit(database.db);
  return [...found.faults, ...(await auditArchive(database.db, folder, key))];
}
async function count(condition: string): Promise<number> {
  const { rows } = await database.pool.query(`select count(*)::int as n from events where ${condition}`);
  return rows[0].n;
}

describe('old months of the log', () => {
  test('are files, and stay in the audit and in the ledger', async () => {
    const { db } = database;
    const before = { old: await count(`${OLD} and kind <> 'stock_counted'`), new: await count(`not ${OLD}`) };
    const ledger = await listMovements(db, product, {});
    assert.deepEqual(await faults(), []);
    const months = await archiveOld();
    assert.deepEqual(months, [...months].sort());
    assert.ok(months.at(-1)! < BEFORE);
    assert.deepEqual(
      (await readdir(folder)).sort(),
      months.map((month) => `events-${month}.archive`),
    );
    assert.equal(await count(`${OLD} and kind <> 'stock_counted'`), 0);
    assert.equal(await count("kind = 'stock_counted'"), 1);
    assert.equal(await count(`not ${OLD}`), before.new);
    const { rows } = await database.pool.query(
      'select sum(entries)::int as entries, sum(removed)::int as removed from archived_months',
    );
    assert.deepEqual(rows, [{ entries: before.old, removed: before.old }]);
    assert.deepEqual(await faults(), []);
    // Those that stay say what they said; also where older ones are summed up.
    const stays = ledger.filter(({ _id }) => monthOf(_id) >= BEFORE);
    assert.ok(stays.length > 3);
    assert.deepEqual((await listMovements(db, product, {})).slice(0, stays.length), stays);
    const oldest = stays.at(-2)!._id;
    assert.equal(
      (await listMovements(db, product, { after: oldest, limit: 1 }))[0]!.balance,
      stays.at(-1)!.balance,
    );
    assert.deepEqual(await archiveOld(), []);
  });

  test('are archived to the end by the next run when one was cut short, and nothing is lost or done twice', async () => {
    const { pool } = database;
    // An entry in the middle cannot be removed, so the run waits there.
    const { rows } = await pool.query(`select id from events where ${OLD} order by id offset 5500 limit 1`);
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from events where id = $1 for update', [rows[0].id]);
    const running = assert.rejects(archiveOld());
    await database.untilWaiting();
    await assert.rejects(archiveOld(), /is being archived already/);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    await running;
    // A connection that is ended gives its lock back some time after it has said so.
    await until(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length === 0;
    });
    await holder.query('rollback');
    holder.release();
    // A month of which only some is removed has nothing wrong but that.
    assert.deepEqual((await audit(database.db)).faults, []);
    assert.match((await faults()).join(), /^\d{4}-\d{2} is not archived to its end/);
    // What is left of that month stays until its file is there.
    const [last] = (await readdir(folder)).sort().reverse();
    const path = join(folder, last!);
    const entries = await count(OLD);
    await rename(path, `${path}.away`);
    await assert.rejects(archiveOld(), /cannot be read/);
    await writeFile(path, await readFile(join(folder, (await readdir(folder)).sort()[0]!)));
    await assert.rejects(archiveOld(), /does not have what was archived/);
    assert.equal(await count(OLD), entries);
    await rename(`${path}.away`, path);
    await archiveOld();
    assert.deepEqual(await faults(), []);
  });

  test('are not removed where a file of that name has something else', async () => {
    const { pool } = database;
    const [oldest] = (await pool.query('select id from events order by id limit 1')).rows;
    const month = monthOf(oldest.id);
    await archiveOld({ before: nextOf(month) });
    const left = await readFile(fileOf(folder, month));
    // Of another shop.
    const other = await createTestDatabase();
    made.push(() => other.drop());
    database = other;
    await other.pool.query(
      `insert into events (id, kind, actor) values ($1, 'order_placed', 'staff@example.com')`,
      [oldest.id],
    );
    const before = await count('true');
    await writeFile(fileOf(folder, month), left);
    await assert.rejects(archiveOld(), /has other entries than the database/);
    assert.equal(await count('true'), before);
    // Where a run was cut short before it noted its file, the next one takes that.
    await rm(fileOf(folder, month));
    await archiveOld({ before: nextOf(month) });
  });
});

/** The month after one. */
const nextOf = (month: string) => monthOf(boundsOf(month).until);

test('the audit finds archives that are gone, damaged, exchanged, or encrypted with another key', async () => {
  const months = await archiveOld();
  const [one, other] = [fileOf(folder, months[0]!), fileOf(folder, months[1]!)];
  const bytes = await readFile(one);
  await rename(one, `${one}.away`);
  assert.match((await faults()).join(), /cannot be read \(ENOENT\)/);
  await writeFile(one, await readFile(other));
  assert.match((await faults()).join(), /has other entries than the log had/);
  await writeFile(one, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1));
  assert.match((await faults()).join(), /damaged/);
  await writeFile(one, bytes);
  assert.match((await faults('x'.repeat(32))).join(), /not the key/);
  await database.pool.query('update archived_stock set balance = balance + 1 where product_id = $1', [
    product,
  ]);
  const found = (await faults()).join();
  assert.match(found, /archived entries come to -?\d+ pieces, but the ledger begins with/);
  assert.match(found, /available, but the ledger says/);
});

test('an archive without encryption can be read with a key and without one: the database has its hash', async () => {
  await archiveOld({ key: undefined });
  assert.deepEqual(await faults(undefined), []);
  assert.deepEqual(await faults(), []);
});

test('what is not archived cannot be removed, also by who archives', async () => {
  const { pool } = database;
  await assert.rejects(pool.query(`delete from events where ${OLD}`), /append-only/);
  const client = await pool.connect();
  await client.query("begin; set local northbridge.archive = 'on'");
  await assert.rejects(client.query(`update events set why = 'x' where ${OLD}`), /append-only/);
  await client.query('rollback');
  client.release();
  await assert.rejects(
    pool.query(
      "insert into archived_months (month, entries, sha256, removed) values ('2020-01-01', 1, $1, 2)",
      [Buffer.alloc(32)],
    ),
    /archived_months_check/,
  );
});
