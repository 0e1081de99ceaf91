import type { Product } from '#contract/products/schema.ts';

/**
 * Returns a product with only the facts that a list shows, for a page's data. The others come with the part's own page.
 * @param showsAttribute of cards: none
 */
export function slimProduct(
  product: Product,
  showsAttribute: (key: string, index: number) => boolean = () => false,
): Product {
  const {
    package: _,
    mpn: __,
    ean: _______,
    maker: ___,
    weightGrams: ____,
    leadDays: _____,
    expected: ______,
    ...rest
  } = product;
  return {
    ...rest,
    attributes: product.attributes.filter(({ key }, index) => showsAttribute(key, index)),
    images: [product.image],
    attachments: [],
    substitutes: [],
  };
}
