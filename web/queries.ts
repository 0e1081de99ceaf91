/** Queries that several pages share: their keys and calls. A query of one page is in that page's folder. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { segmentOfSku } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import type { PageSection, SettingValues } from '#contract/settings/schema.ts';
import { callApi, callForPage } from './api.ts';
import { inPages, listOf, type Pages } from './long-list.ts';

export const HOME_PRODUCTS = 6;

/** The newest six products, for everyone. */
export const latestProducts = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) =>
    callApi('listProducts', { query: { sort: 'newest', limit: String(HOME_PRODUCTS) } }, { signal }),
});

/** Products that the grid requests at once: full rows of one, two or three columns. */
export const GRID_PAGE_SIZE = 48;

/** What the grid asks for, as addresses have it; see contract/products/narrowing.ts. */
type GridQuery = Record<string, string>;

/**
 * The products of the grid, oldest first unless sorted. They stay cached for people who come back from a product.
 * @param after the grid begins after this product
 */
export const allProducts = (query: GridQuery = {}, after?: string, view?: 'cards' | 'list') =>
  infiniteQueryOptions({
    // The page's data for cards has no attributes, which the list shows.
    queryKey: ['products', 'all', { ...query, after, isList: view === 'list' }],
    queryFn: ({ pageParam, signal }) =>
      callForPage('listProducts', { query: { ...query, ...pageParam } }, { signal }),
    ...inPages(GRID_PAGE_SIZE, after),
    gcTime: 30 * 60_000,
  });

/** What the grid can be narrowed by. Its order does not matter. */
export const facetsOf = ({ sort: _, ...query }: GridQuery = {}) =>
  queryOptions({
    queryKey: ['products', 'facets', query],
    queryFn: ({ signal }) => callApi('getFacets', { query }, { signal }),
    gcTime: 30 * 60_000,
  });

/** One product. */
export const product = (id: string) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => callApi('getProduct', { params: { id } }, { signal }),
  });

/** One product by its SKU. */
export const part = (sku: string) =>
  queryOptions({
    queryKey: ['products', 'part', sku.toUpperCase()],
    queryFn: ({ signal }) => callApi('getPart', { params: { sku: segmentOfSku(sku) } }, { signal }),
  });

/** All categories by name. They change rarely. */
export const categories = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => callApi('listCategories', {}, { signal }),
  staleTime: 10 * 60_000,
});

/** What the owner says on a page. */
export const content = <P extends PageSection>(page: P) =>
  queryOptions({
    queryKey: ['content', page],
    queryFn: async ({ signal }) =>
      (await callApi('getContent', { params: { page } }, { signal })) as SettingValues[P],
    staleTime: 10 * 60_000,
  });

/** Keys of queries that are the same for everyone. All others are removed when another person signs in. */
export const PUBLIC_KEYS: readonly unknown[] = ['products', 'categories', 'content', 'review', 'config'];

/** Returns a product from any cached list, or undefined. */
export function findListed(client: QueryClient, id: string): Product | undefined {
  return findCached(client, ({ _id }) => _id === id);
}

/** Returns a product from any cached list by its SKU, or undefined. */
export function findListedPart(client: QueryClient, sku: string): Product | undefined {
  return findCached(client, (product) => product.sku.toUpperCase() === sku.toUpperCase());
}

function findCached(client: QueryClient, isWanted: (product: Product) => boolean): Product | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: ['products'] })) {
    const listed = productsIn(data).find(isWanted);
    if (listed) return listed;
  }
  return undefined;
}

function productsIn(data: unknown): Product[] {
  if (Array.isArray(data)) return data;
  const isLong = typeof data === 'object' && data !== null && 'pages' in data;
  return isLong ? listOf(data as Pages<Product>).entries : [];
}
