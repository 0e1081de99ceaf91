import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';

const RUN = `(await import(${JSON.stringify(import.meta.resolve('./main.ts'))})).main()`;

const REAL = {
  // Nothing listens there: it must not come so far as to ask.
  DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop',
  PUBLIC_URL: 'https://shop.example.com',
  AUTH_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

/** Starts the shop as npm does once the web is built, with these variables and no others, and waits for its end. */
function start(variables: Record<string, string>): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', RUN], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
    });
  });
}

describe('a real deployment', () => {
  test('ends with one line that names the variable that is missing', async () => {
    const { AUTH_SECRET: _, ...others } = REAL;
    const { code, said } = await start(others);
    assert.equal(code, 1);
    assert.match(said, /^Northbridge cannot start: AUTH_SECRET is missing: [^\n]+\n$/);
  });

  test('says that its database cannot be reached', async () => {
    const { code, said } = await start(REAL);
    assert.equal(code, 1);
    assert.match(said, /Northbridge cannot start: DATABASE_URL cannot be reached/);
  });
});
