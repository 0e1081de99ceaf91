// nightly: what backups of other versions and of a busy shop are restored to. backup.test.ts has their ordinary journeys.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LATER, startBackups } from '../../../tests/fixtures/backup.ts';
import { addProduct } from '../../../tests/fixtures/purchases.ts';
import { listApplied, listMigrations } from '../../ground/database/migrate.ts';
import { audit } from '../audit/audit.ts';
import { EntrySchema } from './entries.ts';
import { readSealed, writeSealed } from './file.ts';
import { restore } from './restore.ts';

const { shop, scratch, take, empty, laterSchema, buy } = await startBackups();

describe('a backup', () => {
  test('is of one moment, whatever is ordered meanwhile', async () => {
    let isDone = false;
    const orders = (async () => {
      while (!isDone) await buy();
    })();
    const paths = [await take(), await take(), await take()];
    isDone = true;
    await orders;
    for (const path of paths) {
      const target = await empty();
      await target.restore(path);
      assert.deepEqual((await audit(target.database.db)).faults, []);
      await target.database.drop();
    }
  });

  test('keeps a row that does not meet a constraint which is younger than the row', async () => {
    const old = await empty({ isMigrated: true });
    const { pool } = old.database;
    await pool.query('alter table products drop constraint products_available_bound');
    const id = await addProduct(old.database, 5);
    await pool.query('update products set available = 2000000001 where id = $1', [id]);
    await pool.query(
      'alter table products add constraint products_available_bound check (available <= 2000000000) not valid',
    );
    const target = await empty();
    await target.restore(await take(undefined, pool));
    const kept = await target.database.pool.query('select available from products where id = $1', [id]);
    assert.equal(kept.rows[0].available, 2_000_000_001);
    await Promise.all([old.database.drop(), target.database.drop()]);
  });

  test('of an older schema is restored into that, and brought to the newest', async () => {
    const target = await empty();
    await target.restore(await take(), undefined, await laterSchema());
    const applied = await listApplied(target.database.pool);
    assert.deepEqual(applied, [...(await listMigrations()), LATER]);
    const { rows: products } = await target.database.pool.query('select later from products');
    assert.ok(products.length > 0 && products.every(({ later }) => later === 1));
    await target.database.drop();
  });
});

test('a backup that names constraints as unchecked takes none away that its schema checks', async () => {
  const path = await take();
  const forged = join(scratch, 'forged.backup');
  const entries = async function* () {
    for await (const entry of await readSealed(path, undefined, EntrySchema))
      yield 'table' in entry && entry.table === 'products'
        ? { ...entry, unchecked: ['products_price_micros_check'] }
        : entry;
  };
  await writeSealed(forged, entries(), undefined);
  const target = await empty();
  await target.restore(forged);
  const { rows } = await target.database.pool.query(
    "select convalidated from pg_constraint where conname = 'products_price_micros_check'",
  );
  assert.deepEqual(rows, [{ convalidated: true }]);
  await target.database.drop();
});

test('nothing is restored of a backup of a newer version, nor where it is interrupted: it can be restored then', async () => {
  const target = await empty();
  const { pool } = shop.database;
  await pool.query("insert into migrations (name) values ('9999-later.sql')");
  const later = await take();
  await pool.query("delete from migrations where name = '9999-later.sql'");
  await assert.rejects(target.restore(later), /newer version/);
  const path = await take();
  const { folders } = target;
  const failing = {
    ...folders,
    files: { ...folders.files, take: () => Promise.reject(new Error('The disk is full')) },
  };
  const parts = { pool: target.database.pool, scratch, key: undefined, log: () => {} };
  await assert.rejects(restore(path, { ...parts, folders: failing }), /The disk is full/);
  const { rows } = await target.database.pool.query('select from users');
  assert.equal(rows.length, 0);
  await restore(path, { ...parts, folders });
  assert.deepEqual((await audit(target.database.db)).faults, []);
  await target.database.drop();
});
