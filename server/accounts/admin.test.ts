import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';
import { run as makeAdmin } from './admin.ts';

const LAUNCHER = join(import.meta.dirname, '../../launch/admin.ts');

const shop = await startTestShop();
after(() => shop.close());

/** Runs the command as npm does, with these variables. */
function runCommand(
  args: string[],
  variables: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [LAUNCHER, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
    });
  });
}

/** Runs what the command does, on the shop's database. */
const run = (args: string[], variables: Record<string, string> = {}) =>
  makeAdmin(args, { DATABASE_URL: shop.database.url, SANDBOX: '1', ...variables });

async function roleOf(email: string): Promise<string> {
  const { rows } = await shop.database.pool.query('select role from users where email = $1', [email]);
  return rows[0].role;
}

const prove = (email: string) =>
  shop.database.pool.query('update users set email_verified = true where email = $1', [email]);

describe('npm run admin', () => {
  test('makes an account with a proven address an admin, at once and once, and the log says so', async () => {
    const owner = await shop.signUp();
    await prove(owner.email);
    assert.equal((await shop.call('GET /users', { token: owner.token })).status, 403);
    const variables = { DATABASE_URL: shop.database.url, SANDBOX: '1' };
    const first = await runCommand([owner.email.toUpperCase()], variables);
    assert.deepEqual(first, { code: 0, said: `${owner.email} is an admin now, from their next click on.\n` });
    assert.equal((await shop.call('GET /users', { token: owner.token })).status, 200);
    const again = await run([owner.email]);
    assert.deepEqual(again, { good: true, message: `${owner.email} is an admin already.` });
    const { body } = await shop.call(`GET /events?kind=user_promoted&person=${owner.email}`, {
      token: owner.token,
    });
    assert.deepEqual(
      body.map(({ who, why }: { who: string; why: string }) => [who, why]),
      [['shop', 'By npm run admin']],
    );
  });

  test('makes nobody an admin who may have typed another’s address, unless told so', async () => {
    const squatter = await shop.signUp();
    const refused = await run([squatter.email]);
    assert.equal(refused.good, false);
    assert.match(refused.message, /nobody has proven that the email address is theirs/);
    assert.equal(await roleOf(squatter.email), 'customer');
    assert.equal((await run([squatter.email, '--unproven'])).good, true);
    assert.equal(await roleOf(squatter.email), 'admin');
  });

  test('says what to do when there is no account', async () => {
    const { good, message } = await run(['nobody@example.com']);
    assert.deepEqual([good, message.includes('Sign up in the shop with it')], [false, true]);
  });

  test('says how it is used when called with no address, with none that is one, or with two', async () => {
    for (const args of [[], ['nobody'], ['a@example.com', 'b@example.com']]) {
      const { good, message } = await run(args);
      assert.deepEqual([good, message.includes('npm run admin -- someone@company.com')], [false, true]);
    }
  });

  test('of a real deployment asks for its database only', async () => {
    const nobody = await run(['nobody@example.com'], { SANDBOX: '0' });
    assert.deepEqual([nobody.good, nobody.message.includes('has no account')], [false, true]);
    const { code, said } = await runCommand(['someone@example.com'], { SANDBOX: '0', DATABASE_URL: '' });
    assert.equal(code, 1);
    assert.match(said, /^DATABASE_URL is missing: [^\n]+\n$/);
  });
});
