import { useQuery } from '@tanstack/react-query';
import type { PriceSource } from '#contract/price-lists/offer.ts';
import type { Product } from '#contract/products/schema.ts';
import { useIdentity } from '../session.tsx';
import { callAsUser } from '../user-calls.ts';

/** A part as a buyer pays it. */
export interface OfferedProduct extends Product {
  /** Of the buyer's own price: where it comes from, and the list prices that it replaces. */
  own?: { source: PriceSource; listed: Product };
}

/**
 * Returns a part with the prices of the buyer who is signed in: with list prices for everyone else, until the buyer's are known, and
 * where they cannot be had. Placing refuses a price that is not the buyer's.
 */
export function useOffered(product: Product): OfferedProduct {
  const email = useIdentity()?.email;
  const { data } = useQuery({
    queryKey: ['offers', product._id],
    queryFn: ({ signal }) => callAsUser('listOffers', { query: { ids: product._id } }, { signal }),
    enabled: email !== undefined,
  });
  const offer = data?.[0];
  if (!offer || offer.source.kind === 'list') return product;
  const { price, priceBreaks, source } = offer;
  return { ...product, price, priceBreaks, own: { source, listed: product } };
}
