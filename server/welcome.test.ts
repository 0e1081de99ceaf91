import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../tests/fixtures/database.ts';
import { readEnv } from './ground/env.ts';
import { startShop } from './start.ts';
import { welcome } from './welcome.ts';

const database = await createTestDatabase({ demo: true });
const env = () =>
  readEnv({
    DATABASE_URL: database.url,
    SANDBOX: '1',
    DEMO_HISTORY: '0',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  });
const shop = await startShop(env(), { withoutPages: true });
after(async () => {
  await shop.close();
  await database.drop();
});

test("the sandbox's secret key is printed, and opens the sandbox", async () => {
  const [key] = /sk_test_\w+/.exec(welcome(shop, env())) ?? [];
  const path = `${shop.origin}/v1/sandbox/faults`;
  const headers = { authorization: `Bearer ${key}` };
  const { status } = await fetch(path, { method: 'DELETE', headers });
  assert.equal(status, 200);
});

test('a real deployment prints one line, and no key', () => {
  const line = welcome({ ...shop, sandboxKey: undefined }, { ...env(), sandbox: false });
  assert.equal(line, `Northbridge is ready at ${shop.origin}`);
});
