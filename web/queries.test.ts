import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allProducts, latestProducts, latestReviews, managedProducts } from './queries.ts';

test("[S7.18] the home page's lists are cached under the keys 'products' and 'review'", () => {
  assert.deepEqual(latestProducts.queryKey, ['products']);
  assert.deepEqual(latestReviews.queryKey, ['review']);
});

test("every list of products lies under 'products', so that one change makes all of them look again", () => {
  for (const { queryKey } of [allProducts, managedProducts]) assert.equal(queryKey[0], 'products');
});
