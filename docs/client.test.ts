// nightly: installs a project of its own
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestShop } from '../tests/testing.ts';

const CLIENT = join(import.meta.dirname, 'client');
const ROOT = dirname(import.meta.dirname);
const require = createRequire(join(CLIENT, 'journey.ts'));
const run = promisify(execFile);

const shop = await startTestShop();
const folder = await mkdtemp(join(tmpdir(), 'northbridge-client-'));
// npm installs the packages of the example in its folder, or in the root when no other version is needed there.
await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
for (const file of ['journey.ts', 'tsconfig.json', 'package.json'])
  await copyFile(join(CLIENT, file), join(folder, file));
await run(process.execPath, [
  join(dirname(require.resolve('openapi-typescript/package.json')), 'bin/cli.js'),
  `${shop.origin}/openapi.json`,
  ...['-o', join(folder, 'shop.ts')],
]);
after(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the compiler's output for the journey. */
async function check(): Promise<string> {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((failed) => failed);
  return stdout;
}

describe('the client that openapi-typescript generates from /openapi.json', () => {
  test('has types that accept the journey, and refuse what the shop would refuse', async () => {
    assert.equal(await check(), '');
    const file = join(folder, 'journey.ts');
    const journey = await readFile(file, 'utf8');
    const wrong: [right: string, wrong: string][] = [
      ['limit: 1 }', "limit: '1' }"],
      ["ratings: '5'", "ratings: '6'"],
      ["sort: 'price'", "sort: 'dearest'"],
      ["=== 'already_paid'", "=== 'allready_paid'"],
      ['phone: ', 'fon: '],
      [
        "POST('/api/auth/sign-up/email', { params: { header: fromShop }, ",
        "POST('/api/auth/sign-up/email', { ",
      ],
    ];
    const lines = journey.split('\n');
    const changed = wrong.map(([right, mistake]) => {
      const line = lines.findIndex((text) => text.includes(right));
      assert.ok(line >= 0, right);
      lines[line] = lines[line]!.replace(right, mistake);
      return line + 1;
    });
    await writeFile(file, lines.join('\n'));
    const said = await check();
    await writeFile(file, journey);
    for (const line of changed)
      assert.match(said, new RegExp(`journey\\.ts\\(${line},`), `line ${line}: ${said}`);
  });

  test('signs up and in, orders, pays, deletes another order and reviews', async () => {
    const { stdout } = await run(process.execPath, [join(folder, 'journey.ts')], {
      env: { ...process.env, SHOP: shop.origin },
    });
    const { count, paid, deleted, refusal, review } = JSON.parse(stdout);
    assert.ok(count >= 1);
    assert.equal(paid.paid, true);
    assert.match(paid.transactionId, /^pi_/);
    assert.deepEqual(deleted, { deletedCount: 1 });
    assert.equal(refusal, 'already_paid');
    const { body: reviews } = await shop.call('GET /reviews?sort=newest&limit=1');
    assert.equal(reviews[0]._id, review.insertedId);
  });
});
