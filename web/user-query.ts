import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import type { Output } from '#contract/api.ts';
import type { CallInput, WebCallName } from './api.ts';
import { callAsUser } from './user-calls.ts';

/** The query of a call as the signed-in person. */
export function userQuery<N extends WebCallName, const Key extends QueryKey>(
  queryKey: Key,
  name: N,
  input: CallInput<N>,
  options?: Omit<UndefinedInitialDataOptions<Output<N>, Error, Output<N>, Key>, 'queryKey' | 'queryFn'>,
) {
  return queryOptions<Output<N>, Error, Output<N>, Key>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => callAsUser(name, input, { signal }),
  });
}
