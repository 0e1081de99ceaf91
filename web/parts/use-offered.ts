import { useQueries, useQuery } from '@tanstack/react-query';
import type { Output } from '#contract/api.ts';
import type { PriceSource } from '#contract/price-lists/offer.ts';
import type { Product } from '#contract/products/schema.ts';
import { GRID_PAGE_SIZE } from '../queries.ts';
import { useIdentity } from '../session.tsx';
import { callAsUser } from '../user-calls.ts';
import { userQuery } from '../user-query.ts';

/** A part as a buyer pays it. */
export interface OfferedProduct extends Product {
  /** Of the buyer's own price: where it comes from, and the list prices that it replaces. */
  own?: { source: PriceSource; listed: Product };
  /** What the company that somebody buys for calls the part. */
  ownNumber?: string;
}

/**
 * Returns a part with the prices and the own number of the buyer who is signed in: with list prices for everyone else, until the buyer's are known, and
 * where they cannot be had. Placing refuses a price that is not the buyer's.
 */
export function useOffered(product: Product): OfferedProduct {
  const email = useIdentity()?.email;
  const { data } = useQuery(
    userQuery(
      ['offers', product._id],
      'listOffers',
      { query: { ids: product._id } },
      { enabled: email !== undefined },
    ),
  );
  return withOffer(product, data?.[0]);
}

/**
 * Returns parts with the prices of the buyer who is signed in, as `useOffered` does: by one call for each page of the grid, so that those
 * of one page stay while the next is read.
 */
export function useOfferedPages(products: readonly Product[]): OfferedProduct[] {
  const email = useIdentity()?.email;
  const ids = products.map(({ _id }) => _id);
  const pages = Array.from({ length: Math.ceil(ids.length / GRID_PAGE_SIZE) }, (_, n) =>
    ids.slice(n * GRID_PAGE_SIZE, (n + 1) * GRID_PAGE_SIZE).join(),
  );
  const offers = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['offers', page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callAsUser('listOffers', { query: { ids: page } }, { signal }),
      enabled: email !== undefined,
    })),
  }).flatMap(({ data }) => data ?? []);
  const byPart = new Map(offers.map((offer) => [offer.productId, offer]));
  return products.map((product) => withOffer(product, byPart.get(product._id)));
}

function withOffer(product: Product, offer: Output<'listOffers'>[number] | undefined): OfferedProduct {
  if (!offer) return product;
  const { price, priceBreaks, source, ownNumber } = offer;
  const named = ownNumber === undefined ? product : { ...product, ownNumber };
  if (source.kind === 'list') return named;
  return { ...named, price, priceBreaks, own: { source, listed: product } };
}
