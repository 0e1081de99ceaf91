import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop({ RATE_LIMITS: 'on' });
const { token } = await shop.signInAdmin();
after(() => shop.close());

for (const [what, route, headers] of [
  ['purchases', 'GET /desk/purchases/export', {}],
  ['orders', 'GET /orders', { accept: 'text/csv' }],
  ['the log', 'GET /events', { accept: 'text/csv' }],
] as const) {
  test(`a person gets two files of ${what} at once, and the next when one is sent`, async () => {
    const client = await shop.database.pool.connect();
    try {
      // None ends before this transaction does.
      await client.query('begin');
      await client.query('lock table purchases, orders, events in access exclusive mode');
      let ended = 0;
      const files = [1, 2, 3].map(async () => {
        const { status, body } = await shop.call(route, { token, headers });
        ended += 1;
        if (ended === 1) await client.query('rollback');
        return [status, body.code, body.params?.what];
      });
      const answers = await Promise.all(files);
      assert.deepEqual(
        answers.toSorted(([a], [b]) => a - b),
        [
          [200, undefined, undefined],
          [200, undefined, undefined],
          [429, 'too_many_requests', 'document'],
        ],
      );
    } finally {
      client.release();
    }
    assert.equal((await shop.call(route, { token, headers })).status, 200);
  });
}
