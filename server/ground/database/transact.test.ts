import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { toProblem } from '../../http/errors.ts';
import { Problem } from '../handling/problem.ts';
import { transact } from './transact.ts';

const database = await createTestDatabase();
await database.pool.query("insert into settings values ('a', '0'), ('b', '0')");
after(() => database.drop());

const count = (name: string) => sql`update settings set value = value::int + 1 where name = ${name}`;

/** Runs work in `transact` that takes 'b' and then 'a', while another transaction takes 'a' and then 'b' and stays. */
async function meet(isTriedAgain: boolean): Promise<number> {
  const client = await database.pool.connect();
  let tries = 0;
  const work = async (transaction: typeof database.db) => {
    tries += 1;
    // Who finds the deadlock is ended: this one, as the other is patient.
    await sql`set local deadlock_timeout = '10ms'`.execute(transaction);
    if (tries === 2) {
      await other;
      await client.query('commit');
    }
    await count('b').execute(transaction);
    if (tries === 1) {
      other = client.query("update settings set value = value::int + 1 where name = 'b'");
      await database.untilWaiting();
    }
    await count('a').execute(transaction);
  };
  let other: Promise<unknown> | undefined;
  try {
    await client.query('begin');
    await client.query("set local deadlock_timeout = '1min'");
    await client.query("update settings set value = value::int + 1 where name = 'a'");
    await (isTriedAgain ? transact(database.db, work) : database.db.transaction().execute(work));
  } finally {
    await other;
    await client.query('rollback');
    client.release();
  }
  return tries;
}

test('a transaction that meets another is done again, and counts once', async () => {
  assert.equal(await meet(true), 2);
  const { rows } = await database.pool.query("select value from settings where name in ('a', 'b')");
  assert.deepEqual(
    rows.map((row) => row.value),
    ['2', '2'],
  );
});

test('what is not done again is answered as busy', async () => {
  const problem = await meet(false).catch(toProblem);
  assert.ok(typeof problem === 'object');
  assert.deepEqual([problem.status, problem.code], [503, 'busy']);
});

test('what fails by itself is not done again', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new Problem('not_paid');
  };
  await assert.rejects(transact(database.db, work), { code: 'not_paid' });
  assert.equal(tries, 1);
});
