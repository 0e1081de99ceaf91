import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api.ts';

export const HOME_REVIEWS = 3;

/** The newest three reviews. */
export const latestReviews = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) =>
    callApi('listReviews', { query: { sort: 'newest', limit: String(HOME_REVIEWS) } }, { signal }),
});
