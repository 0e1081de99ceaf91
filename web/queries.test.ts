import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Product } from '#contract/products/schema.ts';
import { inPages } from './long-list.ts';
import { settings } from './pages/dashboard/settings/queries.ts';
import { levelOf } from './pages/dashboard/stock/queries.ts';
import { latestReviews } from './pages/home/latest-reviews.ts';
import { allProducts, findListed, latestProducts, PUBLIC_KEYS, product } from './queries.ts';

test("[S7.18] the home page's lists are cached under the keys 'products' and 'review'", () => {
  assert.deepEqual(latestProducts.queryKey, ['products']);
  assert.deepEqual(latestReviews.queryKey, ['review']);
});

test("every query of products has the key prefix 'products', so that one invalidation covers all of them", () => {
  for (const { queryKey } of [latestProducts, allProducts(), product('x')])
    assert.equal(queryKey[0], 'products');
});

test('what only staff may read is not kept when another person signs in', () => {
  for (const { queryKey } of [levelOf('x'), settings]) assert.ok(!PUBLIC_KEYS.includes(queryKey[0]));
});

test('a long list continues after its last entry until a page is not full', () => {
  const { initialPageParam, getNextPageParam } = inPages(50, 'id-before');
  assert.deepEqual(initialPageParam, { limit: '50', after: 'id-before' });
  const page = (length: number) => ({
    entries: Array.from({ length }, (_, index) => ({ _id: `id-${index}` })),
  });
  assert.deepEqual(getNextPageParam(page(50)), { limit: '50', after: 'id-49' });
  assert.equal(getNextPageParam(page(49)), undefined);
  assert.equal(getNextPageParam(page(0)), undefined);
});

test('a product is found in any cached list', () => {
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
