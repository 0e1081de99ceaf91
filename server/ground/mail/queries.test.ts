import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { newId } from '../database/uuid.ts';
import { forgetMessages } from '../outbox/deliver.ts';
import { insertMail } from './queries.ts';

const database = await createTestDatabase();
after(() => database.drop());

test('mails are forgotten with their link, and after 90 days', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const aMomentAgo = new Date(Date.now() - 1_000).toISOString();
  const mails: [name: string, facts: object, ageDays: number][] = [
    ['link that is good', { token: 't', expiresAt: inAnHour }, 0],
    ['link that has expired', { token: 't', expiresAt: aMomentAgo }, 0],
    ['no link', { orderId: 'o' }, 89],
    ['no link, of long ago', { orderId: 'o' }, 91],
  ];
  for (const [name, facts, ageDays] of mails) {
    await database.pool.query(
      `insert into mails (id, recipient, kind, facts, dedupe, created_at)
       values ($1, 'buyer@example.com', 'reset_password', $2, $3, now() - make_interval(days => $4))`,
      [newId(), facts, name, ageDays],
    );
  }
  await forgetMessages(database.db);
  const { rows } = await database.pool.query('select dedupe from mails order by dedupe');
  assert.deepEqual(
    rows.map(({ dedupe }) => dedupe),
    ['link that is good', 'no link'],
  );
});

test('a second mail about the same subject is not written, and is no error', async () => {
  const source = sql`select 'once@example.com' as recipient, '{}'::jsonb as facts, 'subject' as subject`;
  for (let n = 0; n < 2; n += 1) await insertMail({ name: 'order_placed' }, source).execute(database.db);
  const { rows } = await database.pool.query("select dedupe from mails where recipient = 'once@example.com'");
  assert.deepEqual(rows, [{ dedupe: 'order_placed:subject' }]);
});
