import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestShop } from '../testing.ts';

const lines: { reqId?: string; msg: string; req?: { path: string }; res?: { statusCode: number } }[] = [];
const logTo = {
  write(line: string) {
    lines.push(JSON.parse(line));
  },
};
const shop = await startTestShop({ LOG_LEVEL: 'info' }, { logTo });
after(() => shop.close());

test('each response has the request id of its log lines', async () => {
  const routes = [
    'GET /config',
    // The second response comes from the cache.
    'GET /products',
    'GET /products',
    'GET /no/such/place',
    'POST /orders',
    `GET /${'x'.repeat(5_000)}`,
  ];
  const ids = new Set<string>();
  for (const route of routes) {
    const { status, headers } = await shop.call(route, { headers: { 'x-request-id': 'chosen-by-a-client' } });
    const id = headers.get('x-request-id')!;
    ids.add(id);
    const completed = lines.find(({ reqId, msg }) => reqId === id && msg === 'request completed');
    assert.equal(completed?.res?.statusCode, status, route);
  }
  assert.equal(ids.size, routes.length);
  assert.ok(!ids.has('chosen-by-a-client'));
});
