import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { until } from '../../../tests/until.ts';
import { listPending, migrate } from '../../ground/database/migrate.ts';
import { explain } from '../../ground/explain.ts';
import { main } from './main.ts';

const database = await createTestDatabase();
await database.pool.query("delete from migrations where name like 'functions.sql %'");
const [pending] = await listPending(database.pool);
const { name } = pending!;
after(() => database.drop());

/** Runs the command; returns whether it succeeded, and what it said. */
async function run(env: Record<string, string>, ...args: string[]): Promise<[isDone: boolean, said: string]> {
  const kept = { ...process.env };
  let said = '';
  const write = mock.method(process.stdout, 'write', (text: string) => {
    said += text;
    return true;
  });
  try {
    Object.assign(process.env, env);
    return [await main(args), said];
  } finally {
    write.mock.restore();
    process.env = kept;
  }
}

test('a migration that takes long says how long it has, and one that fails says why', async () => {
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no space left' using errcode = '53100'; end $$;
    create trigger refuse before insert on migrations execute function refuse()`);
  const holder = await database.pool.connect();
  await holder.query('begin; lock table migrations in share mode');
  const said: string[] = [];
  const goesOn = (line: string) => void said.push(line);
  const failed = migrate(database.pool, { goesOn, everyMs: 50 }).then(() => 'it has run', explain);
  await until(async () =>
    said.some((line) => /^functions\.sql \w+ \(1 of 1\) has run for \d+ s$/.test(line)),
  );
  await holder.query('rollback');
  holder.release();
  assert.equal(await failed, `The migration ${name} failed: no space left (53100)`);
  await database.pool.query('drop trigger refuse on migrations');
});

test('a dry run shows what would run and changes nothing; then it is run once', async () => {
  const env = { DATABASE_URL: database.url };
  const [isShown, shown] = await run(env, '--dry-run');
  assert.ok(isShown);
  assert.ok(shown.includes(`-- ${name}\n-- `));
  assert.match(shown, /Pending migrations: 1, in this order\. Nothing was changed\./);
  assert.deepEqual(await run(env), [true, `${name}\nMigrations that have run: 1.\n`]);
  assert.match((await run(env))[1], /nothing had to run/);
  assert.match((await run(env, '--dry-run'))[1], /nothing would run/);
});

test('a dry run makes no database, and other arguments are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-dry-'));
  const [isDone, said] = await run({ DATA_DIR: join(folder, 'none'), DATABASE_URL: '' }, '--dry-run');
  assert.ok(isDone && /There is no shop/.test(said), said);
  assert.deepEqual(await readdir(folder), []);
  // Without the shop's variables, none is made beside it.
  const [isMade, refusal] = await run({ DATA_DIR: join(folder, 'none'), DATABASE_URL: '' });
  assert.ok(!isMade && refusal.includes('Give this command the variables of the shop'), refusal);
  assert.deepEqual(await readdir(folder), []);
  // What a first start leaves that was cut short.
  await mkdir(join(folder, 'cut', 'postgres', 'unfinished'), { recursive: true });
  assert.match(
    (await run({ DATA_DIR: join(folder, 'cut'), DATABASE_URL: '' }, '--dry-run'))[1],
    /There is no shop/,
  );
  assert.deepEqual(await readdir(join(folder, 'cut', 'postgres')), ['unfinished']);
  const [isRun, advice] = await run({ DATABASE_URL: database.url }, '--dry');
  assert.ok(!isRun && advice.includes('-- --dry-run'), advice);
  await rm(folder, { recursive: true });
});
