import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productFactFields } from '../products/product-facts.ts';
import { categoryPath, comparePath, partPath, readCompared, searchPath, skuOfSegment } from './addresses.ts';

/** Every sign that a SKU may have, and what addresses use for themselves. */
const SKUS = ['NB-100', 'a b', 'A/../B', 'A//B', 'A/', 'A..', 'R#1+(2)_x.y', 'Ω-Ärger 5', 'x'.repeat(64)];

test('the address of a part leads back to its SKU, in one segment', () => {
  for (const sku of SKUS) {
    assert.equal(productFactFields.sku.parse(sku), sku);
    const path = partPath(sku);
    const { pathname, search, hash } = new URL(path, 'http://shop.test');
    assert.deepEqual([pathname, search, hash], [path, '', ''], sku);
    const [, parts, segment = '', ...more] = pathname.split('/');
    assert.deepEqual([parts, more], ['parts', []], sku);
    assert.equal(skuOfSegment(decodeURIComponent(segment)), sku);
  }
});

test('no SKU has what stands for a slash in addresses', () => {
  assert.equal(productFactFields.sku.safeParse('A~B').success, false);
});

test('the address of a comparison leads back to its ids, each once and five at most', () => {
  const idsIn = (path: string) => readCompared(new URL(path, 'http://shop.test').searchParams.get('ids'));
  assert.deepEqual(idsIn(comparePath(['a', 'b', 'a'])), ['a', 'b']);
  assert.deepEqual(idsIn(comparePath(['a&b', 'c#'])), ['a&b', 'c#']);
  assert.deepEqual(idsIn(comparePath([...'abcdef'])), [...'abcde']);
  assert.deepEqual(readCompared(null), []);
  assert.deepEqual(readCompared(',,a,'), ['a']);
});

test('the address of a category is the grid narrowed to it', () => {
  assert.equal(categoryPath('memory'), '/allProducts?category=memory');
});

test('the address of a search is the grid narrowed to it, whatever is searched', () => {
  const q = 'AF-120/B & 5" +';
  const path = searchPath(q);
  assert.equal(new URL(path, 'http://shop').searchParams.get('q'), q);
  assert.ok(path.startsWith('/allProducts?q='));
});
