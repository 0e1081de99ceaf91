import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PageContext } from '#contract/pages.ts';
import type { Product } from '#contract/products/schema.ts';
import { statusOf } from './api-problem.ts';
import { product } from './queries.ts';

const keyOf = (ids: readonly string[]) => ['products', 'several', ...ids];

/** Products by their ids, without those that are no longer sold. */
export const severalProducts = (client: QueryClient, ids: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(ids),
    queryFn: async () => {
      const found = await Promise.all(ids.map((id) => findProduct(client, id)));
      return found.filter((one) => one !== undefined);
    },
    enabled: ids.length > 0,
    // When one is taken away, the others stay.
    placeholderData: (before: Product[] | undefined) => {
      const known = before?.filter(({ _id }) => ids.includes(_id)) ?? [];
      return known.length === ids.length ? known : undefined;
    },
  });

/** The same on the server, for the loader of a page. */
export function loadSeveral(
  { findProduct: find }: Pick<PageContext['load'], 'findProduct'>,
  ids: readonly string[],
): [queryKey: readonly unknown[], products: Promise<Product[]>] {
  const found = Promise.all(ids.map((id) => find(id)));
  return [keyOf(ids), found.then((products) => products.filter((one) => one !== undefined))];
}

async function findProduct(client: QueryClient, id: string): Promise<Product | undefined> {
  try {
    return await client.fetchQuery(product(id));
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
