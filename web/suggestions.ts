/** Parts and categories for what somebody types, in the header and in the product form. */
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { getIdentity, getToken } from './identity.ts';

/** Asks as a member of the company that somebody buys for, which has part numbers of its own; as everyone otherwise. */
export const suggest = (q: string, signal?: AbortSignal) =>
  callApi('suggest', { query: { q } }, { signal, token: getIdentity()?.buyerId ? getToken() : null });

export const suggestionsFor = (q: string) =>
  queryOptions({
    queryKey: ['products', 'suggest', q, getIdentity()?.buyerId],
    queryFn: ({ signal }) => suggest(q, signal),
    gcTime: 60_000,
  });
