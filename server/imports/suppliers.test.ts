import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Category } from '#contract/categories/schema.ts';
import type { ImportDetail, ImportRow } from '#contract/imports/schema.ts';
import { type Person, startTestShop, type TestShop } from '../../tests/testing.ts';

let shop: TestShop;
let admin: Person;
before(async () => {
  shop = await startTestShop();
  admin = await shop.signInAdmin();
  const attributes = [
    { key: 'size', name: 'Size', kind: 'text' },
    { key: 'type', name: 'Type', kind: 'text' },
    { key: 'length', name: 'Length', kind: 'number', unit: 'mm' },
  ];
  await put('server', { name: 'Server', attributes: [] });
  await put('fans-of-servers', { name: 'Fans of servers', parent: 'server', attributes });
});
after(() => shop.close());

const put = (slug: string, body: object) =>
  shop.call(`PUT /categories/${slug}`, { token: admin.token, body });

async function send(content: string | Uint8Array<ArrayBuffer>, fields: Record<string, unknown> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('file', new Blob([content]), 'parts.csv');
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(`${shop.origin}/imports`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

/** Sends a file of a supplier, and reads what its rows do. */
async function read(name: string, fields: Record<string, unknown> = {}, change = (text: string) => text) {
  const text = await readFile(new URL(`cases/${name}`, import.meta.url), 'utf8');
  return readText(change(text), fields);
}

async function readText(content: string | Uint8Array<ArrayBuffer>, fields: Record<string, unknown> = {}) {
  const { status, body } = await send(content, fields);
  assert.equal(status, 201, JSON.stringify(body));
  const rows: ImportRow[] = [];
  for (const which of ['new', 'changed', 'same', 'error']) {
    for (let after = 0, length = 100; length === 100; ) {
      const query = `rows=${which}&limit=100&after=${after}`;
      const { body: page } = await shop.call(`GET /imports/${body._id}?${query}`, { token: admin.token });
      rows.push(...page.rows);
      length = page.rows.length;
      after = rows.at(-1)?.row ?? 0;
    }
  }
  return { ...(body as ImportDetail), rows: rows.sort((a, b) => a.row - b.row) };
}

const said = (row: ImportRow | undefined, field: string) =>
  row?.changes?.find((one) => one.field === field)?.after;
const asksOf = ({ asks = [] }: ImportDetail) =>
  asks.map(({ kind, columns, examples }) => [kind, columns.join(), examples.join()]);
const apply = async (id: string) =>
  (await shop.call(`POST /imports/${id}/apply`, { token: admin.token })).body as ImportDetail;

async function addPart(fields: object) {
  const body = {
    ...{ name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100, available: 1000 },
    ...{ price: 5, ...fields },
  };
  const { body: answer } = await shop.call('POST /products', { token: admin.token, body });
  assert.ok(answer.insertedId, JSON.stringify(answer));
  return answer.insertedId as string;
}
const partOf = async (id: string) => (await shop.call(`GET /products/${id}`)).body;

describe('numbers', () => {
  test('with thousands in a tab file are asked about once a file, and nothing is applied', async () => {
    await addPart({ sku: 'AG01-0001', price: 21 });
    const found = await read('tab-thousands.txt');
    assert.deepEqual(asksOf(found), [['decimal', 'price,counted', '1.250,1.000']]);
    assert.deepEqual(found.asksDecimal, { row: 2, column: 'price', value: '1.250' });
    assert.deepEqual(found.counts, { new: 0, changed: 0, same: 0, error: 1 });
    const answered = await read('tab-thousands.txt', { decimal: ',' });
    assert.equal(said(answered.rows[0], 'price'), 1250);
    assert.deepEqual(answered.asks, undefined);
  });

  test('beside the shop’s currency are read, beside another one they hold the row back by name', async () => {
    const found = await readText(
      'sku,name,price\nCUR-1,One,$12.50\nCUR-2,Two,12.50 USD\nCUR-3,Three,€ 12.50\nCUR-4,Four,12.50 GBP\n',
    );
    assert.deepEqual(
      found.rows.map((row) => said(row, 'price') ?? row.errors?.map(({ message }) => message).join()),
      [
        ...[12.5, 12.5],
        '€ 12.50 is in EUR. The shop’s prices are in USD',
        '12.50 GBP is in GBP. The shop’s prices are in USD',
      ],
    );
    const noted = await readText('Prices in EUR,,\nsku,name,Price\nCUR-6,Six,12.50\n');
    assert.deepEqual(asksOf(noted), [['currency', 'Price', 'EUR,Prices in EUR']]);
    const column = await readText('sku,name,Price (EUR)\nCUR-5,Five,12.50\n');
    assert.deepEqual(asksOf(column), [['currency', 'Price (EUR)', 'EUR']]);
  });

  test('of weight and length without a unit are asked about, and read in the one that is said', async () => {
    const found = await read('weight-in-kg.csv');
    assert.deepEqual(asksOf(found), [['unit', 'Weight', '0.5']]);
    assert.deepEqual([found.rows[0]!.action, said(found.rows[0], 'weightGrams')], ['new', undefined]);
    const answered = await read('weight-in-kg.csv', { units: { Weight: 'kg' } });
    assert.equal(said(answered.rows[0], 'weightGrams'), 500);
    const headed = await read('weight-in-kg.csv', {}, (text) => text.replace('Weight', 'Weight (kg)'));
    assert.equal(said(headed.rows[0], 'weightGrams'), 500);
    const beside = await read('weight-in-kg.csv', {}, (text) => text.replace('0.5', '0.5 kg'));
    assert.deepEqual([said(beside.rows[0], 'weightGrams'), beside.asks], [500, undefined]);
    const long = await readText('sku,name,price,category,Length\nLEN-1,Fan,5,fans-of-servers,2\n');
    assert.deepEqual(asksOf(long), [['unit', 'Length', '2']]);
    const inMetres = await readText('sku,name,price,category,Length (m)\nLEN-1,Fan,5,fans-of-servers,2\n');
    assert.deepEqual(said(inMetres.rows[0], 'attributes'), { length: 2000 });
  });
});

describe('columns', () => {
  test('of which two stand for one field are a question, answered by the mapping', async () => {
    const name = 'woocommerce-two-descriptions.csv';
    const found = await read(name);
    assert.deepEqual(asksOf(found), [['field', 'Short description,Description', '']]);
    assert.deepEqual(found.counts.new, 1);
    const mapping = { 'Short description': 'details', Description: null };
    const answered = await read(name, { mapping });
    assert.deepEqual([said(answered.rows[0], 'shortDetails'), answered.asks], ['Short text', undefined]);
    const next = await read(name, { remembered: 'true' });
    assert.deepEqual([said(next.rows[0], 'shortDetails'), next.asks], ['Short text', undefined]);
  });

  test('of attributes that the category does not have are told once, and rows come in without', async () => {
    const found = await read('attribute-of-another-category.csv');
    assert.deepEqual(asksOf(found), [
      ['attribute', 'size', '2 m'],
      ['attribute', 'type', 'cable'],
    ]);
    assert.deepEqual(found.counts, { new: 1, changed: 0, same: 0, error: 0 });
  });

  test('are found below a title, where they are said to be, and in a file without headers', async () => {
    const found = await read('title-row-above-headers.csv');
    assert.deepEqual([found.headerRow, found.counts.new, found.rows[0]!.row], [2, 1, 3]);
    const named = await readText('x,price\ny,z\nnumber,name,price\nTTL-2,Part,5', {
      headerRow: '3',
      mapping: { number: 'sku' },
    });
    assert.deepEqual([named.headerRow, said(named.rows[0], 'price')], [3, 5]);
    const bare = await readText('TTL-3,Part,5\nTTL-4,Part,6', {
      headerRow: '0',
      mapping: { A: 'sku', B: 'name', C: 'price' },
    });
    assert.deepEqual([bare.headerRow, bare.counts.new], [0, 2]);
  });

  test('of stock that do not say which are asked about', async () => {
    await addPart({ sku: 'QTY-1' });
    const found = await readText('sku,price,Qty\nQTY-1,6,4\n');
    assert.deepEqual(asksOf(found), [['field', 'Qty', '']]);
    assert.deepEqual(found.unknown, ['Qty']);
    assert.deepEqual(
      found.rows[0]!.changes!.map(({ field }) => field),
      ['price'],
    );
  });
});

describe('exports of other shops', () => {
  test('WooCommerce: several picture addresses are several pictures', async () => {
    const found = await read('image-list-woocommerce.csv', { mapping: { Images: 'image' } });
    const [row] = found.rows;
    assert.deepEqual(
      [said(row, 'image'), said(row, 'moreImages')],
      ['https://images.example/1.jpg', ['https://images.example/2.jpg']],
    );
  });

  test('Shopify: HTML is text, variants have the facts of their product, pictures are joined, drafts are not added', async () => {
    const mapped = await read('html-description-shopify.csv', {
      mapping: { 'Body (HTML)': 'details', 'Variant Price': 'price' },
    });
    assert.equal(said(mapped.rows[0], 'shortDetails'), 'Quiet.\nTwo ball bearings & PWM.');
    const found = await read('shopify.csv');
    const [first, second, draft] = found.rows;
    assert.deepEqual(
      ['name', 'price', 'weightGrams', 'maker', 'moreImages'].map((field) => said(first, field)),
      ['Rack fan', 19.9, 240, 'Example', ['https://images.example/2.jpg']],
    );
    assert.deepEqual([said(second, 'name'), said(second, 'price')], ['Rack fan', 24.9]);
    assert.deepEqual([draft!.action, draft!.told?.map(({ code }) => code)], ['same', ['import_unpublished']]);
    assert.deepEqual(asksOf(found), [
      ['field', 'Variant Inventory Qty', ''],
      ['value', 'Type', 'Fans'],
    ]);
  });

  test('Shopify: what is not published does not go on sale, whatever its state is', async () => {
    const found = await read('shopify.csv', {}, (text) => text.replaceAll('TRUE', 'FALSE'));
    assert.deepEqual([found.counts, found.told], [{ new: 0, changed: 0, same: 3, error: 0 }, 3]);
    const older = await read('shopify.csv', {}, (text) =>
      text.replaceAll('TRUE', 'FALSE').replace(',Status', ',Other'),
    );
    assert.deepEqual(older.counts.same, 3);
  });

  test('PrestaShop, Magento and Odoo', async () => {
    const presta = await read('prestashop.csv');
    assert.deepEqual(asksOf(presta), [
      ['field', 'Quantity', ''],
      ['unit', 'Weight', '1,2'],
    ]);
    const answered = await read('prestashop.csv', {
      ...{ units: { Weight: 'kg' }, mapping: { Quantity: null } },
    });
    assert.deepEqual(
      ['category', 'shortDetails', 'weightGrams', 'moreImages'].map((field) => said(answered.rows[0], field)),
      ['server', 'Fits all', 1200, ['https://images.example/2.jpg']],
    );
    const magento = await read('magento.csv');
    assert.deepEqual(
      magento.rows.map((row) => [said(row, 'weightGrams'), said(row, 'category'), row.told?.[0]?.code]),
      [
        [1200, 'server', undefined],
        [undefined, undefined, 'import_unpublished'],
      ],
    );
    const odoo = await read('odoo.csv', { units: { Weight: 'kg' } });
    assert.deepEqual(
      ['sku', 'price', 'weightGrams'].map((field) => said(odoo.rows[0], field)),
      ['ODO-1', 45.5, 1200],
    );
  });

  test('a German price list with a title, commas and euros', async () => {
    const found = await read('german.csv');
    assert.deepEqual(found.headerRow, 3);
    const [euros, dollars] = found.rows;
    assert.equal(euros!.errors?.[0]?.code, 'import_currency');
    assert.deepEqual(
      ['name', 'maker', 'price', 'weightGrams'].map((field) => said(dollars, field)),
      ['Lüfter 140 mm', 'Beispiel', 14.5, 300],
    );
  });

  test('Google Merchant and BMEcat as XML', async () => {
    const google = await read('google-merchant-feed.xml');
    assert.deepEqual(
      ['sku', 'name', 'price'].map((field) => said(google.rows[0], field)),
      ['GMC-1', 'Charger 90 W', 12.5],
    );
    const bmecat = await read('bmecat.xml');
    const [row, other] = bmecat.rows;
    assert.deepEqual(
      ['sku', 'name', 'shortDetails', 'maker', 'price'].map((field) => said(row, field)),
      ['BME-1', 'Rail kit & screws', 'Fits all', 'Example', 45.5],
    );
    assert.equal(other!.errors?.[0]?.code, 'import_currency');
    const hostile =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><item>&x;</item></a>';
    assert.deepEqual((await send(hostile)).body.code, 'broken_file');
  });
});

describe('Google Merchant, to the end of the import', () => {
  const GTINS = ['', '4006381333115', '4006381333122', '4006381333139', '4006381333146'];
  const facts = (n: number): [name: string, value: string][] => [
    ['id', `GMC-1${n}`],
    ['title', `Charger ${n}0 W`],
    ['description', 'Charges <b>phones</b>'],
    ['link', 'https://shop.example/charger'],
    ['image_link', 'https://shop.example/charger.jpg'],
    ['additional_image_link', 'https://shop.example/charger-back.jpg'],
    ['availability', 'in_stock'],
    ['price', `${n}2.50 USD`],
    ['brand', 'Example'],
    ['mpn', `CH-${n}`],
    ['gtin', GTINS[n]!],
    ['condition', 'new'],
    ['google_product_category', '505295'],
    ['product_type', 'Server > Fans of servers'],
  ];
  const tabs = [1, 2].map((n) =>
    facts(n)
      .map(([, value]) => value)
      .join('\t'),
  );
  const items = [3, 4].map((n) =>
    facts(n)
      .map(
        ([name, value]) => `<g:${name}>${value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</g:${name}>`,
      )
      .join(''),
  );
  const files: [what: string, first: number, file: string][] = [
    [
      'TSV',
      1,
      [
        facts(1)
          .map(([name]) => name)
          .join('\t'),
        ...tabs,
      ].join('\n'),
    ],
    [
      'XML',
      3,
      `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items
        .map((item) => `<item>${item}</item>`)
        .join('')}</channel></rss>`,
    ],
  ];
  for (const [what, first, file] of files)
    test(what, async () => {
      const found = await readText(file);
      assert.deepEqual([found.counts, found.asks], [{ new: 2, changed: 0, same: 0, error: 0 }, undefined]);
      assert.equal((await apply(found._id)).state, 'applied');
      for (const n of [first, first + 1]) {
        const { body: part } = await shop.call(`GET /parts/GMC-1${n}`);
        const { name, shortDetails, price, maker, mpn, ean, category, images } = part;
        assert.deepEqual(
          { name, shortDetails, price, maker, mpn, ean, category: category?.slug, images },
          {
            ...{
              name: `Charger ${n}0 W`,
              shortDetails: 'Charges phones',
              price: n * 10 + 2.5,
              maker: 'Example',
            },
            ...{ mpn: `CH-${n}`, ean: GTINS[n], category: 'fans-of-servers' },
            images: ['https://shop.example/charger.jpg', 'https://shop.example/charger-back.jpg'],
          },
        );
      }
    });
});

describe('values', () => {
  test('of categories are paths of names, or are asked about once a value and then known', async () => {
    const file = 'sku,name,price,category\nVAL-1,A,5,Server > Fans of servers\nVAL-2,B,5,Ventilation\n';
    const found = await readText(file);
    assert.deepEqual(
      found.rows.map((row) => [row.action, said(row, 'category')]),
      [
        ['new', 'fans-of-servers'],
        ['new', undefined],
      ],
    );
    assert.deepEqual(asksOf(found), [['value', 'category', 'Ventilation']]);
    const answered = await readText(file, { values: { category: { Ventilation: 'fans-of-servers' } } });
    assert.deepEqual([said(answered.rows[1], 'category'), answered.asks], ['fans-of-servers', undefined]);
    const next = await readText(file, { remembered: 'true' });
    assert.equal(next.asks, undefined);
  });

  test('of categories that the shop has not are made with the import, and its undo removes those that nothing else uses', async () => {
    const { token } = admin;
    const file =
      'sku,name,price,category\nMAKE-1,A,5,Home > Server > Rails & Kits\nMAKE-2,B,5,Fiber\nMAKE-3,C,5,Fiber > LC\n';
    const asked = await readText(file);
    const categories = asked.asks![0]!.examples;
    assert.deepEqual(categories, ['Home > Server > Rails & Kits', 'Fiber', 'Fiber > LC']);
    const found = await readText(file, { categories: [...categories, 'Unused'] });
    assert.deepEqual(found.newCategories, [
      { slug: 'rails-kits', name: 'Rails & Kits', parent: 'server' },
      { slug: 'fiber', name: 'Fiber' },
      { slug: 'lc', name: 'LC', parent: 'fiber' },
      { slug: 'unused', name: 'Unused' },
    ]);
    assert.equal(found.asks, undefined);
    const known = async () => {
      const all: Category[] = (await shop.call('GET /categories')).body;
      return all.flatMap(({ slug, parent = '' }) =>
        found.newCategories!.some((one) => one.slug === slug) ? [`${parent}/${slug}`] : [],
      );
    };
    assert.deepEqual(await known(), []);
    assert.equal((await apply(found._id)).left, 0);
    assert.deepEqual(await known(), ['/fiber', 'fiber/lc', 'server/rails-kits']);
    assert.equal((await shop.call('GET /parts/MAKE-3')).body.category.slug, 'lc');

    await addPart({ sku: 'MAKE-4', category: 'fiber' });
    const { body: undone } = await shop.call(`POST /imports/${found._id}/undo`, { token });
    assert.deepEqual([undone.state, undone.kept], ['undone', 0]);
    assert.deepEqual(await known(), ['/fiber']);
  });

  test('of categories that no category can be called are refused', async () => {
    for (const path of ['', 'A > ', 'x'.repeat(61)]) {
      const { status, body } = await send('sku\nA\n', { categories: [path] });
      assert.deepEqual([status, body.errors?.[0]?.code], [400, 'import_categories']);
    }
  });
});

test('a bad cell is told, and its row comes in; nothing known is no fault', async () => {
  const found = await read('zero-weight-and-odd-ean.csv');
  assert.deepEqual(found.counts, { new: 3, changed: 0, same: 0, error: 0 });
  assert.deepEqual(
    found.rows.map(({ told }) => told?.map(({ column }) => column)),
    [undefined, undefined, ['ean']],
  );
  assert.equal(found.told, 1);
  const { body } = await shop.call(`GET /imports/${found._id}?rows=told`, { token: admin.token });
  assert.deepEqual(
    body.rows.map(({ sku }: ImportRow) => sku),
    ['ZER-3'],
  );
});

describe('modes', () => {
  test('a SKU of other signs, and the EAN of another part, are asked about before a part is added', async () => {
    await addPart({ sku: 'LIKE-120', ean: '4006381333931' });
    const file = 'sku,name,price,ean\nLIKE 120,Fan,5,\nOTHER-1,Fan,5,4006381333931\nOTHER-2,Fan,5,\n';
    const found = await readText(file);
    assert.deepEqual(
      found.rows.map(({ action, errors }) => [action, errors?.map(({ code }) => code).join()]),
      [
        ...[
          ['error', 'import_alike'],
          ['error', 'import_alike'],
        ],
        ['new', undefined],
      ],
    );
    assert.deepEqual(
      found.asks?.map(({ kind, field, examples, choices }) => [kind, field, examples, choices]),
      [['value', 'sku', ['LIKE 120', 'OTHER-1'], ['LIKE-120']]],
    );
    // They may be the parts that the file does not have.
    const whole = await readText(file, { absent: 'out_of_stock', mode: 'change' });
    assert.equal(whole.asks?.find(({ kind }) => kind === 'absent')?.rows, 2);
    const values = { sku: { 'LIKE 120': 'LIKE-120', 'OTHER-1': 'OTHER-1' } };
    const answered = await readText(file, { values });
    assert.deepEqual(
      answered.rows.map(({ action }) => action),
      ['changed', 'new', 'new'],
    );
  });

  test('a new row with the EAN or the number of another new one is asked about, until it is said what it is', async () => {
    const file =
      'sku,name,price,ean,mpn\nTWIN-1,Fan,5,4006381333948,\nTWIN-2,Fan,6,4006381333948,\nTWIN 1,Fan,7,,\nTWIN-3,Fan,5,,TW9-1\nTW91,Fan,5,,\n';
    const found = await readText(file);
    assert.deepEqual(
      found.rows.map(({ action, errors }) => [action, errors?.map(({ message }) => message.split(' ')[0])]),
      [
        ...[
          ['new', undefined],
          ['error', ['TWIN-1']],
          ['error', ['TWIN-1']],
        ],
        ...[
          ['new', undefined],
          ['error', ['TWIN-3']],
        ],
      ],
    );
    const values = { sku: { 'TWIN-2': 'TWIN-2', 'TWIN 1': 'TWIN-1', TW91: 'TW91' } };
    const answered = await readText(file, { values });
    assert.deepEqual(
      answered.rows.map(({ action }) => action),
      ['error', 'new', 'error', 'new', 'new'],
    );
  });

  test('an unknown SKU that says nothing of a new part, or where parts are changed alone, is told as that', async () => {
    const { body } = await shop.call('POST /imports', {
      token: admin.token,
      body: { rows: [{ sku: 'NOT-THERE-1', counted: 5 }] },
    });
    const { body: found } = await shop.call(`GET /imports/${body._id}?rows=error`, { token: admin.token });
    assert.deepEqual(
      found.rows[0].errors.map(({ message }: { message: string }) => message),
      ['There is no part with this SKU'],
    );
    const file = 'sku,name,price\nNOT-THERE-2,New,5\n';
    assert.equal((await readText(file)).counts.new, 1);
    const changing = await readText(file, { mode: 'change' });
    assert.deepEqual(
      changing.rows[0]!.errors?.map(({ code }) => code),
      ['import_unknown_sku'],
    );
  });

  test('parts that a file of all parts does not have are out of stock, until that is undone', async () => {
    const [here, gone] = [await addPart({ sku: 'ALL-1' }), await addPart({ sku: 'ALL-2' })];
    const found = await readText('sku,price\nALL-1,6\n', { absent: 'out_of_stock' });
    const row = found.rows.find(({ sku }) => sku === 'ALL-2')!;
    assert.deepEqual(
      [row.stock, row.changes],
      [{ kind: 'absent' }, [{ field: 'available', before: 1000, after: 0 }]],
    );
    const onSale = async () => [(await partOf(here)).available, (await partOf(gone)).available];
    assert.equal((await apply(found._id)).left, 0);
    assert.deepEqual(await onSale(), [1000, 0]);
    await shop.call(`POST /imports/${found._id}/undo`, { token: admin.token });
    assert.deepEqual(await onSale(), [1000, 1000]);
  });
});

describe('a file of all parts', () => {
  test('leaves a part of which pieces came after the preview', async () => {
    const id = await addPart({ sku: 'CAME-1', available: 80 });
    const found = await readText('sku,price\nALL-1,6\n', { absent: 'out_of_stock' });
    const received = { kind: 'received', quantity: 500 };
    const { status } = await shop.call(`POST /products/${id}/stock`, { token: admin.token, body: received });
    assert.equal(status, 201);
    await apply(found._id);
    assert.equal((await partOf(id)).available, 580);
    const { body } = await shop.call(`GET /imports/${found._id}?rows=left`, { token: admin.token });
    assert.deepEqual(
      body.rows.map(({ sku, left }: ImportRow) => [sku, left]),
      [['CAME-1', { why: 'changed', fields: ['available'] }]],
    );
    await shop.call(`POST /imports/${found._id}/undo`, { token: admin.token });
  });

  test('takes no part for absent while the SKU of a row is not known, or a row is not read', async () => {
    await addPart({ sku: 'LOST-1' });
    const found = await readText('sku,price\nALL-1,6\nLOST*1,5\n', { absent: 'out_of_stock' });
    assert.deepEqual([found.counts.changed, found.rows.some(({ stock }) => stock)], [1, false]);
    assert.deepEqual(
      found.asks?.map(({ kind, rows, row }) => [kind, rows, row]),
      [['absent', 1, 3]],
    );
    const nested = '<product><sku>ALL-1</sku><price>6</price><item><sku>LOST-1</sku></item></product>';
    const feed = await readText(`<?xml version="1.0"?><products>${nested}</products>`, {
      absent: 'out_of_stock',
    });
    assert.deepEqual(
      [feed.counts.changed, feed.asks?.map(({ kind, rows }) => [kind, rows])],
      [1, [['absent', 1]]],
    );
  });
});

describe('an export that comes back', () => {
  async function exported(query: string) {
    const headers = { authorization: `Bearer ${admin.token}` };
    return (await fetch(`${shop.origin}/products/export?${query}`, { headers })).text();
  }
  const patch = (id: string, body: object) =>
    shop.call(`PATCH /products/${id}`, { token: admin.token, body });

  test('writes the cells that somebody has edited, and nothing else that has changed in the shop since', async () => {
    const id = await addPart({ sku: 'BACK-1', name: 'Zyxback part', maker: 'One' });
    const file = await exported('q=zyxback');
    await patch(id, { maker: 'Two' });
    await shop.call(`POST /products/${id}/stock`, {
      token: admin.token,
      body: { kind: 'damaged', quantity: 200, why: 'Wet' },
    });
    assert.deepEqual((await readText(file)).counts, { new: 0, changed: 0, same: 1, error: 0 });
    const found = await readText(file.replace(',5,', ',6,'));
    assert.deepEqual(found.rows[0]!.changes, [{ field: 'price', before: 5, after: 6 }]);
    await apply(found._id);
    const { price, maker, available } = await partOf(id);
    assert.deepEqual([price, maker, available], [6, 'Two', 800]);
  });

  test('asks about a cell that was changed on both sides, and writes the one that counts', async () => {
    const id = await addPart({ sku: 'BOTH-1', name: 'Zyxboth part' });
    const file = (await exported('q=zyxboth')).replace(',5,', ',6,').replace('A part', 'A good part');
    await patch(id, { price: 7 });
    const found = await readText(file);
    assert.deepEqual(asksOf(found), [['both', 'price', '']]);
    assert.deepEqual(
      [found.rows[0]!.changes?.map(({ field }) => field), found.rows[0]!.told?.map(({ code }) => code)],
      [['shortDetails'], ['import_both_changed']],
    );
    const mine = await readText(file, { both: 'file' });
    assert.equal(said(mine.rows[0], 'price'), 6);
    const theirs = await readText(file, { both: 'shop' });
    assert.deepEqual(
      theirs.rows[0]!.changes?.map(({ field }) => field),
      ['shortDetails'],
    );
  });

  test('adds its parts to another shop', async () => {
    const id = await addPart({ sku: '00123', name: 'Zyxmove part' });
    const file = await exported('q=zyxmove');
    await shop.call(`DELETE /products/${id}`, { token: admin.token });
    assert.deepEqual((await readText(file)).counts, { new: 1, changed: 0, same: 0, error: 0 });
    // A spreadsheet takes a SKU for a number.
    const { rows } = await readText(file.replace('00123', '123'));
    assert.deepEqual(
      rows[0]!.errors?.map(({ code }) => code),
      ['import_other_sku'],
    );
    const copied = file
      .split('\n')
      .map((line) => line.replace('00123', 'MOVE-2').replace(/[\w-]{50,}\./, ''));
    assert.deepEqual((await readText(copied.join('\n'))).counts.new, 1);
  });
});
