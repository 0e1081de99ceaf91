import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { Output } from '#contract/api.ts';
import type { CallInput, WebCallName } from '../../../api.ts';
import { inPages } from '../../../long-list.ts';
import { callForPageAsUser } from '../../../user-calls.ts';

type EntryOf<N extends WebCallName> =
  Output<N> extends (infer Entry extends { _id: string })[] ? Entry : never;

/** The query of a long list, page by page, as the signed-in person. */
export function pagesOf<N extends WebCallName>(
  queryKey: QueryKey,
  name: N,
  input: CallInput<N>,
  size?: number,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(input as { query?: object }).query, ...pageParam };
      const { entries, total } = await callForPageAsUser(name, { ...input, query } as CallInput<N>, {
        signal,
      });
      return { entries: entries as EntryOf<N>[], total };
    },
    ...inPages(size),
  });
}
