import type { RouteObject, ServerBuild } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import type { PageAddress } from './renderer.ts';

/**
 * Finds the pages of a build. React Router takes a path in any case, with escapes and with a slash at its end; each page has
 * one spelling nevertheless, that of its route.
 */
export async function findsPages(
  routes: ServerBuild['routes'],
): Promise<(path: string) => PageAddress | undefined> {
  const { matchRoutes } = await import('react-router');

  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) =>
        index ? { id, index, ...(path && { path }) } : { id, ...(path && { path }), children: below(id) },
      );
  const segmentsOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...segmentsOf(route.parentId), ...partsOf(route.path ?? '')] : [];
  };
  const tree = below(undefined);

  return (path) => {
    const id = matchRoutes(tree, path)?.at(-1)?.route.id;
    const segments = segmentsOf(id);
    if (id === undefined || segments.includes('*')) return undefined;
    const asked = partsOf(path);
    // One that may be left out, such as `:id?`, is not there.
    const own = segments.flatMap((segment, i) => (segment.startsWith(':') ? (asked[i] ?? []) : segment));
    const handle = routes[id]?.module.handle as PageHandle | undefined;
    return {
      path: `/${own.join('/')}`,
      varies: segments.some((segment) => segment.startsWith(':')),
      fields: handle?.fields ?? [],
    };
  };
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');
