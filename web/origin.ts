import { useRouteLoaderData } from 'react-router';

/** Returns the origin under which search engines know the shop; undefined on an error page. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<() => { origin: string }>('root')?.origin;
}
