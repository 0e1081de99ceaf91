import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestShop } from '../tests/testing.ts';
import { DEMO_BUYER } from './accounts/demo.ts';

const BUYER = `(select id from users where email = '${DEMO_BUYER.email}')`;
const SESSION = `(select id from sessions where token = 'lasting')`;

/** For each table whose rows are deleted when they are too old: a row of which `$1` is the name, and until when it is kept. */
const ROWS: Record<string, { columns: string; values: string; keptFor?: string }> = {
  idempotency_keys: {
    columns: 'key, user_id, call, request_hash, answer, created_at',
    values: `$1, ${BUYER}, 'addReview', '', '{}', $2`,
    keptFor: '24 hours',
  },
  provider_events: { columns: 'id, type, received_at', values: `$1, 'x', $2`, keptFor: '90 days' },
  payment_problems: {
    columns: 'operation, kind, times, message, first_at, last_at',
    values: `$1, 'down', 1, '', $2, $2`,
    keptFor: '90 days',
  },
  mails: {
    columns: 'dedupe, id, recipient, kind, facts, next_at, created_at',
    values: `$1, uuidv7(), '', 'order_paid', '{}', null, $2`,
    keptFor: '90 days',
  },
  placed_list_lines: {
    columns: 'line_id, user_id, placed_at',
    values: `md5($1::text)::uuid, ${BUYER}, $2`,
    keptFor: '90 days',
  },
  rate_limits: { columns: 'key, empty_at', values: '$1::text::bytea, $2' },
  sessions: { columns: 'token, id, user_id, expires_at', values: `$1, uuidv7(), ${BUYER}, $2` },
  access_tokens: {
    columns: 'hash, session_id, expires_at',
    values: `sha256($1::text::bytea), ${SESSION}, $2`,
  },
  verifications: { columns: 'id, identifier, value, expires_at', values: `uuidv7(), $1, '', $2` },
};

test('each module deletes what is too old, and nothing before', async (t) => {
  const shop = await startTestShop();
  t.after(() => shop.close());
  const query = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values);
  await query(`insert into sessions (id, user_id, token, expires_at)
    values (uuidv7(), ${BUYER}, 'lasting', now() + interval '1 day')`);
  const before = new Map<string, number>();
  const count = async (table: string) => (await query(`select from ${table}`)).rowCount!;
  for (const [table, { columns, values, keptFor = '0' }] of Object.entries(ROWS)) {
    before.set(table, await count(table));
    for (const [name, minutes] of [
      ['old', -1],
      ['young', 10],
    ] as const) {
      const at = `now() - interval '${keptFor}' + interval '${minutes} minutes'`;
      await query(`insert into ${table} (${columns}) values (${values.replaceAll('$2', at)})`, [name]);
    }
  }
  await shop.runJobs();
  for (const [table, rows] of before) assert.equal((await count(table)) - rows, 1, table);
});
