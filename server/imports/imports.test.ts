import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ImportDetail } from '#contract/imports/schema.ts';
import { proveAddressOf } from '../../tests/fixtures/accounts.ts';
import { orderFor, type Person, startTestShop, type TestShop } from '../../tests/testing.ts';

import { applying } from './apply.ts';
import { moveImport } from './queries.ts';
import { takeStep } from './step.ts';

let shop: TestShop;
let admin: Person;
before(async () => {
  shop = await startTestShop();
  admin = await shop.signInAdmin();
});
after(() => shop.close());

/** Uploads a file. */
async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = 'parts.csv',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content]), name);
  const answer = await fetch(`${shop.origin}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

async function preview(
  content: string | Uint8Array<ArrayBuffer>,
  fields?: Record<string, string>,
): Promise<ImportDetail> {
  const { status, body } = await upload(content, fields);
  assert.equal(status, 201, JSON.stringify(body));
  return rowsOf(body._id);
}

async function rowsOf(id: string, query = 'limit=100'): Promise<ImportDetail> {
  const all = [];
  for (const rows of ['new', 'changed', 'same', 'error'])
    all.push((await shop.call(`GET /imports/${id}?rows=${rows}&${query}`, { token: admin.token })).body);
  return { ...all[0], rows: all.flatMap(({ rows }) => rows) };
}

async function apply(id: string) {
  return (await shop.call(`POST /imports/${id}/apply`, { token: admin.token })).body;
}

async function undo(id: string) {
  return (await shop.call(`POST /imports/${id}/undo`, { token: admin.token })).body;
}

let parts = 0;

/** Adds a part. */
async function addPart(fields: object = {}) {
  parts += 1;
  const body = {
    ...{ name: `Part ${parts}`, image: '/images/x.webp', shortDetails: 'A part', minOrder: 100 },
    ...{ available: 1000, price: 5, sku: `T-${parts}` },
    ...fields,
  };
  const { body: answer } = await shop.call('POST /products', { token: admin.token, body });
  assert.ok(answer.insertedId, JSON.stringify(answer));
  return { ...body, _id: answer.insertedId as string };
}

/** The parts on sale with a SKU, as the list answers them. */
async function bySku(sku: string) {
  return (await shop.call('GET /products')).body.filter((one: { sku: string }) => one.sku === sku);
}

async function part(id: string) {
  return (await shop.call(`GET /products/${id}`)).body;
}

describe('the preview', () => {
  test('tells new, changed and same rows, and those with errors, and changes nothing', async () => {
    const known = await addPart();
    const same = await addPart();
    const found = await preview(
      [
        'sku,name,price,counted,shelf',
        `${known.sku},,5.5,900,A1`,
        `${same.sku.toLowerCase()},${same.name},5,,A2`,
        'NEW-1,A new part,2.25,40,A3',
        'NEW-2,,2.25,40,A4',
        `${known.sku},,5.5,900,A5`,
      ].join('\n'),
    );
    assert.equal(found.state, 'ready');
    assert.deepEqual(found.counts, { new: 1, changed: 1, same: 1, error: 2 });
    assert.deepEqual(found.unknown, ['shelf']);
    const changed = found.rows!.find(({ action }) => action === 'changed')!;
    assert.deepEqual(
      [changed.row, changed.sku, changed.changes],
      [
        2,
        known.sku,
        [
          { field: 'price', before: 5, after: 5.5 },
          { field: 'available', before: 1000, after: 900 },
        ],
      ],
    );
    const errors = found.rows!.filter(({ action }) => action === 'error');
    assert.deepEqual(
      errors.map(({ row, errors }) => [row, errors?.map(({ column, message }) => [column, message])]),
      [
        [5, [['name', 'Product name is Required']]],
        [6, [['sku', 'Row 2 has the same SKU']]],
      ],
    );
    assert.deepEqual(
      errors.map(({ productId }) => productId),
      [undefined, known._id],
    );
    assert.equal((await part(known._id)).price, 5);
  });
});

test('a row with a wrong stock is told with its part, and why', async () => {
  const known = await addPart({ available: 3 });
  const { rows } = await preview(`sku;counted;added\n${known.sku};-3;\nNONE-1;;-5`);
  const again = await preview(`sku;added\n${known.sku};-5`);
  assert.deepEqual(
    [...rows!, ...again.rows!].map(({ sku, name, productId, errors }) => [
      ...[sku, name, productId],
      errors!.map(({ column, message }) => [column, message]),
    ]),
    [
      [known.sku, known.name, known._id, [['counted', '-3 is below 0']]],
      [
        ...['NONE-1', undefined, undefined],
        [
          ['sku', 'There is no part with this SKU'],
          ['added', '-5 takes more than the 0 in stock'],
        ],
      ],
      [known.sku, known.name, known._id, [['added', '-5 takes more than the 3 in stock']]],
    ],
  );
});

describe('applying', () => {
  test('writes good rows, and the stock as counted or added', async () => {
    const counted = await addPart();
    const added = await addPart();
    const found = await preview(
      `sku,name,price,counted,added\n${counted.sku},,6,50,\n${added.sku},,,,25\nAPPLY-1,New,3,10,\n,Lost,1,,`,
    );
    const done = await apply(found._id);
    assert.deepEqual([done.state, done.left], ['applied', 0]);
    assert.deepEqual([(await part(counted._id)).price, (await part(counted._id)).available], [6, 50]);
    assert.equal((await part(added._id)).available, 1025);
    const made = await bySku('APPLY-1');
    assert.deepEqual(
      made.map(({ sku, name, price, available, minOrder }: never) => [sku, name, price, available, minOrder]),
      [['APPLY-1', 'New', 3, 10, 100]],
    );
    const { body: log } = await shop.call(`GET /events?product=${added._id}`, { token: admin.token });
    assert.deepEqual(
      log.map(({ kind, stockChange }: never) => [kind, stockChange]),
      [
        ['goods_received', 25],
        ['product_added', 1000],
      ],
    );
  });
});

test('the log names who applied and who undid, not who uploaded', async () => {
  const known = await addPart();
  const found = await preview(`sku,price,counted\n${known.sku},6,900`);
  const [other, third] = [await shop.signUp(), await shop.signUp()];
  for (const { email } of [other, third]) {
    await proveAddressOf(shop.database.pool, email);
    await shop.call(`PUT /user/admin/${email}`, { token: admin.token });
  }
  await shop.call(`POST /imports/${found._id}/apply`, { token: other.token });
  await shop.call(`POST /imports/${found._id}/undo`, { token: third.token });
  const { body: events } = await shop.call(`GET /events?product=${known._id}`, { token: admin.token });
  assert.deepEqual(
    events.map(({ kind, who }: never) => [kind, who]),
    [
      ['product_changed', third.email],
      ['stock_counted', other.email],
      ['product_changed', other.email],
      ['product_added', admin.email],
    ],
  );
  const { body: newest } = await shop.call('GET /events?limit=50', { token: admin.token });
  const whole = newest.filter(
    ({ kind }: { kind: string }) => kind === 'import_applied' || kind === 'import_undone',
  );
  assert.deepEqual(
    whole.slice(0, 2).map(({ kind, who }: never) => [kind, who]),
    [
      ['import_undone', third.email],
      ['import_applied', other.email],
    ],
  );
});

test('a product that has changed since the preview is left, and told', async () => {
  const known = await addPart();
  const found = await preview(`sku,price\n${known.sku},6`);
  await shop.call(`PATCH /products/${known._id}`, { token: admin.token, body: { price: 7 } });
  assert.equal((await apply(found._id)).left, 1);
  const { body } = await shop.call(`GET /imports/${found._id}?rows=left`, { token: admin.token });
  assert.deepEqual(body.rows[0].left, { why: 'changed', fields: ['price'] });
  assert.equal((await part(known._id)).price, 7);
});

test('stock for which the shelf has no room beside what orders have is left, and so when it is undone', async () => {
  const [counted, added, alone, restored] = [
    await addPart(),
    await addPart(),
    await addPart(),
    await addPart(),
  ];
  const buyer = await shop.signUp();
  const order = async ({ _id }: { _id: string }) => {
    const body = orderFor(await part(_id), buyer);
    assert.equal((await shop.call('POST /orders', { token: buyer.token, body })).status, 201);
  };
  const set = ({ _id }: { _id: string }, available: number) =>
    shop.call(`PATCH /products/${_id}`, { token: admin.token, body: { available } });
  const leftOf = async (id: string, which: string) => {
    const { body } = await shop.call(`GET /imports/${id}?rows=${which}`, { token: admin.token });
    return body.rows.map(({ sku, left }: { sku: string; left: object }) => [sku, left]);
  };
  await set(restored, 1_000_000_000);
  await order(counted);
  await order(added);
  const found = await preview(
    `sku,counted,added\n${counted.sku},1000000000,\n${added.sku},,999999100\n${alone.sku},1000000000,\n${restored.sku},200,`,
  );
  assert.equal((await apply(found._id)).left, 1);
  assert.deepEqual(await leftOf(found._id, 'left'), [[added.sku, { why: 'invalid', fields: ['available'] }]]);
  const stock = await Promise.all(
    [counted, added, alone].map(async ({ _id }) => (await part(_id)).available),
  );
  assert.deepEqual(stock, [999_999_900, 900, 1_000_000_000]);
  await order(restored);
  await set(restored, 200);
  await undo(found._id);
  assert.deepEqual(await leftOf(found._id, 'kept'), [
    [restored.sku, { why: 'changed', fields: ['available'] }],
  ]);
  assert.equal((await part(restored._id)).available, 200);
});

test('an import that was cut off goes on where it was, and adds nothing twice', async () => {
  const known = [await addPart(), await addPart(), await addPart()];
  const found = await preview(`sku,added\n${known.map(({ sku }) => `${sku},10`).join('\n')}`);
  const { db } = shop.database;
  await moveImport(db, found._id, 'ready', 'applying', admin.email);
  await takeStep(db, applying, found._id, 2);
  await shop.runJobs();
  // The page that was written before is heard of by the catalogue's next poll.
  for (const { _id } of known)
    while ((await part(_id)).available === 1000) await new Promise((resolve) => setImmediate(resolve));
  const stock = await Promise.all(known.map(async ({ _id }) => (await part(_id)).available));
  assert.deepEqual(stock, [1010, 1010, 1010]);
  assert.equal((await rowsOf(found._id)).state, 'applied');
});

describe('substitutes', () => {
  const substitutesOf = async (sku: string) => (await shop.call(`GET /parts/${sku}`)).body.substitutes;

  test('are SKUs with a word, keep their notes, are told by SKU, and are undone', async () => {
    const [one, two] = [await addPart(), await addPart()];
    const known = await addPart({ substitutes: [{ sku: one.sku, kind: 'same', note: 'Another plug' }] });
    const found = await preview(`sku,substitutes\n${known.sku},${two.sku.toLowerCase()}; ${one.sku}:Better`);
    assert.deepEqual(found.rows![0]!.changes, [
      {
        field: 'substitutes',
        before: [{ sku: one.sku, kind: 'same', note: 'Another plug' }],
        after: [
          { sku: two.sku, kind: 'similar' },
          { sku: one.sku, kind: 'better', note: 'Another plug' },
        ],
      },
    ]);
    await apply(found._id);
    assert.deepEqual(await substitutesOf(known.sku), [
      { _id: two._id, kind: 'similar' },
      { _id: one._id, kind: 'better', note: 'Another plug' },
    ]);
    const { body: log } = await shop.call(`GET /events?product=${known._id}&limit=1`, { token: admin.token });
    assert.match(log[0].why, new RegExp(`${one.sku} \\(same\\) → ${two.sku} \\(similar\\)`));
    assert.equal((await undo(found._id)).kept, 0);
    assert.deepEqual(await substitutesOf(known.sku), [{ _id: one._id, kind: 'same', note: 'Another plug' }]);
  });

  test('may be parts that the same file adds, before or after the row', async () => {
    const found = await preview(
      'sku,name,price,substitutes\nMUTUAL-A,A,3,MUTUAL-B:same\nMUTUAL-B,B,3,MUTUAL-A:better',
    );
    assert.deepEqual(found.counts, { new: 2, changed: 0, same: 0, error: 0 });
    assert.equal(found.rows![0]!.productId, undefined);
    assert.equal((await apply(found._id)).left, 0);
    const [[a], [b]] = [await bySku('MUTUAL-A'), await bySku('MUTUAL-B')];
    assert.deepEqual(await substitutesOf('MUTUAL-A'), [{ _id: b._id, kind: 'same' }]);
    assert.deepEqual(await substitutesOf('MUTUAL-B'), [{ _id: a._id, kind: 'better' }]);
    assert.deepEqual((await undo(found._id)).kept, 0);
  });

  test('of the same file are errors of the rows that name them when they are not added themselves', async () => {
    const known = await addPart();
    const found = await preview(
      [
        'sku,name,price,substitutes',
        'LOST-C,C,3,LOST-A',
        'LOST-A,A,3,LOST-B:same',
        `${known.sku},,,lost-b`,
        'LOST-D,D,3,LOST-E',
        'LOST-E,E,3,',
        'LOST-B,B,x,',
      ].join('\n'),
    );
    assert.deepEqual(found.counts, { new: 2, changed: 0, same: 0, error: 4 });
    const wrong = found.rows!.filter(({ action }) => action === 'error');
    assert.deepEqual(
      wrong.map(({ row, errors, changes, productId }) => [
        ...[row, changes, productId],
        errors!.map(({ column, code, params }) => [column, code, params]),
      ]),
      [
        [2, undefined, undefined, [['substitutes', 'import_part_not_added', { part: 'LOST-A' }]]],
        [3, undefined, undefined, [['substitutes', 'import_part_not_added', { part: 'LOST-B' }]]],
        [4, undefined, known._id, [['substitutes', 'import_part_not_added', { part: 'LOST-B' }]]],
        [7, undefined, undefined, [['price', 'import_number', { value: 'x' }]]],
      ],
    );
    const headers = { authorization: `Bearer ${admin.token}`, accept: 'text/csv' };
    const file = await fetch(`${shop.origin}/imports/${found._id}?rows=error`, { headers });
    assert.match(await file.text(), /LOST-A,A,3,LOST-B:same,3,/);
    assert.equal((await apply(found._id)).left, 0);
    assert.deepEqual(await bySku('LOST-A'), []);
  });

  test('of the same file are those that somebody else has added meanwhile; the row is left when there is none', async () => {
    const { token } = admin;
    const found = await preview(
      'sku,name,price,substitutes\nMEAN-B,B,3,\nMEAN-D,D,3,\nMEAN-A,A,3,MEAN-B:same\nMEAN-C,C,3,MEAN-D',
    );
    const [other, gone] = [await addPart({ sku: 'mean-b' }), await addPart({ sku: 'mean-d' })];
    const { db } = shop.database;
    assert.ok(await moveImport(db, found._id, 'ready', 'applying', admin.email));
    await takeStep(db, applying, found._id, 2);
    await shop.call(`DELETE /products/${gone._id}`, { token });
    await shop.runJobs();
    assert.deepEqual(await substitutesOf('MEAN-A'), [{ _id: other._id, kind: 'same' }]);
    const { body } = await shop.call(`GET /imports/${found._id}?rows=left`, { token });
    assert.deepEqual(
      body.rows.map(({ sku, left }: never) => [sku, left]),
      [
        ['MEAN-B', { why: 'sku_taken', fields: ['sku'] }],
        ['MEAN-D', { why: 'sku_taken', fields: ['sku'] }],
        ['MEAN-C', { why: 'changed', fields: ['substitutes'] }],
      ],
    );
  });

  test('are errors of their rows when they cannot be', async () => {
    const [known, other] = [await addPart(), await addPart()];
    const cells = ['nothing-like-it', `${other.sku}:worse`, `${other.sku}:same:x`, known.sku];
    const codes = [];
    for (const cell of [...cells, `${other.sku};${other.sku}`]) {
      const { rows } = await preview(`sku,Alternatives\n${known.sku},${cell}`);
      codes.push(...rows!.flatMap(({ errors = [] }) => errors.map(({ column, code }) => [column, code])));
    }
    const fresh = await preview('sku,name,price,substitutes\nOWN-1,Own,3,own-1');
    codes.push(...fresh.rows!.flatMap(({ told = [] }) => told.map(({ code }) => ['', code])));
    assert.deepEqual(codes, [
      ...['no_such_part', 'substitute_kind', 'import_parts', 'own_substitute', 'same_substitute'].map(
        (code) => ['Alternatives', code],
      ),
      ['', 'own_substitute'],
    ]);
  });
});

describe('undoing', () => {
  test('restores what nobody has changed since, and says what it left', async () => {
    const [one, two, three] = [await addPart(), await addPart(), await addPart()];
    const found = await preview(
      `sku,name,price,counted\n${one.sku},One,6,50\n${two.sku},Two,6,5000\n${three.sku},,6,\nZQXW-TAKEN,New,3,1000\nKLMP-ORDERED,New,3,1000`,
    );
    await apply(found._id);
    await shop.call(`PATCH /products/${one._id}`, { token: admin.token, body: { price: 7 } });
    const buyer = await shop.signUp();
    const order = await shop.call('POST /orders', {
      token: buyer.token,
      body: orderFor(await part(two._id), buyer),
    });
    assert.equal(order.status, 201);
    const [made] = await bySku('KLMP-ORDERED');
    await shop.call('POST /orders', { token: buyer.token, body: orderFor(made, buyer) });
    const done = await undo(found._id);
    assert.deepEqual([done.state, done.kept], ['undone', 2]);
    const left = await shop.call(`GET /imports/${found._id}?rows=kept`, { token: admin.token });
    assert.deepEqual(
      left.body.rows.map(({ sku, result, left }: never) => [sku, result, left]),
      [
        [one.sku, 'partly', { why: 'changed', fields: ['price'] }],
        ['KLMP-ORDERED', 'kept', { why: 'ordered', fields: [] }],
      ],
    );
    const now = await Promise.all([one, two, three].map(({ _id }) => part(_id)));
    assert.deepEqual(
      now.map(({ name, price, available }) => [name, price, available]),
      [
        [one.name, 7, 1000],
        [two.name, 5, 900],
        [three.name, 5, 1000],
      ],
    );
    assert.deepEqual(await bySku('ZQXW-TAKEN'), []);
  });
});

describe('the export', () => {
  const HOSTILE = [
    ...['=1+1', "'=1+1", "''=x", '+49 30', '@SUM(A1)', '-5', ' a', 'a;=b', 'a,-b', 'semi;colon', 'tab\there'],
    ...[
      'say "hi"',
      'two\nlines',
      'two\r\nlines',
      'a\rb',
      '007',
      '1e5',
      '_x0041_',
      'x\u0001y',
      '<&>',
      'ÄÖ€😀',
      "'",
    ],
  ];

  async function exported(query: string): Promise<Uint8Array<ArrayBuffer>> {
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${shop.origin}/products/export?${query}`, { headers });
    assert.equal(answer.status, 200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  for (const format of ['csv', 'xlsx'])
    test(`in ${format} imports again without a change, whatever the texts are`, async () => {
      await shop.call('PUT /categories/hostile', {
        token: admin.token,
        body: {
          name: 'Hostile',
          attributes: [
            { key: 'weight', name: 'Weight', kind: 'number', unit: 'kg' },
            { key: 'text', name: 'Text', kind: 'text' },
            { key: 'ecc', name: 'ECC', kind: 'yesno' },
          ],
        },
      });
      for (const [n, text] of HOSTILE.entries())
        await addPart({
          ...{
            name: `x${text}`,
            shortDetails: text,
            maker: text,
            sku: `00${format}${n}.0`,
            mpn: `000${n}.10`,
          },
          ...{ category: 'hostile', attributes: { weight: 1e-7, text, ecc: n % 2 === 0 }, multiple: 3 },
          ...{ price: 12.34, priceBreaks: [{ from: 501, price: 10.000001 }] },
          ...{ package: { name: text, pieces: 7 }, leadDays: 0, lifecycle: 'last_buy', weightGrams: 0.5 },
          moreImages: ['https://example.com/a,b;c.png', '/images/x.webp'],
        });
      const { counts, size, unknown, rows } = await preview(await exported(`format=${format}`));
      assert.deepEqual(rows!.find(({ errors }) => errors)?.errors, undefined);
      assert.deepEqual(unknown, []);
      assert.deepEqual(counts, { new: 0, changed: 0, same: size, error: 0 });
      assert.ok(size > HOSTILE.length + 20);
    });

  test('names substitutes by their SKUs, and leaves out those that are not on sale any more', async () => {
    const { token } = admin;
    const [same, gone] = [await addPart(), await addPart()];
    const substitutes = [
      { sku: gone.sku, kind: 'better' },
      { sku: same.sku, kind: 'same', note: 'Fits; mind the plug' },
    ];
    const { _id } = await addPart({ name: 'Zyxt Substituted', substitutes });
    await shop.call(`DELETE /products/${gone._id}`, { token });
    const file = await exported('q=zyxt');
    assert.match(new TextDecoder().decode(file), new RegExp(`,${same.sku}:same\r`));
    assert.deepEqual((await preview(file)).counts, { new: 0, changed: 0, same: 1, error: 0 });
    assert.equal((await part(_id)).substitutes[0].note, 'Fits; mind the plug');
  });

  test('is narrowed as the list is, and refuses what the list refuses', async () => {
    const text = new TextDecoder().decode(await exported('category=hostile&f.ecc=yes'));
    assert.equal(text.match(/hostile,12\.34/g)?.length, HOSTILE.length);
    const wrong = await shop.call('GET /products/export?price=x', { token: admin.token });
    assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'price']);
  });
});

test('marks that turn the direction of text are left out of headers, cells and the name of the file', async () => {
  const { body } = await upload(
    '\u202asku\u202c,name,price\nTURN-1,\u202eOne\u202c,5\n',
    {},
    '\u202efdp.parts.csv',
  );
  const { rows, ...told } = await rowsOf(body._id);
  assert.deepEqual([told.name, told.columns[0]], ['fdp.parts.csv', { column: 'sku', field: 'sku' }]);
  const name = rows![0]!.changes!.find(({ field }) => field === 'name');
  assert.equal(name!.after, 'One');
});
