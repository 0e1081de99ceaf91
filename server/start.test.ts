import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../tests/fixtures/database.ts';
import { startTestShop } from '../tests/testing.ts';
import { until } from '../tests/until.ts';
import { type AppParts, createApp } from './app.ts';
import { NO_LIMITS } from './limits/limits.ts';
import { standardSettings } from './settings/standard.ts';

const BROKEN = `
  create function refuse() returns trigger language plpgsql as $$ begin raise 'no mails today'; end $$;
  create trigger refuse before update on mails execute function refuse()`;

test('a start that fails after modules are open ends with what failed, and closes them', {
  timeout: 120_000,
}, async (t) => {
  const shop = await startTestShop();
  t.after(() => shop.close());
  await shop.database.pool.query(BROKEN);
  // The products are open by then, with a connection that they keep.
  await assert.rejects(shop.startAnother(), /no mails today/);
  await shop.database.pool.query('drop trigger refuse on mails');
});

test('an app that cannot be made lets go of what its modules keep', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const failing = async () => {
    throw new Error('no stand-in today');
  };
  const parts = {
    ...{ database, limits: NO_LIMITS, origins: [], sandbox: [failing], logLevel: 'silent', jobSeconds: 3600 },
    ...{ config: { stripe: {} }, provider: {}, images: {}, files: {}, terms: {}, secondFactor: {} },
    standard: standardSettings({ mailFrom: 'a@b.example', stockHoldMinutes: 60 }),
  };
  await assert.rejects(createApp(parts as unknown as AppParts), /no stand-in today/);
  await until(async () => database.pool.idleCount === database.pool.totalCount);
});
