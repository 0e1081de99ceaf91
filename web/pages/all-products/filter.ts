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
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  if (sort) search.set('sort', sort);
  if (after) search.set('after', after);
  return search.size > 0 ? `/allProducts?${search}` : '/allProducts';
}

function isSort(word: string | null): word is NonNullable<GridFilter['sort']> {
  return word !== null && Object.hasOwn(SORTS, word);
}
