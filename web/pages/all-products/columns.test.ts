import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '#contract/products/schema.ts';
import { slimProduct } from '../../slim-product.ts';
import { columnsOf, keyAttributes, type ListColumn, MOST_COLUMNS, showsAttribute } from './columns.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const attributes = keys.map((key) => ({ key, name: key.toUpperCase(), value: key }));
const columns = keys.map((key): ListColumn => ({ key, name: key.toUpperCase(), kind: 'choice' }));
const product = {
  _id: 'x',
  mpn: 'M-1',
  images: ['/images/x.webp'],
  attributes,
} as Partial<Product> as Product;
const keysOf = (some: ListColumn[] | undefined) =>
  slimProduct(product, showsAttribute(some, [product])).attributes.map(({ key }) => key);

test('the page’s data has those attributes of a part that the view shows', () => {
  assert.deepEqual(keysOf(undefined), []);
  assert.deepEqual(keysOf([]), ['a', 'b']);
  assert.deepEqual(keysOf(columns.slice(2)), keys.slice(2, 2 + MOST_COLUMNS));
  assert.deepEqual(
    keysOf(columns),
    columnsOf(columns, [product]).columns.map(({ key }) => key),
  );
  assert.equal('mpn' in slimProduct(product), false);
});

test('a number without a unit, and yes or no, stand with their names', () => {
  const of = (...some: Product['attributes']) =>
    keyAttributes({ ...product, attributes: some }).replaceAll('\u00a0', ' ');
  assert.equal(of({ key: 'a', name: 'Capacity', value: 2048, unit: 'GB' }), '2,048 GB');
  assert.equal(
    of({ key: 'b', name: 'Cores', value: 8 }, { key: 'c', name: 'ECC', value: false }),
    'Cores: 8, ECC: No',
  );
  assert.equal(keyAttributes({ ...product, attributes: [] }), '');
});

test('an attribute with one value in every row is said once, and the next one has its place', () => {
  const other = (...differing: string[]) => ({
    ...product,
    attributes: attributes.map((one) => (differing.includes(one.key) ? { ...one, value: 'other' } : one)),
  });
  const laidOut = (...products: Product[]) => {
    const { columns: shown, same } = columnsOf(columns, products);
    return [shown, same].map((some) => some.map(({ key }) => key).join(''));
  };
  assert.deepEqual(laidOut(product), ['abcdef', '']);
  assert.deepEqual(laidOut(product, other('b', 'c', 'e', 'f', 'g', 'h')), ['bcefgh', 'ad']);
  assert.deepEqual(laidOut(product, other('b')), ['b', 'acdefgh']);
  assert.deepEqual(laidOut(product, other('b'), other(...keys)), ['abcdef', '']);
  const without = { ...product, attributes: attributes.slice(1) };
  assert.deepEqual(laidOut(product, without), ['a', 'bcdefgh']);
  assert.deepEqual(laidOut(without, product), ['a', 'bcdefgh']);
  assert.deepEqual(laidOut(without, without), ['', 'bcdefgh']);
  // The page's data has what its rows say, and the list that is made of it is the same.
  const products = [product, other('b', 'c', 'e', 'f', 'g', 'h')];
  const shows = showsAttribute(columns, products);
  assert.deepEqual(laidOut(...products.map((one) => slimProduct(one, shows))), laidOut(...products));
});

test('a narrow row has the first two columns that the part has', () => {
  assert.equal(keyAttributes(product, columns.slice(3)), 'd, e');
  assert.equal(keyAttributes({ ...product, attributes: attributes.slice(5) }, columns.slice(4)), 'f, g');
});
