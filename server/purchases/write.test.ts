import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type pg from 'pg';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import {
  addCaller,
  addProduct as addTestProduct,
  expectGoods,
  GENEROUS,
  placeTogether,
  requestOf,
  type TestLine,
} from '../../tests/fixtures/purchases.ts';
import { createDatabase } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import type { Caller } from '../ground/handling/handler.ts';
import { audit } from '../ops/audit/audit.ts';
import { judgePurchases } from './judge.ts';
import { lockForPlacing } from './lock.ts';
import type { PurchaseRequest, PurchaseTerms, Verdict } from './request.ts';
import { writePurchases } from './write.ts';

const database = await createTestDatabase();
const addBuyer = () => addCaller(database);
const grace = await addBuyer();
const ada = await addBuyer();
after(async () => {
  const { faults } = await audit(database.db);
  await database.drop();
  assert.deepEqual(faults, []);
});

const addProduct = (available: number, overrides = {}) => addTestProduct(database, available, overrides);
const of = (caller: Caller, ...lines: TestLine[]) => requestOf(caller, lines);

const insert = (requests: PurchaseRequest[], terms: Partial<PurchaseTerms> = {}) =>
  placeTogether(database, requests, terms);

/** A verdict in short: of the purchase, or of the lines that refuse it. */
const inShort = (verdict: Verdict) =>
  verdict.verdict === 'refused'
    ? verdict.lines.map(({ line, verdict }) => `${line} ${verdict}`).join()
    : verdict.verdict;
const verdictsOf = async (requests: PurchaseRequest[], terms?: Partial<PurchaseTerms>) =>
  (await insert(requests, terms)).map(inShort);

const stockOf = async (...ids: string[]): Promise<number[]> => {
  const { rows } = await database.pool.query<{ id: string; available: number }>(
    'select id, available from products where id = any($1::uuid[])',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)!.available);
};

/** Places purchases while another transaction has changed rows that they need; it ends once they wait for it. */
async function placedBehind(
  change: (client: pg.PoolClient) => Promise<unknown>,
  place: () => Promise<string[]>,
): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await change(client);
    const placed = place();
    await database.untilWaiting();
    await client.query('commit');
    return await placed;
  } finally {
    client.release(true);
  }
}

describe('purchases placed in one transaction', () => {
  test('say to each that what is expected of its product has changed, whoever it was promised to', async () => {
    const [one, other] = [await addProduct(1000), await addProduct(1000)];
    const { dueOn } = await expectGoods(database, one, 500);
    const placed = await insert([of(grace, [one, 100], [other, 100]), of(ada, [one, 100, 2.5, dueOn])]);
    const changed = placed.map((verdict) =>
      verdict.verdict === 'placed' ? verdict.levels.map(({ isExpected }) => isExpected) : verdict,
    );
    assert.deepEqual(changed, [[true, false], [true]]);
  });

  test('take the stock of all their lines, and tell what each left', async () => {
    const [one, other] = [await addProduct(1000), await addProduct(500)];
    const placed = await insert([of(grace, [one, 100], [other, 200], [one, 150]), of(ada, [one, 300])]);
    const levels = placed.map((verdict) =>
      verdict.verdict === 'placed'
        ? verdict.levels.map(({ productId, available }) => [productId === one, available])
        : verdict,
    );
    assert.deepEqual(levels[0], [
      [true, 450],
      [false, 300],
      [true, 450],
    ]);
    assert.deepEqual(await stockOf(one, other), [450, 300]);
    const { rows } = await database.pool.query(
      `select line_no, quantity, orders.total_cents as cents, available, user_id = $2 as grace,
         purchases.total_cents as total
       from orders join purchases on purchases.id = purchase_id where product_id = any($1::uuid[])
       order by number, line_no`,
      [[one, other], grace.userId],
    );
    // Each line keeps what was in stock when its turn came.
    assert.deepEqual(rows, [
      { line_no: 1, quantity: 100, cents: 25_000, available: 1000, grace: true, total: 112_500 },
      { line_no: 2, quantity: 200, cents: 50_000, available: 500, grace: true, total: 112_500 },
      { line_no: 3, quantity: 150, cents: 37_500, available: 900, grace: true, total: 112_500 },
      { line_no: 1, quantity: 300, cents: 75_000, available: 750, grace: false, total: 75_000 },
    ]);
  });

  test('are held for a shorter time until the address of their buyer is proven, and say for how long then', async () => {
    const product = await addProduct(10_000);
    const proven = await addBuyer();
    await proveAddressOf(database.pool, proven.email);
    /** Minutes from their placing, for the unproven buyer and the proven one. */
    async function minutes(unprovenMinutes: number) {
      const requests = [ada, proven].map((caller) => of(caller, [product, 100]));
      const placed = await insert(requests, { unprovenMinutes });
      const { rows } = await database.pool.query(
        `select extract(epoch from held_until - placed_at)::int / 60 as held,
           extract(epoch from held_until_proven - placed_at)::int / 60 as proven
         from unnest($1::uuid[]) with ordinality as placed (id, nth) join purchases using (id) order by nth`,
        [placed.map((one) => one.verdict === 'placed' && one.answer.purchaseId)],
      );
      return rows.map(({ held, proven }) => [held, proven]);
    }
    assert.deepEqual(await minutes(15), [
      [15, 60],
      [60, null],
    ]);
    assert.deepEqual(await minutes(60), [
      [60, null],
      [60, null],
    ]);
    assert.deepEqual(await minutes(90), [
      [60, null],
      [60, null],
    ]);
  });

  test('of one buyer, sent to several processes at once, are no more than their limits', async () => {
    const product = await addProduct(100_000);
    const processes = [1, 2, 3].map(() => createDatabase(database.url));
    /** How many of 12 purchases of a new buyer's are placed by the processes together. */
    async function placed(terms: Partial<PurchaseTerms>): Promise<number> {
      const caller = await addBuyer();
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          placeTogether(processes[n % 3]!, [of(caller, [product, 100])], terms),
        ),
      );
      return results.flat().filter(({ verdict }) => verdict === 'placed').length;
    }
    try {
      for (let round = 0; round < 5; round += 1) {
        assert.equal(await placed({ maxUnpaid: 5 }), 5);
        assert.equal(await placed({ unprovenCents: 100_000 }), 4);
      }
    } finally {
      for (const one of processes) await one.close();
    }
  });

  test('are only for the user whose token is valid at that moment', async () => {
    const product = await addProduct(1000);
    const [caller, other, removed] = [await addBuyer(), await addBuyer(), await addBuyer()];
    await database.pool.query('delete from sessions where id = $1', [caller.sessionId]);
    await database.pool.query('update access_tokens set expires_at = now() where session_id = $1', [
      other.sessionId,
    ]);
    await database.pool.query('delete from users where id = $1', [removed.userId]);
    const requests = [caller, other, removed, grace].map((one) => of(one, [product, 100]));
    const no = 'unauthenticated';
    assert.deepEqual(await verdictsOf(requests), [no, no, no, 'placed']);
    assert.deepEqual(await stockOf(product), [900]);
  });

  test('are repeats where their Idempotency-Key was used, whatever has become of the product since', async () => {
    const product = await addProduct(1000);
    const caller = await addBuyer();
    const keyed = (lines: TestLine[], key: string) => requestOf(caller, lines, key);
    const [first] = await insert([keyed([[product, 100]], 'a')]);
    await database.pool.query('update products set removed_at = now() where id = $1', [product]);
    const other = keyed([[product, 200]], 'a');
    other.attempt!.requestHash = Buffer.alloc(32, 1);
    const answer = first!.verdict === 'placed' && first!.answer;
    assert.deepEqual(await insert([keyed([[product, 100]], 'a'), other, keyed([[product, 100]], 'b')]), [
      { verdict: 'repeat', answer },
      { verdict: 'key_reused', answer },
      { verdict: 'refused', lines: [{ line: 1, verdict: 'gone' }] },
    ]);
    assert.deepEqual(await stockOf(product), [900]);
  });

  test('wait for each other without a deadlock, and see what the others took', async () => {
    const products = await Promise.all([addProduct(2000), addProduct(2000), addProduct(2000)]);
    const there = [
      of(grace, ...products.map((id): TestLine => [id, 100])),
      ...products.map((id) => of(ada, [id, 100])),
    ];
    const back = [
      of(ada, ...products.toReversed().map((id): TestLine => [id, 100])),
      ...there.slice(1).reverse(),
    ];
    const all = await Promise.all([there, back, there, back, there, back].map((some) => verdictsOf(some)));
    assert.deepEqual(new Set(all.flat()), new Set(['placed']));
    assert.deepEqual(await stockOf(...products), [800, 800, 800]);
  });

  test('use the price and the minimum after a concurrent change of the product', async () => {
    const [dearer, larger] = [await addProduct(1000), await addProduct(1000)];
    const placed = await placedBehind(
      async (client) => {
        await client.query('update products set price_micros = 3000000 where id = $1', [dearer]);
        await client.query('update products set min_order = 200 where id = $1', [larger]);
      },
      () => verdictsOf([of(grace, [dearer, 100], [larger, 100])]),
    );
    assert.deepEqual(placed, ['1 price_changed,2 too_few']);
  });

  test('take stock that a concurrent transaction adds while they wait for it', async () => {
    const product = await addProduct(0);
    const placed = await placedBehind(
      async (client) => {
        const id = newId();
        await client.query('update products set available = 300 where id = $1', [product]);
        await client.query(
          "insert into events (id, kind, actor, product_id, stock_change) values ($1, 'product_changed', 'shop', $2, 300)",
          [id, product],
        );
      },
      () => verdictsOf([of(grace, [product, 200])]),
    );
    assert.deepEqual(placed, ['placed']);
    assert.deepEqual(await stockOf(product), [100]);
  });

  test('take expected pieces that a concurrent transaction adds while they wait for them', async () => {
    const product = await addProduct(0);
    const { id, dueOn } = await expectGoods(database, product, 100);
    const placed = await placedBehind(
      async (client) => {
        await client.query('update receipts set quantity = 300 where id = $1', [id]);
      },
      () => verdictsOf([of(grace, [product, 200, 2.5, dueOn])]),
    );
    assert.deepEqual(placed, ['placed']);
  });

  test('leave to transactions of the same moment what is there, and refuse the rest', async () => {
    const product = await addProduct(300);
    const all = await Promise.all(Array.from({ length: 8 }, () => verdictsOf([of(grace, [product, 100])])));
    assert.deepEqual(all.flat().sort(), [...Array(5).fill('1 too_many'), ...Array(3).fill('placed')]);
    assert.deepEqual(await stockOf(product), [0]);
  });
});

describe('whatever is decided, the database refuses', () => {
  /** Writes a purchase of these lines as if there were enough of everything. */
  const force = (lines: TestLine[]) =>
    transact(database.db, async (transaction) => {
      const request = of(grace, ...lines);
      const locked = await lockForPlacing(transaction, [request]);
      const plenty = {
        ...locked,
        products: new Map(
          [...locked.products].map(([id, row]) => [id, { ...row, available: 2_000_000_000 }]),
        ),
        receipts: new Map([...locked.receipts].map(([id, row]) => [id, { ...row, quantity: 2_000_000_000 }])),
      };
      const [judged] = judgePurchases([request], plenty, GENEROUS);
      assert.equal(judged!.verdict, 'placed');
      if (judged!.verdict !== 'placed') return;
      const own = judged!.lines.map((line) => ({ ...line, product: locked.products.get(line.product.id)! }));
      await writePurchases(transaction, [{ ...judged!, request, lines: own }], GENEROUS);
    });

  test('more pieces than there are', async () => {
    const product = await addProduct(100);
    await assert.rejects(force([[product, 101]]), /products_available_check/);
    assert.deepEqual(await stockOf(product), [100]);
  });

  test('a promise of more than is expected', async () => {
    const product = await addProduct(100);
    const { dueOn } = await expectGoods(database, product, 100);
    await assert.rejects(force([[product, 101, 2.5, dueOn]]), /receipts_promised/);
  });
});
