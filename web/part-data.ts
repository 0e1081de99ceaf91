/** What a part's page tells search engines; see structured-data.ts. */
import { partPath } from '#contract/kernel/addresses.ts';
import { SHOP_CURRENCY } from '#contract/kernel/money.ts';
import { unitPrice } from '#contract/kernel/price.ts';
import { firstOf, minimumQuantity, priceAtMinimum, shortage } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { CONTEXT } from './structured-data.ts';

/** Grams, and pieces, by UN/CEFACT's codes of units. */
const GRAMS = 'GRM';
const PIECES = 'C62';

/** The way from the home page to a page, the page itself last. */
export function breadcrumbData(origin: string, steps: readonly { name: string; path: string }[]) {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** A part with its offer. Its price is the one of the smallest order, as everywhere; each price break is a price of its quantities. */
export function productData(origin: string, product: Product, sellerName: string) {
  const { name, shortDetails, sku, mpn, ean, maker, category, weightGrams, attributes, images } = product;
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name,
    description: shortDetails,
    image: images.map((image) => new URL(image, origin).href),
    url: origin + partPath(sku),
    sku,
    ...(mpn && { mpn }),
    ...(ean && { gtin: ean }),
    ...(maker && { brand: { '@type': 'Brand', name: maker } }),
    ...(category && { category: category.name }),
    ...(weightGrams !== undefined && {
      weight: { '@type': 'QuantitativeValue', value: weightGrams, unitCode: GRAMS },
    }),
    ...(attributes.length > 0 && {
      additionalProperty: attributes.map((attribute) => ({
        '@type': 'PropertyValue',
        name: attribute.name,
        value: attribute.value,
        ...(attribute.unit && { unitText: attribute.unit }),
      })),
    }),
    offers: offerData(origin, product, sellerName),
  };
}

function offerData(origin: string, product: Product, sellerName: string) {
  const least = minimumQuantity(product);
  const quantities = [least, ...product.priceBreaks.map(({ from }) => firstOf(from, product))];
  const ofPieces = (from: number, to?: number) => ({
    '@type': 'QuantitativeValue',
    minValue: from,
    ...(to !== undefined && { maxValue: to }),
    unitCode: PIECES,
  });
  const froms = [...new Set(quantities)].filter((from) => from >= least);
  return {
    '@type': 'Offer',
    url: origin + partPath(product.sku),
    price: priceAtMinimum(product),
    priceCurrency: SHOP_CURRENCY,
    availability: `${CONTEXT}/${availability(product)}`,
    itemCondition: `${CONTEXT}/NewCondition`,
    eligibleQuantity: ofPieces(least),
    inventoryLevel: { '@type': 'QuantitativeValue', value: product.available, unitCode: PIECES },
    ...(froms.length > 1 && {
      priceSpecification: froms.map((from, index) => {
        const next = froms[index + 1];
        return {
          '@type': 'UnitPriceSpecification',
          price: unitPrice(product, from),
          priceCurrency: SHOP_CURRENCY,
          eligibleQuantity: ofPieces(from, next === undefined ? undefined : next - 1),
        };
      }),
    }),
    seller: { '@type': 'Organization', name: sellerName },
  };
}

function availability(product: Product): string {
  if (!shortage(product)) return 'InStock';
  return product.lifecycle === 'active' ? 'OutOfStock' : 'Discontinued';
}
