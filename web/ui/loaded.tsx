import type { ReactNode } from 'react';
import { LoadProblem } from './load-problem.tsx';
import { Spinner } from './spinner.tsx';

interface Props<Data> {
  /** The result of useQuery or useInfiniteQuery. */
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** What the query loads, as in 'the products'. */
  what: string;
  /** Shown while it loads, in place of the spinner. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, and until it is there the spinner or the error. Data stays when a refetch fails. */
export function Loaded<Data>({ query: { data, error, refetch }, what, loading, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <LoadProblem error={error} what={what} retry={refetch} />;
  return loading === undefined ? <Spinner label={`Loading ${what}`} /> : loading;
}
