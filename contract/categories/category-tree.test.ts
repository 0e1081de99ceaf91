import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesOf, slugsBelow, trailOf, withPaths } from './category-tree.ts';

const category = (slug: string, parent?: string) => ({
  slug,
  name: slug.toUpperCase(),
  attributes: [],
  revision: 1,
  ...(parent && { parent }),
});
const slugs = (...args: Parameters<typeof trailOf>) => trailOf(...args).map(({ slug }) => slug);

test('leads from the topmost category to the one that was asked for', () => {
  const all = [category('ddr5', 'memory'), category('memory', 'parts'), category('parts'), category('fans')];
  assert.deepEqual(slugs(all, 'ddr5'), ['parts', 'memory', 'ddr5']);
  assert.deepEqual(trailOf(all, 'fans'), [{ slug: 'fans', name: 'FANS' }]);
  assert.deepEqual(slugs(all, 'none'), []);
});

test('ends where a parent is missing, and where categories would lead in a circle', () => {
  assert.deepEqual(slugs([category('a', 'gone')], 'a'), ['a']);
  assert.deepEqual(slugs([category('a', 'b'), category('b', 'a')], 'a'), ['b', 'a']);
});

test('paths name what a category is part of, in their order', () => {
  const all = [category('ddr5', 'memory'), category('memory'), category('fans')];
  assert.deepEqual(
    withPaths(all).map(({ path }) => path),
    ['FANS', 'MEMORY', 'MEMORY › DDR5'],
  );
});

const CATEGORIES = [
  category('axial', 'fans'),
  category('cooling'),
  category('fans', 'cooling'),
  category('lost', 'gone'),
];

test('categories stand below their parents; one whose parent is gone stands at the top', () => {
  const names = (slug?: string): unknown[] =>
    branchesOf(CATEGORIES, slug).map(({ category, below }) => [category.slug, below.length]);
  assert.deepEqual(names(), [
    ['cooling', 1],
    ['lost', 0],
  ]);
  assert.deepEqual(names('fans'), [['axial', 0]]);
});

test('a category can be moved neither into itself nor into what is below it', () => {
  assert.deepEqual(slugsBelow('cooling', CATEGORIES), new Set(['cooling', 'fans', 'axial']));
  assert.deepEqual(slugsBelow('axial', CATEGORIES), new Set(['axial']));
});
