// Staff's reports from a streaming replica, as the whole shop answers them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { api, callNames } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { type Pair, startPair } from '../fixtures/standby.ts';
import { orderFor, type Person, startTestShop, type TestShop } from '../testing.ts';
import { until } from '../until.ts';

const METRICS_TOKEN = 'a-token-of-monitors';

describe('with DATABASE_REPLICA_URL', () => {
  let pair: Pair;
  let shop: TestShop;
  let another: Awaited<ReturnType<TestShop['startAnother']>>;
  let [admin, buyer]: Person[] = [];
  before(async () => {
    pair = await startPair();
    shop = await startTestShop({
      ...{ DATABASE_URL: pair.primaryUrl, DATABASE_REPLICA_URL: pair.replicaUrl },
      ...{ REPLICA_LAG_SECONDS: '600', METRICS_TOKEN },
    });
    another = await shop.startAnother();
    admin = await shop.signInAdmin();
    buyer = await shop.signUp();
    await untilReplicaAnswers();
  });
  after(async () => {
    await shop.close();
    await pair.close();
  });

  async function get(path: string, { who = admin!, at = shop.origin, accept = '*/*' } = {}) {
    const headers = { authorization: `Bearer ${who.token}`, accept };
    const response = await fetch(at + path, { headers });
    const text = await response.text();
    const asOf = response.headers.get('x-data-as-of');
    return { status: response.status, text, asOf: asOf === null ? undefined : Date.parse(asOf) };
  }
  /** Who has answered statements of reports at a process until now. */
  async function answered(by: 'replica' | 'primary', at = shop.origin): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const metrics = await (await fetch(`${at}/metrics`, { headers })).text();
    return Number(new RegExp(`^shop_report_statements_total\\{by="${by}"\\} (.*)$`, 'm').exec(metrics)![1]);
  }
  async function untilReplicaAnswers(): Promise<void> {
    await until(async () => {
      const [before, { asOf }] = [await answered('primary'), await get('/users?limit=1')];
      return asOf !== undefined && (await answered('primary')) === before;
    });
  }
  /** Places an order of the buyer, and returns its id. */
  async function placeOrder(): Promise<string> {
    const [product] = JSON.parse((await get('/products?limit=1')).text);
    const { status, body } = await shop.call('POST /orders', {
      token: buyer!.token,
      body: orderFor(product, buyer!),
    });
    assert.equal(status, 201, JSON.stringify(body));
    return (body as { insertedId: string }).insertedId;
  }

  test('every report is answered by the replica, and says of which moment it is', async () => {
    const reports = callNames.filter((name) => (api[name] as Call).report);
    const [product] = JSON.parse((await get('/products?limit=1')).text);
    const primary = await answered('primary');
    for (const name of reports) {
      // Without a filter how many there are is known.
      const filter = name === 'summarizeDeskPurchases' ? '?q=nobody' : '';
      const path = (api[name] as Call).path.replace(':id', product._id) + filter;
      for (const accept of ['*/*', 'text/csv']) {
        const before = await answered('replica');
        const { status, asOf } = await get(path, { accept });
        assert.equal(status, 200, name);
        assert.ok(asOf! <= Date.now() && asOf! > Date.now() - 600_000, name);
        assert.ok((await answered('replica')) > before, name);
      }
    }
    assert.ok(reports.length >= 10);
    assert.equal(await answered('primary'), primary);
  });

  test('nobody’s own orders, and no other call, are read from it', async () => {
    for (const path of [
      `/orders?email=${buyer!.email}`,
      `/purchases?email=${buyer!.email}`,
      '/lists',
      '/addresses',
    ])
      assert.deepEqual(
        (({ status, asOf }) => ({ status, asOf }))(await get(path, { who: buyer! })),
        { status: 200, asOf: undefined },
        path,
      );
    assert.equal((await get(`/orders?email=${admin!.email}`)).asOf, undefined, 'nor those of staff');
    await pair.setReplaying(false);
    const id = await placeOrder();
    const { text } = await get(`/orders?email=${buyer!.email}`, { who: buyer!, at: another.origin });
    assert.ok(text.includes(id));
    await pair.setReplaying(true);
  });

  test('staff see what they have just written, at every process, though the replica stands still', async () => {
    await untilReplicaAnswers();
    await pair.setReplaying(false);
    const [product] = JSON.parse((await get('/products?limit=1')).text);
    const headers = { authorization: `Bearer ${admin!.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ kind: 'received', quantity: 7, why: 'the pallet of today' });
    const moved = await fetch(`${shop.origin}/products/${product._id}/stock`, {
      method: 'POST',
      headers,
      body,
    });
    assert.equal(moved.status, 201, await moved.text());
    for (const at of [shop.origin, another.origin]) {
      const before = await answered('primary', at);
      const { text } = await get(`/products/${product._id}/stock`, { at });
      assert.ok(text.includes('the pallet of today'));
      assert.ok((await answered('primary', at)) > before, 'the primary has answered');
    }
    await pair.setReplaying(true);
    await untilReplicaAnswers();
    assert.ok((await get(`/products/${product._id}/stock`)).text.includes('the pallet of today'));
  });

  test('what others have done since the moment that a report names may be missing, and nothing before', async () => {
    await untilReplicaAnswers();
    await pair.setReplaying(false);
    const id = await placeOrder();
    const placed = Date.now();
    const { text, asOf } = await get('/desk/purchases');
    assert.ok(!text.includes(id));
    // It may have been asked for up to the order's commit.
    assert.ok(asOf! <= placed + 1);
    await pair.setReplaying(true);
    await until(async () => {
      const report = await get('/desk/purchases');
      assert.ok(
        report.text.includes(id) || report.asOf! <= placed + 1,
        'a report has all of before its moment',
      );
      return report.text.includes(id);
    });
  });

  test('while it is away the primary answers, and then it answers again', async () => {
    await untilReplicaAnswers();
    await pair.killReplica();
    for (const path of ['/desk/overview', '/desk/purchases', '/desk/customers', '/events?limit=5'])
      assert.equal((await get(path)).status, 200, path);
    await until(async () => (await get('/users?limit=1')).asOf === undefined);
    await pair.startReplica();
    await untilReplicaAnswers();
  });
});
