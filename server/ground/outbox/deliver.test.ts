import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { keyOfCounter } from '../limits/limits.ts';
import { insertMail } from '../mail/queries.ts';
import { type Channel, deliver } from './deliver.ts';
import { backOff } from './queue.ts';

const database = await createTestDatabase();
after(() => database.drop());
beforeEach(() => database.pool.query('delete from mails'));

/** All that another way out than mails has to say. */
const hooks = (send: (facts: unknown) => Promise<unknown>): Channel => ({
  kinds: ['hook'],
  pace: { burst: 100, every: 1, key: keyOfCounter('hooks') },
  atOnce: 5,
  leaseSeconds: 60,
  send: ([{ facts }]) => send(facts),
});

async function write(kind: string, ...numbers: number[]): Promise<void> {
  for (const n of numbers)
    await insertMail(
      { name: kind },
      sql`select 'https://example.com/hook' as recipient, ${`${n}`}::text as subject, jsonb_build_object('n', ${n}::int) as facts`,
    ).execute(database.db);
}

async function read() {
  const { rows } = await database.pool.query(
    `select kind, attempts, problem, sent_at is not null as sent,
       round(extract(epoch from next_at - now()))::int as seconds from mails order by id`,
  );
  return rows;
}

test('a channel of one function sends each of its rows once, by several processes at once, and leaves those of others', async () => {
  await write('hook', ...Array.from({ length: 30 }, (_, n) => n));
  await write('of_a_newer_version', 1);
  const sent: unknown[] = [];
  const channel = hooks(async (facts) => sent.push((facts as { n: number }).n));
  await Promise.all([1, 2, 3].map(() => deliver(database.db, channel)));
  assert.deepEqual(
    sent.toSorted((a, b) => Number(a) - Number(b)),
    Array.from({ length: 30 }, (_, n) => n),
  );
  const { attempts, problem, sent: isSent } = (await read()).at(-1)!;
  assert.deepEqual([attempts, problem, isSent], [0, null, false]);
});

test('what fails is due again, and given up when it is too old', async () => {
  await write('hook', 1);
  const channel = hooks(async () => {
    throw new Error('no answer');
  });
  await assert.rejects(deliver(database.db, channel), /1 messages could not be sent: no answer/);
  const [failed] = await read();
  assert.deepEqual([failed.problem, failed.attempts, failed.sent], ['no answer', 1, false]);
  assert.ok(failed.seconds <= 15, `${failed.seconds} s`);
  await database.pool.query("update mails set next_at = now(), created_at = now() - interval '73 hours'");
  assert.equal(await deliver(database.db, channel), 0);
  const [{ problem, seconds }] = await read();
  assert.deepEqual([problem, seconds], ['It had waited for too long to be of use.', null]);
});

test('the wait doubles from 15 seconds up to an hour', async () => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${backOff(sql`tried`)} - now())::int as seconds
    from unnest(array[0, 1, 2, 3, 7, 8, 49]) as tried`.execute(database.db);
  const waits = rows.map(({ seconds }) => seconds);
  assert.deepEqual(waits, [15, 30, 60, 120, 1920, 3600, 3600]);
});
