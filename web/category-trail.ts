/** The queries of where a category stands. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Step, trailOf } from '#contract/categories/category-tree.ts';
import type { PageContext } from '#contract/pages.ts';
import { categories } from './queries.ts';

const keyOf = (slug: string) => ['categories', 'trail', slug];

/** The categories that lead to one. */
export const categoryTrail = (client: QueryClient, slug: string) =>
  queryOptions({
    queryKey: keyOf(slug),
    queryFn: async () => trailOf(await client.ensureQueryData(categories), slug),
    staleTime: 10 * 60_000,
  });

/** The same on the server, for the loader of a page. */
export function loadTrail(
  { listCategories }: Pick<PageContext['load'], 'listCategories'>,
  slug: string,
): [queryKey: readonly unknown[], trail: Promise<Step[]>] {
  return [keyOf(slug), listCategories().then((all) => trailOf(all, slug))];
}
