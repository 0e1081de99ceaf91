import type { Product, ProductListQuery } from '#contract/products.ts';

const byName = new Intl.Collator('en', { numeric: true });

/** The products that hold every word of `q` in name or details, in the order asked for (oldest first without one). */
export function searchProducts(
  products: Product[],
  { q, sort }: Pick<ProductListQuery, 'q' | 'sort'>,
): Product[] {
  const words = q?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const found = words.length === 0 ? [...products] : products.filter((product) => holdsAll(product, words));
  switch (sort) {
    case undefined:
      return found;
    case 'newest':
      return found.reverse();
    case 'name':
      return found.sort((a, b) => byName.compare(a.name, b.name));
    case 'price':
      return found.sort((a, b) => a.price - b.price);
    case '-price':
      return found.sort((a, b) => b.price - a.price);
  }
}

function holdsAll(product: Product, words: string[]): boolean {
  const text = `${product.name} ${product.shortDetails}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
