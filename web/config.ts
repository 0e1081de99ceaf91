import { useQuery } from '@tanstack/react-query';
import type { Config } from '#contract/payments.ts';
import { config } from './queries.ts';

/** What the shop says about itself. It comes with the page; undefined only on a page that could not be rendered. */
export function useConfig(): Config | undefined {
  return useQuery(config).data;
}
