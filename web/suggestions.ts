/** Parts and categories for what somebody types, in the header and in the product form. */
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

export const suggest = (q: string, signal?: AbortSignal) => callApi('suggest', { query: { q } }, { signal });

export const suggestionsFor = (q: string) =>
  queryOptions({
    queryKey: ['products', 'suggest', q],
    queryFn: ({ signal }) => suggest(q, signal),
    gcTime: 60_000,
  });
