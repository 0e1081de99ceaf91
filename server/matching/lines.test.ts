import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MOST_MATCHED } from '#contract/matching/limits.ts';
import { MatchSchema } from '#contract/matching/schema.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const post = (body: unknown, options: object = {}) => shop.call('POST /lines/match', { body, ...options });

async function addProduct(sku: string): Promise<string> {
  const product = {
    ...{ name: `Part ${sku}`, image: '/images/x.webp', shortDetails: 'A part', minOrder: 100 },
    ...{ available: 5000, price: 2, sku },
  };
  return (await shop.call('POST /products', { token: admin.token, body: product })).body.insertedId;
}

describe('POST /lines/match', () => {
  test('answers for each line in order, for everybody alike', async () => {
    const ids = [await addProduct('LN-4148-1'), await addProduct('LN-41481'), await addProduct('LN-7000')];
    const body = { lines: [{ text: '200x LN-7000' }, { mpn: 'LN41481' }, { text: 'zzzz qqqq' }, {}] };
    const answer = await post(body);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    for (const one of answer.body) assert.deepEqual(MatchSchema.parse(one), one);
    assert.deepEqual(
      answer.body.map(({ match }: { match: string }) => match),
      ['exact', 'several', 'none', 'none'],
    );
    assert.deepEqual([answer.body[0].product._id, answer.body[0].total], [ids[2], 400]);
    assert.deepEqual((await post(body, { token: admin.token })).body, answer.body);
    assert.deepEqual((await post(body, { token: 'null' })).body, answer.body);
  });

  test('answers with a product as it is now', async () => {
    const id = await addProduct('GONE-85431');
    const total = async () => (await post({ lines: [{ sku: 'GONE-85431', quantity: 100 }] })).body[0].total;
    assert.equal(await total(), 200);
    await shop.call(`PATCH /products/${id}`, { token: admin.token, body: { price: 3 } });
    assert.equal(await total(), 300);
    await shop.call(`DELETE /products/${id}`, { token: admin.token });
    assert.equal(await total(), undefined);
  });

  test('answers for a part that is known, and tells when it is gone', async () => {
    const id = await addProduct('KNOWN-1');
    const ask = async () => (await post({ lines: [{ productId: id, quantity: 50 }] })).body[0];
    const { match, product, problem } = await ask();
    assert.deepEqual([match, product._id, problem.code], ['exact', id, 'too_few']);
    await shop.call(`DELETE /products/${id}`, { token: admin.token });
    const { match: none, product: nothing, problem: gone } = await ask();
    assert.deepEqual([none, nothing, gone.code], ['none', undefined, 'gone']);
  });

  test('takes 1,000 lines, and answers 413 for more before it looks at them', async () => {
    const lines = (count: number, line: unknown) => ({ lines: Array.from({ length: count }, () => line) });
    const most = await post(lines(MOST_MATCHED, { text: `150 x ${'LN-7000 '.repeat(50)}`, quantity: 100 }));
    assert.deepEqual([most.status, most.body.length], [200, MOST_MATCHED]);
    for (const line of [{ text: 'LN-7000' }, 7, { wrong: 1 }]) {
      const { status, body } = await post(lines(MOST_MATCHED + 1, line));
      assert.deepEqual(
        [status, body.code, body.params],
        [413, 'too_many_entries', { field: 'lines', most: 1000 }],
      );
    }
    const tooLarge = await post(lines(2, { text: 'x'.repeat(300_000) }));
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'too_large']);
  });

  test('refuses fields that it does not know, and what is not of their kind', async () => {
    const wrong: [body: unknown, field: string, code: string | undefined][] = [
      [{ lines: [{}, { price: 1 }] }, 'lines.1', 'unknown_field'],
      [{ lines: [], more: 1 }, '', 'unknown_field'],
      [{ lines: [{ quantity: 0 }] }, 'lines.0.quantity', 'no_number'],
      [{ lines: [{ quantity: '5' }] }, 'lines.0.quantity', 'no_number'],
      [{ lines: [{ quantity: 1.5 }] }, 'lines.0.quantity', 'whole_pieces'],
      [{ lines: [{ quantity: 3e9 }] }, 'lines.0.quantity', 'too_many'],
      [{ lines: [{ text: 'x'.repeat(501) }] }, 'lines.0.text', 'too_long'],
      [{ lines: [{ sku: 'x'.repeat(101) }] }, 'lines.0.sku', 'too_long'],
      [{ lines: [{ customerRef: 'x'.repeat(201) }] }, 'lines.0.customerRef', 'too_long'],
      [{ lines: [{ mpn: ['x'] }] }, 'lines.0.mpn', undefined],
      [{ lines: [{ productId: 7 }] }, 'lines.0.productId', undefined],
      [{ lines: [{ productId: 'x'.repeat(65) }] }, 'lines.0.productId', 'too_long'],
      [{ lines: {} }, 'lines', undefined],
      [{}, 'lines', undefined],
    ];
    for (const [body, field, code] of wrong) {
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_input'], JSON.stringify(body));
      assert.deepEqual([answer.body.errors[0].field, answer.body.errors[0].code], [field, code]);
    }
    const { body } = await post({ lines: [{ [`<${'x'.repeat(10_000)}>`]: 1 }] });
    assert.ok(!JSON.stringify(body).includes('xx'), 'what was sent is not repeated');
  });

  test('asks the database nothing', async () => {
    const { pool } = shop.database;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table products, categories in access exclusive mode');
      assert.equal((await post({ lines: [{ text: '200x LN-7000' }, { text: 'fan' }] })).status, 200);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('POST /lines/cells', () => {
  const find = (cells: unknown) => shop.call('POST /lines/cells', { body: { cells } });

  test('answers for each cell in order with the parts that it names', async () => {
    const id = await addProduct('CL-7100-X');
    const { status, body } = await find(['cl7100x', '100', 'CL-7100-X tray']);
    assert.equal(status, 200);
    assert.deepEqual(body, [
      { by: 'number', products: [id] },
      { by: 'nothing', products: [] },
      { by: 'within', products: [id] },
    ]);
  });

  test('refuses more cells than may be, and longer ones', async () => {
    const many = await find(Array.from({ length: 1_001 }, () => 'x'));
    assert.deepEqual([many.status, many.body.params], [413, { field: 'cells', most: 1000 }]);
    assert.equal((await find(['x'.repeat(201)])).status, 400);
  });
});

test('matching is rate limited by client, apart from other calls', async () => {
  const limited = await startTestShop({ RATE_LIMITS: 'on' });
  try {
    let refused: Awaited<ReturnType<typeof limited.call>> | undefined;
    for (let tries = 0; !refused && tries < 1000; tries += 1) {
      const answer = await limited.call('POST /lines/match', { body: { lines: [] } });
      if (answer.status !== 200) refused = answer;
    }
    assert.deepEqual([refused?.status, refused?.body.params.what], [429, 'match']);
    assert.ok(Number(refused?.headers.get('retry-after')) >= 1);
    assert.equal((await limited.call('GET /products?limit=1')).status, 200);
  } finally {
    await limited.close();
  }
});

describe('a shop with limits behind a proxy', () => {
  const started = startTestShop({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
  after(async () => (await started).close());
  const ask = async (ip: string, lines: object[]) =>
    (await started).call('POST /lines/match', { body: { lines }, headers: { 'x-forwarded-for': ip } });
  const empty = (count: number) => Array.from({ length: count }, () => ({}));

  test('counts lines, and not requests alone', async () => {
    let asked = 0;
    let status = 200;
    for (; status === 200 && asked < 100; asked += 1) ({ status } = await ask('192.0.2.1', empty(1_000)));
    assert.equal(status, 429);
    // 300 at once, 20 for each, and one more a second.
    assert.ok(asked > 10 && asked < 50, `${asked} requests`);
    assert.equal((await ask('192.0.2.2', empty(1_000))).status, 200);
  });

  test('counts cells of tables, and not requests alone', async () => {
    const cells = Array.from({ length: 1_000 }, () => '');
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    let asked = 0;
    let status = 200;
    for (; status === 200 && asked < 400; asked += 1)
      ({ status } = await (await started).call('POST /lines/cells', { body: { cells }, headers }));
    assert.equal(status, 429);
    // 300 at once, 4 for each, and one more a second.
    assert.ok(asked > 50 && asked < 150, `${asked} requests`);
  });

  test('matches two lists of one client at once, and what others ask, and what is typed', async () => {
    // Each line other ones.
    const letters = (n: number) =>
      Array.from({ length: 60 }, (_, at) => String.fromCharCode(97 + ((n + at * (n % 25)) % 26))).join(' ');
    const hostile = Array.from({ length: 1_000 }, (_, n) => ({ text: `${letters(n)} ${n}` }));
    const many = Array.from({ length: 16 }, (_, n) => ask(`2001:db8::${n}`, hostile));
    await Promise.any(many.map(async (one) => assert.equal((await one).status, 429)));
    const typed = ask('2001:db8::99', [{ text: 'fan' }]);
    assert.deepEqual([(await typed).status, (await ask('192.0.2.3', empty(100))).status], [200, 200]);
    const answers = await Promise.all(many);
    const late = answers.filter(({ status }) => status === 429);
    assert.deepEqual(
      [answers.length - late.length, late[0]!.body.params],
      [2, { what: 'match', seconds: 1 }],
    );
    assert.equal(late[0]!.headers.get('retry-after'), '1');
    assert.equal((await ask('2001:db8::1', empty(21))).status, 200, 'when they are done');
  });
});
