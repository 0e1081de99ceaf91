// What the calls answer to a search: parts by number, by words and by numbers with units, and suggestions.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Product } from '#contract/products/schema.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const ask = (path: string, q: string) => shop.call(`GET ${path}?q=${encodeURIComponent(q)}`);
const find = async (q: string): Promise<Product[]> => (await ask('/products', q)).body;
const understood = async (q: string) => (await ask('/facets', q)).body.understood;
const attributeOf = ({ attributes }: Product, key: string) =>
  attributes.find((one) => one.key === key)?.value;

test('numbers of a search are conditions, which the products found satisfy', async () => {
  const found = await find('ddr5 32gb >5000');
  assert.ok(found.length > 0);
  for (const product of found) {
    assert.equal(attributeOf(product, 'capacity'), 32, product.name);
    assert.ok(Number(attributeOf(product, 'speed')) > 5000, product.name);
  }
  assert.deepEqual(await understood('ddr5 32gb >5000'), [
    { text: '32gb', name: 'Capacity', value: '32 GB' },
    { text: '>5000', name: 'Speed', value: 'more than 5,000 MT/s' },
  ]);
  const { body } = await ask('/facets', 'ddr5 32gb >5000');
  assert.equal(body.total, found.length);
});

test('a yes/no attribute that is named is a condition, which the products found satisfy', async () => {
  for (const [q, isEcc, value] of [
    ['ddr5 32gb ecc', true, 'Yes'],
    ['ddr5 32gb non-ecc', false, 'No'],
  ] as const) {
    const found = await find(q);
    assert.ok(found.length > 0, q);
    assert.ok(
      found.every((product) => attributeOf(product, 'ecc') === isEcc),
      q,
    );
    assert.deepEqual((await understood(q))[1], { text: q.split(' ')[2], name: 'ECC', value });
  }
});

test('prices of a search are conditions', async () => {
  const found = await find('fan under $8');
  assert.ok(found.length > 0);
  assert.ok(found.every(({ price }) => price < 8));
  assert.deepEqual(await understood('fan under $8'), [
    { text: 'under $8', name: 'Price', value: 'less than $8' },
  ]);
});

test('a product without attributes is found by a number in its words', async () => {
  const part = { image: '/images/x.webp', minOrder: 100, available: 900, price: 6 };
  const named = { ...part, name: 'Adapter 850 W', shortDetails: 'Plain' };
  const { body } = await shop.call('POST /products', { token: admin.token, body: named });
  assert.ok((await find('850w')).some(({ _id }) => _id === body.insertedId));
  assert.ok((await find('850w')).some((product) => attributeOf(product, 'power') === 850));
});

test('numbers that no product satisfies together are words', async () => {
  assert.deepEqual(await understood('udimm 7200 rpm'), []);
  assert.deepEqual(await find('udimm 7200 rpm'), []);
});

test('a number is read by the attributes that categories have now, in other processes too', async () => {
  const other = await shop.startAnother();
  const resistance = { key: 'resistance', name: 'Resistance', kind: 'number', unit: 'Ω' };
  const category = { name: 'Resistors', attributes: [resistance] };
  await shop.call('PUT /categories/resistors', { token: admin.token, body: category });
  const part = {
    ...{ name: 'Resistor', image: '/images/x.webp', shortDetails: 'Thick film', minOrder: 100 },
    ...{ available: 900, price: 6, category: 'resistors', attributes: { resistance: 4700 } },
  };
  await shop.call('POST /products', { token: admin.token, body: part });
  for (const q of ['4k7', '4.7 kΩ', '4700 ohm']) assert.equal((await find(q))[0]?.name, 'Resistor', q);
  await until(async () => {
    const { body } = await other.call('GET /products?q=4k7');
    return body[0]?.name === 'Resistor';
  });
  const renamed = { ...category, attributes: [{ ...resistance, unit: 'kΩ' }] };
  await shop.call('PUT /categories/resistors', { token: admin.token, body: renamed });
  assert.deepEqual(await find('4k7'), [], '4700 are kΩ now');
});

test('a misspelt part number finds the part, in suggestions and in the list', async () => {
  const [product] = await find('CPU-C8-47');
  const misspelt = product!.sku.replace('8', 'B');
  assert.deepEqual(
    (await find(misspelt)).map(({ sku }) => sku),
    [product!.sku],
  );
  const { body } = await ask('/suggest', misspelt);
  assert.equal(body.parts[0].sku, product!.sku);
});

test('suggestions have categories with what is in them and below them', async () => {
  const { body } = await ask('/suggest', 'stor');
  const [storage] = body.categories;
  assert.equal(storage.slug, 'storage');
  const { body: facets } = await shop.call('GET /facets');
  const count = facets.categories.find(({ slug }: { slug: string }) => slug === 'storage').count;
  assert.equal(storage.count, count);
  assert.ok(body.parts.length + body.categories.length <= 10);
});

test('suggestions need a search of 200 characters at most', async () => {
  for (const query of ['', `?q=${'x'.repeat(201)}`, '?q=a&q=b']) {
    const { status, body } = await shop.call(`GET /suggest${query}`);
    assert.equal(status, 400, query);
    assert.equal(body.errors[0].field, 'q');
  }
  assert.equal((await ask('/suggest', 'x'.repeat(200))).status, 200);
});
