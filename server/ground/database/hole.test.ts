// nightly: waits for as long as a statement may take
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '#contract/payments/schema.ts';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { startForwarder } from '../../../tests/fixtures/forwarder.ts';
import { until } from '../../../tests/until.ts';
import { startShop } from '../../start.ts';
import { readEnv } from '../env.ts';

/** docs/runbook.md says half a minute; a busy machine has some seconds more. */
const WITHIN_MS = 40_000;

// The limits of a shop count here: those of tests are as long as an idle request is kept open.
delete process.env.PGOPTIONS;
delete process.env.PGCONNECT_TIMEOUT;

test('a shop and its stand-ins serve within half a minute after a hole in the network, also where its connections stay lost', async (t) => {
  const database = await createTestDatabase({ demo: true });
  const way = await startForwarder(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'northbridge-hole-'));
  const shop = await startShop(
    readEnv({
      ...{ DATABASE_URL: way.url, SANDBOX: '1', DEMO_HISTORY: '0', DATA_DIR: folder, PORT: '0' },
      LOG_LEVEL: 'silent',
    }),
    { withoutPages: true },
  );
  t.after(async () => {
    await shop.close();
    await way.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const statusOf = async () => (await fetch(`${shop.origin}/readyz`)).status;
  // More than there are connections.
  const ask = () => Promise.all(Array.from({ length: 15 }, statusOf));
  assert.deepEqual(new Set(await ask()), new Set([200]));
  way.swallow(true);
  const asked = ask();
  await until(async () => way.lost() > 0);
  way.forget();
  way.swallow(false);
  const ended = performance.now();
  await until(async () => (await statusOf()) === 200);
  const took = performance.now() - ended;
  t.diagnostic(`served after ${Math.round(took)} ms`);
  assert.ok(took < WITHIN_MS, `${took} ms`);
  await asked;
  assert.deepEqual(new Set(await ask()), new Set([200]));

  // Connections of the stand-ins are lost as well, and those that are opened in the hole after them.
  const { stripe } = (await (await fetch(`${shop.origin}/config`)).json()) as Config;
  const askStripe = async () => {
    const headers = { authorization: `Bearer ${stripe.publishableKey}` };
    const path = '/v1/payment_intents/pi_none?client_secret=pi_none_secret_none';
    return (await fetch(`${shop.origin}${path}`, { headers })).status;
  };
  assert.equal(await askStripe(), 404);
  way.swallow(true);
  const lost = Array.from({ length: 15 }, askStripe);
  await Promise.race(lost);
  const before = way.lost();
  await until(async () => way.lost() >= before + 5);
  way.forget();
  way.swallow(false);
  await Promise.all(lost);
  assert.equal(await askStripe(), 404);
});
