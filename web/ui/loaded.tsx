import type { ReactNode } from 'react';
import type { Shape } from '#contract/pages.ts';
import { LoadProblem } from './load-problem.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props<Data> {
  /** The result of useQuery or useInfiniteQuery. */
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** What the query loads, as in 'the products'. */
  what: string;
  /** What its skeleton looks like. */
  shape?: Shape | undefined;
  /** Shown while it loads, in place of a skeleton of this shape. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, and until it is there a skeleton or the error. Data stays when a refetch fails. */
export function Loaded<Data>({
  query: { data, error, refetch },
  what,
  shape,
  loading,
  children,
}: Props<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <LoadProblem error={error} what={what} retry={refetch} />;
  return loading === undefined ? <Skeleton what={what} shape={shape} /> : loading;
}
