import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { inPages } from '../../../long-list.ts';
import { callAsUser, callForPageAsUser } from '../../../user-calls.ts';

/** Purchases of which something is here to be shipped. */
export const toShip = infiniteQueryOptions({
  queryKey: ['shipping', 'to ship'],
  queryFn: ({ pageParam, signal }) => callForPageAsUser('listToShip', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
});

/** What to take from the shelves for purchases, whose ids are separated by commas. */
export const pickList = (purchases: string) =>
  queryOptions({
    queryKey: ['shipping', 'pick list', purchases],
    queryFn: ({ signal }) => callAsUser('listPicks', { query: { purchases } }, { signal }),
    staleTime: 0,
  });
