import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Order } from '#contract/purchases/orders.ts';
import { DEMO_PASSWORD } from '../server/accounts/demo.ts';
import { startTestShop } from '../tests/testing.ts';

const EMAIL = 'buyer@example.com';
const shop = await startTestShop();
const page = await readFile(new URL('integrate.md', import.meta.url), 'utf8');
const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
after(() => shop.close());

function run(script: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('sh', ['-euc', script], { env: { ...process.env, SHOP: shop.origin } });
}

async function listOrders(): Promise<Order[]> {
  const headers = { origin: shop.origin };
  const credentials = { email: EMAIL, password: DEMO_PASSWORD };
  const signIn = await shop.call('POST /api/auth/sign-in/email', { body: credentials, headers });
  const cookie = signIn.headers.getSetCookie().join('; ');
  const exchange = await shop.call(`PUT /user/${EMAIL}`, {
    body: { email: EMAIL },
    headers: { ...headers, cookie },
  });
  return (await shop.call(`GET /orders?email=${EMAIL}`, { token: exchange.body.token })).body;
}

const noCurl = spawnSync('curl', ['--version']).error ? 'curl is not installed' : false;

describe('the flow with curl in integrate.md', { skip: noCurl }, () => {
  test('runs unchanged, and ends with a paid order', async () => {
    const before = (await listOrders()).length;
    const { stdout, stderr } = await run(script);
    // One order, a purchase of two lines, one from the cart that is deleted, and one of a company.
    const ofCompany = '1\nown number\nlist\n1\nabove\nto_pay\n';
    assert.equal(stdout, `${EMAIL}\nsucceeded\n1\ntrue\n2\nsucceeded\n1\n1\n${ofCompany}`);
    assert.equal(stderr, '');
    const orders = await listOrders();
    assert.equal(orders.length, before + 3);
    for (const { paid, transactionId } of orders.slice(0, 3)) {
      assert.equal(paid, true);
      assert.match(transactionId!, /^pi_/);
    }
  });

  // The last has placed an order once more.
  test('ends at a call that is refused, and shows why', async () => {
    const refusals: [wrong: string, why: RegExp][] = [
      [script.replace(DEMO_PASSWORD, 'another'), /Invalid email or password/],
      [script.replace('"email\\": \\"buyer@', '"email\\": \\"another@'), /"code":"forbidden"/],
      [script.replace('pm_card_visa', 'pm_card_visa_chargeDeclined'), /declined/],
    ];
    for (const [wrong, why] of refusals) {
      assert.notEqual(wrong, script);
      const before = (await listOrders()).filter(({ paid }) => paid).length;
      await assert.rejects(run(wrong), ({ stdout, stderr }) => why.test(stdout + stderr));
      assert.equal((await listOrders()).filter(({ paid }) => paid).length, before);
    }
  });
});
