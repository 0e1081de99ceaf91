import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { createDatabase } from './client.ts';

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
