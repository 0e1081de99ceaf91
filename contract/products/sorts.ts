/** The orders of a list of products, without schemas: pages read them from addresses. */
import { FACET_PREFIX, isKey } from './narrowing.ts';

/** The orders that every product has a place in. An attribute's is `f.<key>`, or `-f.<key>` from its highest. */
export const SORTS = [
  'newest',
  'name',
  '-name',
  'price',
  '-price',
  'stock',
  '-stock',
  'sku',
  '-sku',
] as const;
type FixedSort = (typeof SORTS)[number];
export type Sort = FixedSort | `${'' | '-'}${typeof FACET_PREFIX}${string}`;

/** Returns whether a word names an order. */
export function isSort(text: string): text is Sort {
  const name = text.startsWith('-') ? text.slice(1) : text;
  if (name.startsWith(FACET_PREFIX)) return isKey(name.slice(FACET_PREFIX.length));
  return (SORTS as readonly string[]).includes(text);
}
