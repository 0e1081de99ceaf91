import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { startForwarder } from '../../../tests/fixtures/forwarder.ts';
import { until } from '../../../tests/until.ts';
import { createDatabase } from './client.ts';
import { listen } from './listen.ts';

const database = await createTestDatabase();
after(() => database.drop());

async function settingsOf(url: string): Promise<string[]> {
  const { pool, close } = createDatabase(url);
  const { rows } = await pool.query(
    `select setting from unnest(array['enable_seqscan', 'jit', 'work_mem']) with ordinality as asked (name, place),
       lateral (select current_setting(name) as setting) as found order by place`,
  );
  await close();
  return rows.map(({ setting }) => setting);
}

test('options in DATABASE_URL stay beside the shop’s own, and count', async () => {
  const { url } = database;
  assert.deepEqual(await settingsOf(url), ['off', 'off', '4MB']);
  const options = encodeURIComponent('-c work_mem=5MB -c jit=on');
  const chosen = `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
  assert.deepEqual(await settingsOf(chosen), ['off', 'on', '5MB']);
});

test('so do those in PGOPTIONS', async () => {
  const { PGOPTIONS } = process.env;
  process.env.PGOPTIONS = '-c work_mem=6MB';
  try {
    assert.deepEqual(await settingsOf(database.url), ['off', 'off', '6MB']);
  } finally {
    if (PGOPTIONS === undefined) delete process.env.PGOPTIONS;
    else process.env.PGOPTIONS = PGOPTIONS;
  }
});

describe('on a way that loses what is sent', () => {
  test('a query fails when its answer does not come, also in a transaction, and the next one has another connection', async (t) => {
    const way = await startForwarder(database.url);
    t.after(() => way.close());
    const { pool, db, close } = createDatabase(way.url, { max: 1, answerTimeoutMillis: 300 });
    t.after(close);
    const answers = async () => (await pool.query('select 1 as one')).rows[0].one;
    const lost = { code: '08006' };
    assert.equal(await answers(), 1);
    way.swallow(true);
    await assert.rejects(answers(), lost);
    way.swallow(false);
    assert.equal(await answers(), 1);

    const transaction = db.transaction().execute(async (begun) => {
      way.swallow(true);
      await sql`select 1`.execute(begun);
    });
    await assert.rejects(transaction, lost);
    way.swallow(false);
    assert.equal(await answers(), 1);
    assert.equal(pool.totalCount, 1);
  });

  test('of the connections that are lost one query fails, and no other', async (t) => {
    const way = await startForwarder(database.url);
    t.after(() => way.close());
    const { pool, close } = createDatabase(way.url, { max: 5, answerTimeoutMillis: 1_000 });
    t.after(close);
    const five = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    for (const client of five) client.release();
    assert.equal(pool.idleCount, 5);
    way.forget();
    await assert.rejects(pool.query('select 1'), { code: '08006' });
    assert.equal((await pool.query('select 1 as one')).rows[0].one, 1);
  });

  test('an answer is waited for a little longer than its statement may take', async (t) => {
    const way = await startForwarder(database.url);
    const options = encodeURIComponent('-c statement_timeout=100ms');
    const { pool, close } = createDatabase(`${way.url}?options=${options}`);
    const client = await pool.connect();
    t.after(async () => {
      client.release();
      await close();
      await way.close();
    });
    await assert.rejects(client.query('select pg_sleep(60)'), { code: '57014' });
    way.swallow(true);
    const begun = performance.now();
    await assert.rejects(client.query('select 1'), { code: '08006' });
    assert.ok(performance.now() - begun > 5_000);
  });

  test('who listens hears again of what is told after it', async (t) => {
    const way = await startForwarder(database.url);
    const { pool, close } = createDatabase(way.url, { max: 1 });
    const heard: string[] = [];
    let gaps = 0;
    const hear = (payload: string) => void heard.push(payload);
    const tell = () => {
      gaps += 1;
    };
    const listener = listen(pool, 'ways', hear, tell, 200);
    t.after(async () => {
      await listener.close();
      await close();
      await way.close();
    });
    await until(async () => gaps === 1);
    way.swallow(true);
    await until(async () => pool.totalCount === 0);
    way.swallow(false);
    await until(async () => gaps === 2);
    await database.pool.query("notify ways, 'after'");
    await until(async () => heard.includes('after'));
  });
});
