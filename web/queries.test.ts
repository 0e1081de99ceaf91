import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Product } from '#contract/products.ts';
import { allProducts, findListed, latestProducts, latestReviews, managedProducts } from './queries.ts';

test("[S7.18] the home page's lists are cached under the keys 'products' and 'review'", () => {
  assert.deepEqual(latestProducts.queryKey, ['products']);
  assert.deepEqual(latestReviews.queryKey, ['review']);
});

test("every list of products lies under 'products', so that one change makes all of them look again", () => {
  for (const { queryKey } of [allProducts(), managedProducts()]) assert.equal(queryKey[0], 'products');
});

test('a long list goes on after its last entry until a piece is not full', () => {
  const { initialPageParam, getNextPageParam } = managedProducts();
  assert.deepEqual(initialPageParam, { limit: '50', after: undefined });
  const piece = (length: number) => ({
    entries: Array.from({ length }, (_, index) => ({ _id: `id-${index}` })) as Product[],
    total: 1000,
  });
  const next = (length: number) =>
    getNextPageParam(piece(length), [piece(length)], initialPageParam, [initialPageParam]);
  assert.deepEqual(next(50), { limit: '50', after: 'id-49' });
  assert.equal(next(49), undefined);
  assert.equal(next(0), undefined);
});

test('a product is known from whichever list holds it', () => {
  const client = new QueryClient();
  const part = (_id: string) => ({ _id, name: `Part ${_id}` }) as Product;
  client.setQueryData(latestProducts.queryKey, [part('a')]);
  client.setQueryData(['products', 'one', 'x'], part('x'));
  client.setQueryData(allProducts({ q: 'part' }).queryKey, {
    pages: [
      { entries: [part('b')], total: 2 },
      { entries: [part('c')], total: 2 },
    ],
    pageParams: [],
  });
  assert.equal(findListed(client, 'a')?.name, 'Part a');
  assert.equal(findListed(client, 'c')?.name, 'Part c');
  assert.equal(findListed(client, 'd'), undefined);
});
