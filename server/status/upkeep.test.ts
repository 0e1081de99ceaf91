import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addProduct } from '../../tests/fixtures/purchases.ts';
import { createDatabase } from '../ground/database/client.ts';
import { noteUpkeep, upkeepMeasure } from './upkeep.ts';

const database = await createTestDatabase();
after(() => database.drop());

const run = promisify(execFile);
const audit = () =>
  run(process.execPath, [join(import.meta.dirname, '../../launch/audit.ts')], {
    env: { ...process.env, DATABASE_URL: database.url },
    cwd: tmpdir(),
  });

test('an audit that finds no fault is told by its gauge, and one that finds one is not', async () => {
  const { read } = upkeepMeasure(database.db);
  assert.deepEqual(await read(), {});
  await audit();
  const first = await read();
  assert.ok(Math.abs((first as { audit: number }).audit - Date.now() / 1000) < 3600);
  const id = await addProduct(database, 10, {});
  await database.pool.query('update products set available = available + 1 where id = $1', [id]);
  await assert.rejects(audit(), ({ stdout }) => /\d faults:/.test(stdout));
  assert.deepEqual(await read(), first);
});

test('a user who may only read is told that the time was not noted, and why', async () => {
  const role = `reader_${randomBytes(6).toString('hex')}`;
  await database.pool.query(`create role ${role}; grant select on all tables in schema public to ${role}`);
  const { read } = upkeepMeasure(database.db);
  const before = await read();
  for (const [name, value] of [
    ['role', role],
    ['default_transaction_read_only', 'on'],
  ] as const) {
    const reader = createDatabase(database.url, { max: 1, settings: { [name]: value } });
    assert.match(
      (await noteUpkeep(reader.db, 'backup'))!,
      /^The time of this backup is not noted for monitoring: .+ \((permission denied for table settings|cannot execute INSERT .+)\)\.$/,
    );
    await reader.close();
  }
  await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  assert.deepEqual(await read(), before);
});
