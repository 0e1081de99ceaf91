/**
 * Addresses of public pages, for links, canonical links, the sitemap and structured data. Not in the schemas' file, because every
 * page links to them.
 */

/** The page with all products. */
export const GRID = '/allProducts';

/** The most parts that are compared at once. */
export const MOST_COMPARED = 5;

/**
 * Returns the address of a part's page. A SKU is one segment of it; its slashes are written `~`, which no SKU has: proxies
 * join, resolve or refuse slashes, escaped ones too.
 */
export function partPath(sku: string): string {
  return `/parts/${encodeURIComponent(segmentOfSku(sku))}`;
}

/** Returns a SKU as addresses spell it, before its other signs are escaped. */
export function segmentOfSku(sku: string): string {
  return sku.replaceAll('/', '~');
}

/** Returns the SKU of such a segment. */
export function skuOfSegment(segment: string): string {
  return segment.replaceAll('~', '/');
}

/** Returns the address of the page that compares parts. */
export function comparePath(ids: readonly string[]): string {
  return `/compare?ids=${ids.map(encodeURIComponent).join(',')}`;
}

/** Returns the ids in the address of that page: each once, and no more than can be compared. */
export function readCompared(ids: string | null | undefined): string[] {
  const named = (ids ?? '').split(',').filter((id) => id !== '');
  return [...new Set(named)].slice(0, MOST_COMPARED);
}

/** Returns the address of a category's page: the grid, narrowed to it. */
export function categoryPath(slug: string): string {
  return `${GRID}?category=${encodeURIComponent(slug)}`;
}

/** Returns the address of a search: the grid, narrowed to what it finds. */
export function searchPath(q: string): string {
  return `${GRID}?${new URLSearchParams({ q })}`;
}
