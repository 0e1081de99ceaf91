import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { migrate } from './migrate.ts';
import { explainRights, MissingRight } from './rights.ts';

// A database without tables, and a user who may connect to it and nothing else. The name is one that has to be quoted.
const user = `Shop ${randomBytes(6).toString('hex')}`;
const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'northbridge-test-'));
await database.pool.query('drop schema public cascade; create schema public');
await database.pool.query(`create role "${user}"`);
const options = `-c role=${user.replace(' ', '\\ ')}`;
const url = `${database.url}${database.url.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`;
const pool = new pg.Pool({ connectionString: url });
after(async () => {
  await pool.end();
  await database.pool.query(`drop owned by "${user}"; drop role "${user}"`);
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs a module's main in a process of its own, with these variables and no others. */
function run(module: string, variables: Record<string, string>): Promise<string> {
  const code = `(await import(${JSON.stringify(import.meta.resolve(module))})).main()`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** The statement in a message. */
const grantIn = (message: string) => /GRANT .*;/.exec(message)![0];

test('a user who may not make tables hears of it in a line, with the statement that gives the right', async () => {
  const said = await run('../../main.ts', { DATABASE_URL: url, SANDBOX: '1' });
  assert.match(
    said,
    new RegExp(
      `^Northbridge cannot start: The database user "${user}" may not make tables in the schema public [^\\n]*GRANT USAGE, CREATE ON SCHEMA public TO "${user}";\\n$`,
    ),
  );
  await database.pool.query(grantIn(said));
  await migrate(pool);
});

test('the audit needs to know where the data is, and no more, and says when there is none', async () => {
  assert.match(await run('../../ops/audit/main.ts', { DATABASE_URL: url }), /All is well/);
  await database.pool.query('create schema empty');
  const elsewhere = `${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20search_path%3Dempty`;
  assert.match(
    await run('../../ops/audit/main.ts', { DATABASE_URL: elsewhere }),
    /^The books cannot be audited: there is no shop in this database yet[^\n]*\n$/,
  );
  assert.match(
    await run('../../ops/audit/main.ts', { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }),
    /^The books cannot be audited: DATABASE_URL cannot be reached[^\n]*\n$/,
  );
});

test('the right to make schemas, which the sandbox needs, is another one', async () => {
  const makeSchema = () => explainRights(pool, () => pool.query('create schema sandbox'));
  const error = await makeSchema().then(
    () => assert.fail('the user may make schemas'),
    (error) => error,
  );
  assert.ok(error instanceof MissingRight);
  assert.match(error.message, /may not make schemas .* which the sandbox needs/);
  await database.pool.query(grantIn(error.message));
  await makeSchema();
});

test('another failure stays what it is', async () => {
  await assert.rejects(
    explainRights(pool, () => pool.query('select no_such_column')),
    (error: { code?: string }) => error.code === '42703',
  );
});
