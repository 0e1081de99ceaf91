import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { requireSessions } from './session.ts';

const database = await createTestDatabase();
after(() => database.drop());

/** A pooler that gives each statement the next of its connections. */
async function sharing(count: number) {
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client(database.url);
      await client.connect();
      return client;
    }),
  );
  let turn = 0;
  const client = {
    query: (text: string) => {
      turn += 1;
      return connections[turn % count]!.query(text);
    },
    release() {},
  } as unknown as pg.PoolClient;
  return {
    pool: { connect: async () => client } as Pick<pg.Pool, 'connect'>,
    close: () => Promise.all(connections.map((one) => one.end())),
  };
}

test('a database whose connections keep their sessions is taken, and a pooler that shares them out is refused', async () => {
  await requireSessions(database.pool);
  for (const count of [1, 2, 3]) {
    const { pool, close } = await sharing(count);
    await assert.rejects(requireSessions(pool), /^OperatorError: DATABASE_URL .+ pool_mode = session/);
    await close();
  }
});
