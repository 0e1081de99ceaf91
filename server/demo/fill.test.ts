import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { audit } from '../ops/audit/audit.ts';
import { readCatalogue } from '../products/queries.ts';
import { fillCatalogue } from './fill.ts';
import { generateProducts } from './generate.ts';

const database = await createTestDatabase();
after(() => database.drop());

test('fills a database with the generated parts and their stock movements', async () => {
  assert.equal(await fillCatalogue(database, { count: 300 }), 300);
  const generated = generateProducts(0, 300, 1);
  const stored = (await Array.fromAsync(readCatalogue(database.db))).flat().map(({ product }) => product);
  assert.deepEqual(
    stored.map(({ sku }) => sku),
    generated.map(({ sku }) => sku),
  );
  for (const [place, { attributes: values, category, ...part }] of generated.entries()) {
    const { attributes, category: found, ...rest } = stored[place]!;
    assert.partialDeepStrictEqual(rest, part);
    assert.deepEqual(Object.fromEntries(attributes.map(({ key, value }) => [key, value])), values);
    assert.equal(found!.slug, category);
  }
  assert.deepEqual((await audit(database.db)).faults, []);
});

test('a second fill adds only what is missing', async () => {
  assert.equal(await fillCatalogue(database, { count: 300 }), 0);
  assert.equal(await fillCatalogue(database, { count: 600 }), 300);
  assert.deepEqual((await audit(database.db)).faults, []);
});
