import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from '../../../user-calls.ts';

/** How many products a category has, and how many have a value of each attribute. For staff only, so its key is not a public one. */
export const categoryCounts = (slug: string) =>
  queryOptions({
    queryKey: ['category counts', slug],
    queryFn: ({ signal }) => callAsUser('countCategory', { params: { slug } }, { signal }),
    // Products change on other pages, and what is removed depends on it.
    staleTime: 0,
  });
