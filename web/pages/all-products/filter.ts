import type { Product } from '#contract/products.ts';

/** Orders of the grid, by the word in the address; without one it is the catalogue's own, oldest first. */
export const SORTS = {
  newest: 'Newest first',
  name: 'Name',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
} as const;

export type Sort = keyof typeof SORTS;

export function isSort(word: string | null): word is Sort {
  return word !== null && word in SORTS;
}

/** The products whose name or details contain every word of `query`, in any order and case, sorted. */
export function findProducts(products: Product[], query: string, sort?: Sort): Product[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = products.filter(({ name, shortDetails }) => {
    const text = `${name} ${shortDetails}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (sort === 'newest') return found.reverse();
  if (sort === 'name') return found.sort((a, b) => a.name.localeCompare(b.name, 'en'));
  if (sort === 'price') return found.sort((a, b) => a.price - b.price);
  if (sort === '-price') return found.sort((a, b) => b.price - a.price);
  return found;
}
