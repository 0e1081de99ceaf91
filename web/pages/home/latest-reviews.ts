import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from '../../user-calls.ts';

export const HOME_REVIEWS = 3;

/** The newest three reviews. */
export const latestReviews = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) =>
    callAsUser('listReviews', { query: { sort: 'newest', limit: String(HOME_REVIEWS) } }, { signal }),
});
