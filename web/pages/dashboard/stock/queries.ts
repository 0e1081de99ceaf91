/** Queries about stock. Their keys begin with 'stock', so that a booking makes all of them stale. */
import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from '../../../user-calls.ts';
import { pagesOf } from '../kit/pages-of.ts';

/** What the list of stock is narrowed by, as its address has it. */
export interface StockNarrowing {
  q?: string | undefined;
  category?: string | undefined;
  bin?: string | undefined;
  short?: '1' | undefined;
}

export const stockList = (query: StockNarrowing & { sort?: 'bin' | undefined }) => ({
  ...pagesOf(['stock', 'list', query], 'listStock', { query }),
  staleTime: 0,
});

/** The stock level of a product; null when it is not on sale. */
export const levelOf = (id: string) =>
  queryOptions({
    queryKey: ['stock', 'level', id],
    queryFn: async ({ signal }) =>
      (await callAsUser('listStock', { query: { products: id } }, { signal }))[0] ?? null,
    staleTime: 0,
  });

export const movementsOf = (id: string) => ({
  ...pagesOf(['stock', 'movements', id], 'listMovements', { params: { id } }),
  staleTime: 0,
});
