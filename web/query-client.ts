import { QueryClient } from '@tanstack/react-query';
import { isOutage } from './api.ts';

/** A list younger than this is not asked for again; an older one is, when its page comes into view. */
const FRESH_MS = 30_000;

/** How often something that failed because of an outage is tried again while its page is open. */
export const RECOVERY_MS = 5000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // An outage is shown at once after one quick repeat; from then on the page recovers by itself.
        retry: (failures, error) => isOutage(error) && failures < 1,
        retryDelay: 500,
        refetchInterval: (query) => (isOutage(query.state.error) ? RECOVERY_MS : false),
        // "Offline" is then an error with words, not an endless spinner.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
