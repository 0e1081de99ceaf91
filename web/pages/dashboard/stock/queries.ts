/** Queries about stock. Their keys begin with 'stock', so that whoever books something makes all of them stale. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { inPages } from '../../../long-list.ts';
import { callAsUser, callForPageAsUser } from '../../../user-calls.ts';

/** What the list of stock is narrowed by, as its address has it. */
export interface StockNarrowing {
  q?: string | undefined;
  category?: string | undefined;
  bin?: string | undefined;
  short?: '1' | undefined;
}

export const stockList = (query: StockNarrowing & { sort?: 'bin' | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['stock', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listStock', { query: { ...query, ...pageParam } }, { signal }),
    ...inPages(),
    staleTime: 0,
  });

/** What there is of a product; null when it is not on sale. */
export const levelOf = (id: string) =>
  queryOptions({
    queryKey: ['stock', 'level', id],
    queryFn: async ({ signal }) =>
      (await callAsUser('listStock', { query: { products: id } }, { signal }))[0] ?? null,
    staleTime: 0,
  });

export const movementsOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['stock', 'movements', id],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listMovements', { params: { id }, query: pageParam }, { signal }),
    ...inPages(),
    staleTime: 0,
  });
