import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { startTestShop } from '../../../tests/testing.ts';
import { until } from '../../../tests/until.ts';
import { Answer } from '../handling/answer.ts';
import { createLimits } from './limits.ts';

const shop = await startTestShop({ RATE_LIMITS: 'on' });
const { token } = await shop.signInAdmin();
after(() => shop.close());

const row = { sku: 'EX-1', name: 'Fan', price: 4 };
const { body: imported } = await shop.call('POST /imports', { token, body: { rows: [row] } });
const { body: list } = await shop.call('POST /lists', {
  token,
  body: { name: 'Board A', lines: [{ _id: randomUUID(), position: 0, raw: 'EX-1' }] },
});

for (const [what, route, headers] of [
  ['purchases', 'GET /desk/purchases/export', {}],
  ['orders', 'GET /orders', { accept: 'text/csv' }],
  ['the log', 'GET /events', { accept: 'text/csv' }],
  ['products', 'GET /products/export', {}],
  ['rows of an import', `GET /imports/${imported._id}?rows=new`, { accept: 'text/csv' }],
  ['a list', `GET /lists/${list.insertedId}/export`, {}],
] as const) {
  test(`a person gets two files of ${what} at once, and the next when one is sent`, async () => {
    const client = await shop.database.pool.connect();
    try {
      // None ends before this transaction does.
      await client.query('begin');
      await client.query(
        'lock table purchases, orders, events, products, import_rows, list_lines in access exclusive mode',
      );
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

test('a file counts until all of it is sent, or nobody is there to take it', async () => {
  const limits = createLimits(shop.database);
  const trier = { ip: '192.0.2.1', account: 'a' };
  const send = async () =>
    (await limits.send('exportAll', trier, async () => new Answer(Readable.from(['a', 'b']), {}))).body;
  const [sent, left] = (await Promise.all([send(), send()])) as [Readable, Readable];
  await assert.rejects(send(), { code: 'too_many_requests' });
  assert.deepEqual(await sent.toArray(), ['a', 'b']);
  const next = (await send()) as Readable;
  await assert.rejects(send(), { code: 'too_many_requests' });
  left.destroy();
  await until(async () => left.closed);
  const unread = limits.send('exportAll', trier, () => Promise.reject(new Error('nothing to read')));
  await assert.rejects(unread, { message: 'nothing to read' });
  ((await send()) as Readable).destroy();
  next.destroy();
});
