// nightly: runs several processes
// Two real processes on the PostgreSQL that comes along.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  ask,
  askAtOnce,
  eventually,
  isRunning,
  type Started,
  start,
  stop,
} from '../../tests/fixtures/processes.ts';
import { createTestClient, type TestClient } from '../../tests/test-client.ts';
import { REQUESTS } from '../ground/limits/rules.ts';

const scratch = await mkdtemp(join(tmpdir(), 'northbridge-processes-'));
after(() => rm(scratch, { recursive: true, force: true }));

describe('two processes', { timeout: 280_000 }, () => {
  let shop: Started;
  let client: TestClient;
  before(async () => {
    shop = await start({ RATE_LIMITS: 'on', DATA_DIR: scratch });
    client = createTestClient(shop.origin);
  });
  after(() => stop(shop));

  /** Asks until both have answered, as connections go to one after the other. */
  async function findBoth(): Promise<void> {
    const answered = new Set<string>();
    await eventually(async () => {
      answered.add((await ask(shop.origin, '/healthz')).by);
      return answered.size === 2;
    });
  }

  test('both serve, and are ready', async () => {
    await findBoth();
    for (let i = 0; i < 4; i += 1) assert.equal((await ask(shop.origin, '/readyz')).status, 200);
  });

  test('a change of the catalogue is shown by the other within a second', async () => {
    const admin = await client.signInAdmin();
    const [product] = (await client.call('GET /products?limit=1')).body;
    const agents = [
      new Agent({ keepAlive: true, maxSockets: 1 }),
      new Agent({ keepAlive: true, maxSockets: 1 }),
    ];
    const shown = (agent: Agent) =>
      new Promise<{ name: string; by: string }>((resolve, reject) => {
        get(
          `${shop.origin}/products/${product._id}`,
          { agent, headers: { accept: 'application/json' } },
          async (answer) => {
            let text = '';
            for await (const part of answer) text += part;
            resolve({ name: JSON.parse(text).name, by: String(answer.headers['x-request-id']).slice(0, 12) });
          },
        ).once('error', reject);
      });
    try {
      const before = await Promise.all(agents.map(shown));
      assert.notEqual(before[0]!.by, before[1]!.by, 'the connections are of two processes');
      const { body } = await client.call(`PATCH /products/${product._id}`, {
        token: admin.token,
        body: { name: 'Another name' },
      });
      assert.deepEqual(body, { modifiedCount: 1 });
      // On a busy machine it is announced as soon as elsewhere, and heard later.
      for (const agent of agents) await eventually(async () => (await shown(agent)).name === 'Another name');
    } finally {
      for (const agent of agents) agent.destroy();
    }
  });

  test('the metrics are those of both together', async () => {
    for (let i = 0; i < 10; i += 1) await ask(shop.origin, '/products/none');
    const read = async () => String((await client.call('GET /metrics')).body);
    const metrics = await read();
    const count = /^http_request_duration_seconds_count\{call="getProduct",status="404"\} (\d+)$/m.exec(
      metrics,
    );
    assert.ok(Number(count?.[1]) >= 10, metrics);
    assert.match(metrics, /^shop_processes 2$/m);
    assert.match(metrics, /^shop_orders\{state="[a-z_]+"\} \d+$/m);
    assert.equal(metrics.match(/^# TYPE process_cpu_seconds_total /gm)?.length, 1);
  });

  test('one that is killed is replaced while the other serves', async () => {
    const [killed, other] = await shop.pids();
    process.kill(killed!, 'SIGKILL');
    await eventually(async () => !isRunning(killed!));
    assert.equal((await ask(shop.origin, '/readyz')).status, 200);
    await eventually(async () => !(await shop.pids()).includes(killed!));
    assert.ok((await shop.pids()).includes(other!));
    await findBoth();
    assert.match(shop.said(), /Process 1 ended with SIGKILL\. Starting another\n/);
  });

  test('one that hangs is replaced while the other serves', async () => {
    const [hanging] = await shop.pids();
    process.kill(hanging!, 'SIGSTOP');
    // One of them goes to the process that hangs: nobody answers it, and its client gives up.
    const patience = AbortSignal.timeout(20_000);
    const asked = await Promise.allSettled(
      [1, 2, 3, 4].map(() => ask(shop.origin, '/healthz', false, patience)),
    );
    const lost = asked.filter(({ status }) => status === 'rejected').length;
    assert.ok(lost <= 1, `${lost} connections were lost`);
    await eventually(async () => !isRunning(hanging!) && !(await shop.pids()).includes(hanging!));
    await findBoth();
    assert.match(shop.said(), /Process 1 does not answer any more and is ended\n/);
    assert.match(
      String((await client.call('GET /metrics')).body),
      /^shop_processes_replaced_total\{why="hanging"\} 1$/m,
    );
  });

  test('requests of a client are limited as those of one process', async () => {
    const begun = performance.now();
    const agents = [1, 2, 3, 4].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    const wanted = REQUESTS.burst * 0.8;
    let allowed = 0;
    try {
      await Promise.all(
        agents.map(async (agent) => {
          for (let tries = 0; allowed < wanted && tries < 5_000; tries += 1)
            if ((await ask(shop.origin, '/products/none', agent)).status === 404) allowed += 1;
        }),
      );
    } finally {
      for (const agent of agents) agent.destroy();
    }
    assert.ok(allowed >= wanted, 'the processes together allow what one does');
    for (const statuses of await Promise.all([1, 2, 3, 4].map(() => askAtOnce(shop.origin, 2_000))))
      allowed += statuses.filter((status) => status !== 429).length;
    const seconds = (performance.now() - begun) / 1000;
    assert.ok(allowed <= REQUESTS.burst + seconds / REQUESTS.every, `${allowed} in ${seconds} s`);
  });

  test('SIGTERM ends all of them, a request that is under way first', async () => {
    const pids = await shop.pids();
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'x12345' });
    const open = request(`${shop.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'content-length': body.length, origin: shop.origin },
        expect: '100-continue',
      },
    });
    const answered = once(open, 'response');
    open.flushHeaders();
    // A process has read its headers.
    await once(open, 'continue');
    const exited = once(shop.child, 'exit');
    shop.child.kill('SIGTERM');
    await eventually(async () => (await ask(shop.origin, '/healthz').catch(() => undefined)) === undefined);
    open.end(body);
    const [answer] = await answered;
    assert.equal(answer.statusCode, 401);
    answer.resume();
    const [code] = await exited;
    assert.equal(code, 0);
    assert.deepEqual(pids.filter(isRunning), []);
  });
});
