import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api.ts';

/** What products of a category can be narrowed by; of all products without one. */
const facetsOf = (category: string) =>
  queryOptions({
    queryKey: ['products', 'facets of category', category],
    queryFn: ({ signal }) => callApi('getFacets', { query: category ? { category } : {} }, { signal }),
  });

interface InUse {
  makers: string[];
  /** Texts by the key of their attribute. */
  values: Record<string, string[]>;
}

/** Returns the makers and the values of attributes that products of a category have; nothing while they load. */
export function useValuesInUse(category: string): InUse {
  const { data } = useQuery({ ...facetsOf(category), placeholderData: keepPreviousData });
  const { makers = [], facets = [] } = data ?? {};
  const choices = facets.filter(({ kind }) => kind === 'choice');
  return {
    makers: makers.map(({ value }) => value),
    values: Object.fromEntries(
      choices.map(({ key, values = [] }) => [key, values.map(({ value }) => String(value))]),
    ),
  };
}
