import { pathWith } from '../../../../path-with.ts';

/** Returns the address of the labels of products. */
export function labelsPath(ids: readonly string[]): string {
  return pathWith('/dashboard/stock/labels', { products: ids.join(',') });
}
