import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { catalogue } from '#content/catalogue.ts';
import { NewProductSchema } from '#contract/products/schema.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { lockCategories } from '../products/category.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const send = (route: string, body?: object) =>
  shop.call(route, { token: admin.token, ...(body && { body }) });

const part = {
  ...{ name: 'Fan', image: '/images/fan.webp', shortDetails: 'A fan' },
  ...{ minOrder: 100, available: 900, price: 6 },
};
const add = async (facts: object = {}): Promise<string> => {
  const { status, body } = await send('POST /products', { ...part, ...facts });
  assert.equal(status, 201, body.detail);
  return body.insertedId;
};
const read = async (id: string) => (await shop.call(`GET /products/${id}`)).body;

const size = { key: 'size', name: 'Size', kind: 'number', unit: 'mm' };
const bearing = { key: 'bearing', name: 'Bearing', kind: 'choice' };
const pwm = { key: 'pwm', name: 'PWM', kind: 'yesno' };

describe('categories', () => {
  test('a product shows the values of its category in the order of the category', async () => {
    await send('PUT /categories/cooling', { name: 'Cooling' });
    await send('PUT /categories/fans', { name: 'Fans', parent: 'cooling', attributes: [size, bearing, pwm] });
    const { body: all } = await shop.call('GET /categories');
    assert.deepEqual(
      all.find(({ slug }: { slug: string }) => slug === 'fans'),
      { slug: 'fans', name: 'Fans', parent: 'cooling', attributes: [size, bearing, pwm], revision: 1 },
    );
    const id = await add({ category: 'fans', attributes: { pwm: true, size: 120 } });
    const { category, attributes } = await read(id);
    assert.deepEqual(category, { slug: 'fans', name: 'Fans' });
    assert.deepEqual(attributes, [
      { key: 'size', name: 'Size', value: 120, unit: 'mm' },
      { key: 'pwm', name: 'PWM', value: true },
    ]);
  });

  test('a change is refused when somebody else has changed the category since', async () => {
    const put = (body: object) => send('PUT /categories/racks', { name: 'Racks', ...body });
    assert.equal((await put({ revision: 0 })).status, 200);
    const again = await put({ revision: 0 });
    assert.deepEqual([again.status, again.body.code], [409, 'changed_meanwhile']);
    const answers = await Promise.all(['One', 'Two'].map((name) => put({ name, revision: 1 })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(answers.find(({ status }) => status === 409)!.body.params, { revision: 2 });
    assert.equal((await put({ name: 'Three' })).status, 200);
  });

  test('are locked in the order of their slugs, so that two that need the same ones do not wait for each other', async () => {
    // The ids are in the other order.
    for (const slug of ['lock-b', 'lock-a']) await send(`PUT /categories/${slug}`, { name: slug });
    const { db } = shop.database;
    const one = await db.startTransaction().execute();
    const lock = (slug: string) =>
      one.selectFrom('categories').select('id').where('slug', '=', slug).forUpdate().execute();
    await lock('lock-a');
    const two = db.transaction().execute((other) => lockCategories(other, ['lock-b', 'lock-a']));
    await shop.database.untilWaiting();
    await lock('lock-b');
    await one.commit().execute();
    assert.equal((await two).size, 2);
  });

  test('counts the products of a category and their values of its attributes, for admins', async () => {
    await send('PUT /categories/blowers', { name: 'Blowers', attributes: [size, bearing, pwm] });
    const counts = () => send('GET /categories/blowers/counts');
    assert.deepEqual((await counts()).body, { products: 0, values: {} });
    await add({ category: 'blowers', attributes: { size: 80, pwm: false } });
    await add({ category: 'blowers', attributes: { size: 92 } });
    const gone = await add({ category: 'blowers', attributes: { bearing: 'ball' } });
    await send(`DELETE /products/${gone}`);
    assert.deepEqual((await counts()).body, { products: 2, values: { size: 2, pwm: 1 } });
    // What the category no longer has is kept, and does not count.
    await send('PUT /categories/blowers', { name: 'Blowers', attributes: [pwm] });
    assert.deepEqual((await counts()).body, { products: 2, values: { pwm: 1 } });
    const unknown = await send('GET /categories/no-such-category/counts');
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found']);
  });

  test('an attribute with the key of another one is refused at its key', async () => {
    const attributes = [size, bearing, { ...pwm, key: 'size' }];
    const { status, body } = await send('PUT /categories/twins', { name: 'Twins', attributes });
    assert.deepEqual(
      [status, body.errors.map(({ field, code }: Record<string, string>) => [field, code])],
      [400, [['attributes.2.key', 'same_key']]],
    );
  });

  test('a change of a category is seen on its products, in other processes too', async () => {
    const other = await shop.startAnother();
    await send('PUT /categories/cables', { name: 'Cables', attributes: [size, bearing] });
    const id = await add({ category: 'cables', attributes: { size: 2, bearing: 'none' } });
    // The kind of `bearing` changes: its value of before is kept and not shown.
    const length = { ...size, name: 'Length', unit: 'm' };
    await send('PUT /categories/cables', {
      name: 'Leads',
      attributes: [{ ...bearing, kind: 'number' }, length],
    });
    const expected = {
      category: { slug: 'cables', name: 'Leads' },
      attributes: [{ key: 'size', name: 'Length', value: 2, unit: 'm' }],
    };
    const { category, attributes } = await read(id);
    assert.deepEqual({ category, attributes }, expected);
    await until(async () => (await other.call(`GET /products/${id}`)).body.category?.name === 'Leads');
  });

  test('values are of the attributes and kinds of the category', async () => {
    await send('PUT /categories/boards', { name: 'Boards', attributes: [size, pwm] });
    const refused = async (facts: object, detail: string) => {
      const { status, body } = await send('POST /products', { ...part, ...facts });
      assert.deepEqual([status, body.detail], [400, detail]);
    };
    await refused({ category: 'none' }, 'There is no such category');
    await refused({ attributes: { size: 1 } }, 'Its category has no attribute size');
    await refused({ category: 'boards', attributes: { size: '120' } }, 'size is a number');
    await refused({ category: 'boards', attributes: { pwm: 'yes' } }, 'pwm is true or false');
    await refused(
      { category: 'boards', attributes: { constructor: 1 } },
      'Its category has no attribute constructor',
    );
    const id = await add({ category: 'boards', attributes: { size: 1 } });
    const moved = await send(`PATCH /products/${id}`, { category: 'none' });
    assert.equal(moved.status, 400);
    const out = await send(`PATCH /products/${id}`, { category: null, attributes: { size: 1 } });
    assert.deepEqual([out.status, out.body.detail], [400, 'Its category has no attribute size']);
    assert.equal((await send(`PATCH /products/${id}`, { category: null, attributes: {} })).status, 200);
    const { category, attributes } = await read(id);
    assert.deepEqual([category, attributes], [undefined, []]);
  });

  test('is no part of itself, also when two are changed at once', async () => {
    for (const slug of ['a', 'b', 'c']) await send(`PUT /categories/${slug}`, { name: slug });
    const answers = await Promise.all([
      send('PUT /categories/a', { name: 'a', parent: 'b' }),
      send('PUT /categories/b', { name: 'b', parent: 'c' }),
      send('PUT /categories/c', { name: 'c', parent: 'a' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 400]);
    const refused = answers.find(({ status }) => status === 400)!.body;
    assert.deepEqual(
      [refused.errors[0].field, refused.detail],
      ['parent', 'A category is not part of itself'],
    );
    assert.equal((await send('PUT /categories/a', { name: 'a', parent: 'a' })).status, 400);
  });

  test('is removed when nothing on sale is in it', async () => {
    await send('PUT /categories/old', { name: 'Old' });
    const id = await add({ category: 'old' });
    const refused = await send('DELETE /categories/old');
    assert.deepEqual([refused.status, refused.body.code], [409, 'category_in_use']);
    await send(`DELETE /products/${id}`);
    assert.deepEqual((await send('DELETE /categories/old')).body, { deletedCount: 1 });
    assert.deepEqual((await send('DELETE /categories/old')).body, { deletedCount: 0 });
  });

  test('has a slug for addresses, and attributes with different keys', async () => {
    for (const slug of ['Fans', 'a--b', '-a', 'a_b', `${'x'.repeat(61)}`])
      assert.equal((await send(`PUT /categories/${slug}`, { name: 'x' })).status, 400, slug);
    const twice = await send('PUT /categories/twice', { name: 'Twice', attributes: [size, size] });
    assert.deepEqual([twice.status, twice.body.detail], [400, 'Two attributes have the same key']);
  });

  test('a product that is put into a category while it changes shows the change', async () => {
    for (let round = 0; round < 8; round += 1) {
      const slug = `changing-${round}`;
      await send(`PUT /categories/${slug}`, { name: 'Before' });
      const [ids] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => add({ category: slug }))),
        send(`PUT /categories/${slug}`, { name: 'After' }),
      ]);
      for (const id of ids) assert.equal((await read(id)).category.name, 'After');
    }
  });

  test('a product that is put into a category while it is removed is refused, or keeps it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const slug = `going-${round}`;
      await send(`PUT /categories/${slug}`, { name: 'Going' });
      const [added, removed] = await Promise.all([
        send('POST /products', { ...part, category: slug }),
        send(`DELETE /categories/${slug}`),
      ]);
      assert.deepEqual([added.status, removed.status].sort(), added.status === 201 ? [201, 409] : [200, 400]);
    }
  });

  test('changes are in the log; one that changes nothing that products show does not touch them', async () => {
    await send('PUT /categories/quiet', { name: 'Quiet', attributes: [size] });
    const id = await add({ category: 'quiet' });
    const revision = async () =>
      (await shop.database.pool.query('select revision from products where id = $1', [id])).rows[0].revision;
    const before = await revision();
    await send('PUT /categories/quiet', { name: 'Quiet', attributes: [size] });
    assert.equal(await revision(), before);
    await send('PUT /categories/quiet', { name: 'Quieter' });
    assert.equal(await revision(), before + 1);
    await send('PUT /categories/gone', { name: 'Gone' });
    await send('DELETE /categories/gone');
    const { body: events } = await send('GET /events?limit=2');
    assert.deepEqual(
      events.map(({ kind, why }: { kind: string; why: string }) => [kind, why]),
      [
        ['category_removed', 'Gone (gone)'],
        ['category_changed', 'Gone (gone)'],
      ],
    );
  });

  test('and attributes have bounds that the database has, too', async () => {
    const control = '\u0001'.repeat(60);
    const many = Array.from({ length: 60 }, (_, n) => ({ key: `k${n}`, name: control, kind: 'text' }));
    assert.equal((await send('PUT /categories/wide', { name: 'Wide', attributes: many })).status, 400);
    await send('PUT /categories/sizes', { name: 'Sizes', attributes: [size] });
    for (const value of [1.5e308, 5e-324, -1e16])
      assert.equal(
        (await send('POST /products', { ...part, category: 'sizes', attributes: { size: value } })).status,
        400,
      );
    const unit = await send('PUT /categories/units', { name: 'Units', attributes: [{ ...pwm, unit: 'V' }] });
    assert.deepEqual([unit.status, unit.body.detail], [400, 'Only a number has a unit']);
  });
});

describe('the demo catalogue', () => {
  test('has products that the form would take, with all their facts', async () => {
    const { body: products } = await shop.call('GET /products');
    for (const { picture, ...demo } of catalogue) {
      NewProductSchema.parse({ ...demo, image: `/images/${picture}.webp` });
      const shown = products.find(({ sku }: { sku?: string }) => sku === demo.sku);
      assert.equal(shown.category.slug, demo.category);
      assert.deepEqual(
        Object.fromEntries(shown.attributes.map(({ key, value }: Record<string, string>) => [key, value])),
        demo.attributes,
      );
    }
  });
});

describe('facts of a product', () => {
  test('a product without a SKU gets a number that no other product has', async () => {
    const [, made] = /^P-(\d+)$/.exec((await read(await add())).sku)!;
    await add({ sku: `p-${Number(made) + 1}` });
    assert.equal((await read(await add())).sku, `P-${Number(made) + 2}`);
  });

  test('are answered as they were sent, and null takes one away', async () => {
    const facts = {
      ...{ sku: 'NB-F120/B', maker: 'AeroFlow', mpn: '00120', leadDays: 3, lifecycle: 'last_buy' },
      ...{ package: { name: 'tray', pieces: 50 }, weightGrams: 145.5 },
    };
    const id = await add({ ...facts, moreImages: ['/images/back.webp'] });
    const answered = await read(id);
    assert.deepEqual({ ...answered, ...facts }, answered);
    assert.deepEqual(answered.images, [part.image, '/images/back.webp']);
    const none = { maker: null, mpn: null, leadDays: null, package: null, weightGrams: null };
    await send(`PATCH /products/${id}`, none);
    const left = await read(id);
    for (const field of Object.keys(none)) assert.ok(!(field in left), field);
    const { body: events } = await send(`GET /events?product=${id}&limit=1`);
    assert.match(events[0].why, /package name tray, pieces 50 → none/);
  });

  test('a SKU is of one product on sale, in any case of letters', async () => {
    const id = await add({ sku: 'NB-1' });
    const taken = await send('POST /products', { ...part, sku: 'nb-1' });
    assert.deepEqual([taken.status, taken.body.code, taken.body.params], [409, 'sku_taken', { sku: 'nb-1' }]);
    const other = await add();
    assert.equal((await send(`PATCH /products/${other}`, { sku: 'NB-1' })).status, 409);
    assert.equal((await send(`PATCH /products/${id}`, { sku: 'nb-1' })).status, 200);
    await send(`DELETE /products/${id}`);
    assert.equal((await send(`PATCH /products/${other}`, { sku: 'NB-1' })).status, 200);
    for (const sku of ['', ' ', '-1', 'a\nb', 'x'.repeat(65), 'a<b'])
      assert.equal((await send('POST /products', { ...part, sku })).status, 400, sku);
  });
});
