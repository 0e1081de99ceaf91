import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from '../../../user-calls.ts';

/** What to take from the shelves for purchases, whose ids are separated by commas. */
export const pickList = (purchases: string) =>
  queryOptions({
    queryKey: ['shipping', 'pick list', purchases],
    queryFn: ({ signal }) => callAsUser('listPicks', { query: { purchases } }, { signal }),
    staleTime: 0,
  });
