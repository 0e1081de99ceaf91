import { useQueryClient } from '@tanstack/react-query';
import { partPath } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { part, product } from '../queries.ts';

/** Returns the properties of a product's links: to the part, and to its order form. They fetch its facts while somebody points at them. */
export function useProductLink({ _id, sku }: Product) {
  const client = useQueryClient();
  const link = (to: string, warm: () => void) => ({
    to,
    viewTransition: true,
    onMouseEnter: warm,
    onFocus: warm,
    onTouchStart: warm,
  });
  return {
    part: link(partPath(sku), () => void client.prefetchQuery(part(sku))),
    purchase: link(`/products/${_id}`, () => void client.prefetchQuery(product(_id))),
  };
}
