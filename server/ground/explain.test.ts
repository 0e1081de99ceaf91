import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { createDatabase } from './database/client.ts';
import { explain } from './explain.ts';

const database = await createTestDatabase();
after(() => database.drop());

/** What is said where PostgreSQL fails with this code. */
const saidOf = (code: string) =>
  database.pool
    .query(`do $$ begin raise 'in its words' using errcode = '${code}'; end $$`)
    .then(() => 'nothing', explain);

test('a full disk of PostgreSQL, and connections that are used up, are a line with what to do', async () => {
  assert.match(await saidOf('53100'), /^PostgreSQL's disk is full \(in its words\)\. Make room [^\n]+$/);
  assert.match(
    await saidOf('53300'),
    /^PostgreSQL has no connection left \(in its words\)\. [^\n]+ lower [^\n]+$/,
  );
  assert.match(await saidOf('57P03'), /^DATABASE_URL cannot be reached \(in its words\)$/);
  assert.match(await saidOf('22012'), /^error: in its words\n +at /);
});

test('a server that does not answer, or hangs up, is one that cannot be reached', async () => {
  for (const hangsUp of [false, true]) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      if (hangsUp) socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { pool, close } = createDatabase(`postgres://127.0.0.1:${port}/shop`, {
      connectionTimeoutMillis: 200,
    });
    const said = await pool.query('select 1').then(() => 'nothing', explain);
    assert.match(said, /^DATABASE_URL cannot be reached \([^\n]+\)$/);
    await close();
    server.close();
  }
});
