import { pathWith } from '../../path-with.ts';
import type { GridFilter } from '../../queries.ts';

/** The labels of the grid's orders, by the word in the address. Without one the oldest product is first. */
export const SORTS: Record<NonNullable<GridFilter['sort']>, string> = {
  newest: 'Newest first',
  name: 'Name',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
};

/** Reads the grid's filter from the address. */
export function readFilter(search: URLSearchParams): GridFilter {
  const q = search.get('q')?.trim();
  const sort = search.get('sort');
  const after = search.get('after');
  return { ...(q && { q }), ...(isSort(sort) && { sort }), ...(after && { after }) };
}

/** Returns the address of the grid with a filter. */
export function gridPath({ q, sort, after }: GridFilter): string {
  return pathWith('/allProducts', { q, sort, after });
}

function isSort(word: string | null): word is NonNullable<GridFilter['sort']> {
  return word !== null && Object.hasOwn(SORTS, word);
}
