import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Config } from '#contract/payments/schema.ts';
import { setSmallestOrder } from '#contract/products/minimum.ts';
import type { PublicShop } from '#contract/settings/schema.ts';
import { callApi } from './api.ts';

/** The shop's public configuration. The server sends it with the page. */
export const config = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => callApi('getConfig', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Takes from the configuration what is computed with outside of components. */
export function takeSettings(config: Config | undefined): void {
  if (config) setSmallestOrder(config.smallestOrder);
}

/** Returns what pages say of the shop. Its name is empty only on a page that the server could not render. */
export function useShop(): PublicShop {
  return useConfig()?.shop ?? UNKNOWN;
}

const UNKNOWN: PublicShop = { name: '', claim: '', address: [], email: '', taxId: '' };

/** Returns the shop's public configuration. It is undefined only on a page that the server could not render. */
export function useConfig(): Config | undefined {
  return useQuery(config).data;
}
