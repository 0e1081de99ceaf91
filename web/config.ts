import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Config } from '#contract/payments.ts';
import { callApi } from './api.ts';

/** The shop's public configuration. The server sends it with the page. */
export const config = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => callApi('getConfig', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the shop's public configuration. It is undefined only on a page that the server could not render. */
export function useConfig(): Config | undefined {
  return useQuery(config).data;
}
