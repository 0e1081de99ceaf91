/** Queries that several pages share: their keys and calls. A query of one page is in that page's folder. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Product, ProductListQuery } from '#contract/products.ts';
import { callApi, callForPage } from './api.ts';
import { inPages, listOf, type Pages } from './long-list.ts';
import { callAsUser } from './user-calls.ts';

export const HOME_PRODUCTS = 6;

/** The newest six products, for everyone. */
export const latestProducts = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) =>
    callApi('listProducts', { query: { sort: 'newest', limit: String(HOME_PRODUCTS) } }, { signal }),
});

/** The search and the order of the product grid. */
export interface GridFilter {
  q?: string;
  sort?: NonNullable<ProductListQuery['sort']>;
  /** The grid begins after this product: a browser without JavaScript shows one page at a time. */
  after?: string;
}

/** Products that the grid requests at once: full rows of one, two or three columns. */
export const GRID_PAGE_SIZE = 48;

/** The products of the grid, oldest first unless sorted. They stay cached for people who come back from a product. */
export const allProducts = ({ after, ...filter }: GridFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['products', 'all', { ...filter, after }],
    queryFn: ({ pageParam, signal }) =>
      callForPage('listProducts', { query: { ...filter, ...pageParam } }, { signal }),
    ...inPages(GRID_PAGE_SIZE, after),
    gcTime: 30 * 60_000,
  });

/** One product. */
export const product = (id: string) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => callApi('getProduct', { params: { id } }, { signal }),
  });

/** One order, for its buyer and for admins. */
export const order = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => callAsUser('getOrder', { params: { id } }, { signal }),
  });

/** Keys of queries that are the same for everyone. All others are removed when another person signs in. */
export const PUBLIC_KEYS: readonly unknown[] = ['products', 'review', 'config'];

/** Returns a product from any cached list, or undefined. */
export function findListed(client: QueryClient, id: string): Product | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: ['products'] })) {
    const listed = productsIn(data).find((one) => one._id === id);
    if (listed) return listed;
  }
  return undefined;
}

function productsIn(data: unknown): Product[] {
  if (Array.isArray(data)) return data;
  const isLong = typeof data === 'object' && data !== null && 'pages' in data;
  return isLong ? listOf(data as Pages<Product>).entries : [];
}
