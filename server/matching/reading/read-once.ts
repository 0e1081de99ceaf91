/** What has been read of parts, kept while their texts stay. */
import { LRUCache } from 'lru-cache';
import type { Product } from '#contract/products/schema.ts';

/** Parts of which what was read is kept. */
const MOST = 1_000;

/**
 * Returns a function that reads a part, and what it has read of the same texts before: the same parts are ordered again and again. Keyed
 * by the texts themselves, it is never old.
 */
export function readOnce<T extends object>(read: (product: Product) => T): (product: Product) => T {
  const known = new LRUCache<string, T>({ max: MOST });
  return (product) => {
    const { name, shortDetails, maker, category, attributes } = product;
    const key = JSON.stringify([name, shortDetails, maker, category?.name, attributes]);
    const found = known.get(key) ?? read(product);
    known.set(key, found);
    return found;
  };
}
