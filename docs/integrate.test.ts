import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestShop, type TestShop } from '../server/testing.ts';

let shop: TestShop;
before(async () => {
  shop = await startTestShop();
});
after(() => shop.close());

const noCurl = spawnSync('curl', ['--version']).error ? 'curl is not installed' : false;

test('the flow with curl in integrate.md runs as it stands and ends with a paid order', {
  skip: noCurl,
}, async () => {
  const page = await readFile(new URL('integrate.md', import.meta.url), 'utf8');
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    env: { ...process.env, SHOP: shop.origin },
  });
  const [settled, order] = stdout.match(/\{.*?\}(?=\{|\s*$)/gs)!.map((answer) => JSON.parse(answer));
  assert.deepEqual(settled, { modifiedCount: 1 });
  assert.equal(order.paid, true);
  assert.match(order.transactionId, /^pi_/);
});
