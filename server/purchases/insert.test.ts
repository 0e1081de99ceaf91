import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/fixtures/database.ts';
import {
  addCaller,
  addProduct as addTestProduct,
  expectGoods,
  GENEROUS,
  requestOf,
  type TestLine,
} from '../../tests/fixtures/purchases.ts';
import { createDatabase } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import type { Caller } from '../ground/handling/handler.ts';
import { audit } from '../ops/audit/audit.ts';
import { insertPurchases } from './insert.ts';
import type { PurchaseRequest, PurchaseTerms, Verdict } from './request.ts';

let database: TestDatabase;
let grace: Caller;
let ada: Caller;
before(async () => {
  database = await createTestDatabase();
  grace = await addBuyer();
  ada = await addBuyer();
});
after(async () => {
  const { faults } = await audit(database.db);
  await database.drop();
  assert.deepEqual(faults, []);
});

const addBuyer = () => addCaller(database);
const addProduct = (available: number, overrides = {}) => addTestProduct(database, available, overrides);
const of = (caller: Caller, ...lines: TestLine[]) => requestOf(caller, lines);

const insert = (requests: PurchaseRequest[], terms: Partial<PurchaseTerms> = {}) =>
  insertPurchases(database.db, requests, { ...GENEROUS, ...terms });

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

describe('purchases placed in one statement', () => {
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

  test('are placed whole or not at all, and only the lines to blame say why', async () => {
    const [one, dear] = [await addProduct(1000), await addProduct(1000, { minOrder: 500 })];
    const bad = of(grace, [one, 100], [one, 100, 2.49], [newId(), 100], [dear, 499], [dear, 1001], [one, 99]);
    const [refused, placed] = await insert([bad, of(grace, [one, 100])]);
    assert.deepEqual(refused, {
      verdict: 'refused',
      lines: [
        { line: 2, verdict: 'price_changed', unitPriceMicros: 2_500_000 },
        { line: 3, verdict: 'gone' },
        { line: 4, verdict: 'too_few', least: 500 },
        { line: 5, verdict: 'too_many', available: 1000 },
        { line: 6, verdict: 'too_few', least: 100 },
      ],
    });
    assert.equal(placed?.verdict, 'placed');
    assert.deepEqual(await stockOf(one, dear), [900, 1000]);
  });

  test('need no more than there is with all of their lines of a product together', async () => {
    const [product, other] = [await addProduct(1000), await addProduct(1000)];
    const verdicts = await verdictsOf([
      of(grace, [product, 600], [other, 100], [product, 500]),
      of(grace, [product, 600], [product, 400]),
    ]);
    assert.deepEqual(verdicts, ['3 too_many', 'placed']);
    assert.deepEqual(await stockOf(product, other), [0, 1000]);
  });

  test('refuse no line for one that is refused itself, and say what is left for each that is', async () => {
    const [product, dear] = [await addProduct(1000), await addProduct(1000, { price: 9000 })];
    const lines: TestLine[] = [
      ...[600, 500, 400, 100].map((pieces): TestLine => [product, pieces]),
      ...[111, 100].map((pieces): TestLine => [dear, pieces, 9000]),
    ];
    assert.deepEqual(await insert([of(grace, ...lines)]), [
      {
        verdict: 'refused',
        lines: [
          { line: 2, verdict: 'too_many', available: 400 },
          { line: 4, verdict: 'too_many', available: 0 },
          // $999,999.99 less $2,500.
          { line: 5, verdict: 'over_card_limit', leftCents: 99_749_999 },
        ],
      },
    ]);
  });

  test('come to no more than a card can be charged', async () => {
    const product = await addProduct(100_000, { price: 9999.99 });
    const verdicts = await verdictsOf([
      of(grace, [product, 101, 9999.99]),
      of(grace, [product, 100, 9999.99], [product, 100, 9999.99]),
      of(grace, [product, 100, 9999.99]),
    ]);
    assert.deepEqual(verdicts, ['1 over_card_limit', '2 over_card_limit', 'placed']);
  });

  test('get no more than there is, in their order: a request that only comes too late may be sent again', async () => {
    const [product, other] = [await addProduct(1000), await addProduct(1000)];
    const [first, ...rest] = [800, 100, 500, 100, 1001].map((pieces) => of(grace, [product, pieces]));
    const mixed = of(ada, [other, 100], [product, 100]);
    assert.deepEqual(await verdictsOf([first!, ...rest, mixed]), [
      'placed',
      'placed',
      'crowded',
      'crowded',
      '1 too_many',
      'crowded',
    ]);
    assert.deepEqual(await stockOf(product, other), [100, 1000]);
    assert.deepEqual(await verdictsOf([...rest.slice(1), mixed]), [
      '1 too_many',
      'placed',
      '1 too_many',
      'crowded',
    ]);
  });

  test('are in the way of nobody when they are refused themselves', async () => {
    const [product, gone] = [await addProduct(300), newId()];
    const large = of(grace, [product, 300], [gone, 100]);
    assert.deepEqual(await verdictsOf([large, of(ada, [product, 300])]), ['2 gone', 'placed']);
    const [buyer, rich] = [await addBuyer(), await addProduct(10_000)];
    const requests = [of(buyer, [gone, 100]), of(buyer, [rich, 100])];
    assert.deepEqual(await verdictsOf(requests, { maxUnpaid: 1 }), ['1 gone', 'placed']);
  });

  test('are no more of one buyer than may be unpaid', async () => {
    const product = await addProduct(10_000);
    const [caller, other] = [await addBuyer(), await addBuyer()];
    const terms = { maxUnpaid: 3 };
    const one = of(caller, [product, 100], [product, 100]);
    assert.deepEqual(await verdictsOf([one], terms), ['placed']);
    const more = await verdictsOf([one, one, one, of(other, [product, 100])], terms);
    assert.deepEqual(more, ['placed', 'placed', 'crowded', 'placed']);
    assert.deepEqual(await verdictsOf([one], terms), ['too_many_unpaid']);
  });

  test('hold for a buyer with an unproven address one purchase of any value, or several up to the limit', async () => {
    const product = await addProduct(10_000);
    const [caller, proven, large] = [await addBuyer(), await addBuyer(), await addBuyer()];
    await proveAddressOf(database.pool, proven.email);
    const three = (one: Caller) => [1, 2, 3].map(() => of(one, [product, 100]));
    // 100 pieces come to $250.
    assert.deepEqual(await verdictsOf([...three(caller), ...three(proven)], { unprovenCents: 60_000 }), [
      ...['placed', 'placed', 'crowded'],
      ...['placed', 'placed', 'placed'],
    ]);
    const next = async (pieces: number, unprovenCents: number) =>
      (await verdictsOf([of(large, [product, pieces])], { unprovenCents }))[0];
    assert.equal(await next(1000, 60_000), 'placed', 'one purchase of any value');
    assert.equal(await next(100, 60_000), 'address_unproven');
    assert.equal(await next(2000, 60_000), 'address_unproven', 'one only');
    assert.equal(await next(100, 275_000), 'placed', 'up to the limit itself');
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
          insertPurchases(processes[n % 3]!.db, [of(caller, [product, 100])], { ...GENEROUS, ...terms }),
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

  test('come to the total that is expected, or else say what they come to, and are in the way of nobody', async () => {
    const [one, other] = [await addProduct(1000), await addProduct(100)];
    const expecting = (expectedCents: number, ...lines: TestLine[]) => ({
      ...of(grace, ...lines),
      expectedCents,
    });
    const [wrong, refused, placed] = await insert([
      expecting(49_999, [one, 100], [other, 100]),
      // What is wrong with a line is told first.
      expecting(1, [one, 99]),
      expecting(50_000, [one, 100], [other, 100]),
    ]);
    assert.deepEqual(wrong, { verdict: 'total_changed', lines: [], cents: 50_000 });
    assert.equal(inShort(refused!), '1 too_few');
    assert.equal(placed?.verdict, 'placed');
    assert.deepEqual(await stockOf(one, other), [900, 0]);
  });

  test('are of any price where none is named', async () => {
    const product = await addProduct(1000, { priceBreaks: [{ from: 500, price: 2 }] });
    const request = of(grace, [product, 500]);
    delete request.lines[0]!.unitPriceMicros;
    assert.deepEqual(await verdictsOf([request, { ...request, expectedCents: 125_000 }]), [
      'placed',
      'total_changed',
    ]);
    assert.deepEqual(await stockOf(product), [500]);
  });

  test('are one where the same request comes twice in one statement', async () => {
    const product = await addProduct(1000);
    const twice = requestOf(await addBuyer(), [[product, 100]], 'twice');
    assert.deepEqual(await verdictsOf([twice, twice]), ['placed', 'crowded']);
    assert.deepEqual(await verdictsOf([twice]), ['repeat']);
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
    const client = await database.pool.connect();
    let placed: Promise<string[]> | undefined;
    try {
      await client.query('begin');
      await client.query('update products set price_micros = 3000000 where id = $1', [dearer]);
      await client.query('update products set min_order = 200 where id = $1', [larger]);
      placed = verdictsOf([of(grace, [dearer, 100], [larger, 100])]);
      await database.untilWaiting();
      await client.query('commit');
    } finally {
      client.release(true);
    }
    assert.deepEqual(await placed, ['1 price_changed,2 too_few']);
  });

  test('take stock that a concurrent transaction adds while they wait for it', async () => {
    const product = await addProduct(0);
    const client = await database.pool.connect();
    let placed: Promise<string[]> | undefined;
    try {
      await client.query('begin');
      const id = newId();
      await client.query('update products set available = 300 where id = $1', [product]);
      await client.query(
        "insert into events (id, kind, actor, product_id, stock_change) values ($1, 'product_changed', 'shop', $2, 300)",
        [id, product],
      );
      placed = verdictsOf([of(grace, [product, 200])]);
      await database.untilWaiting();
      await client.query('commit');
    } finally {
      client.release(true);
    }
    assert.deepEqual(await placed, ['placed']);
    assert.deepEqual(await stockOf(product), [100]);
  });

  test('take expected pieces that a concurrent transaction adds while they wait for them', async () => {
    const product = await addProduct(0);
    const { id, dueOn } = await expectGoods(database, product, 100);
    const client = await database.pool.connect();
    let placed: Promise<string[]> | undefined;
    try {
      await client.query('begin');
      await client.query('update receipts set quantity = 300 where id = $1', [id]);
      placed = verdictsOf([of(grace, [product, 200, 2.5, dueOn])]);
      await database.untilWaiting();
      await client.query('commit');
    } finally {
      client.release(true);
    }
    assert.deepEqual(await placed, ['placed']);
  });

  test('leave to statements of the same moment what is there, and refuse the rest', async () => {
    const product = await addProduct(300);
    const all = await Promise.all(Array.from({ length: 8 }, () => verdictsOf([of(grace, [product, 100])])));
    assert.deepEqual(all.flat().sort(), [...Array(5).fill('1 too_many'), ...Array(3).fill('placed')]);
    assert.deepEqual(await stockOf(product), [0]);
  });

  test('round a line of a price with six decimals to cents once, half a cent up', async () => {
    const product = await addProduct(10_000, { price: 0.894045 });
    const lines: TestLine[] = [100, 101, 1000].map((pieces) => [product, pieces, 0.894045]);
    const [placed] = await insert([requestOf(grace, lines)]);
    assert.equal(placed?.verdict, 'placed');
    const { rows } = await database.pool.query(
      'select total_cents from orders where product_id = $1 order by line_no',
      [product],
    );
    // $89.4045, $90.298545 and $894.045.
    assert.deepEqual(
      rows.map((row) => row.total_cents),
      [8940, 9030, 89_405],
    );
  });
});
