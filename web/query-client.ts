import { QueryClient } from '@tanstack/react-query';
import { isOutage } from './api-problem.ts';

/** An older query is fetched again when a page shows it. */
const FRESH_MS = 30_000;

/** The pause between retries of an open page during an outage. */
export const RECOVERY_MS = 5000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // After one quick retry the page shows the outage, and continues to retry.
        retry: (failures, error) => isOutage(error) && failures < 1,
        retryDelay: 500,
        refetchInterval: (query) => (isOutage(query.state.error) ? RECOVERY_MS : false),
        // Offline is then an error with a message, not an endless spinner.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
