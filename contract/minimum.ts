/** The smallest order of a product. Apart from the schemas, because the home page shows it and needs none of them. */
import { formatCount } from './money.ts';

/** No order is smaller than this, whatever the product's own minimum. */
export const MIN_ORDER = 100;

/** Fewest pieces one may order of a product: 100, or its own minimum where that is larger. */
export function minimumQuantity(product: { minOrder: number }): number {
  return Math.max(MIN_ORDER, product.minOrder);
}

/** Why no quantity of a product can be ordered, in a few words; undefined when one can. */
export function shortage(product: { minOrder: number; available: number }): string | undefined {
  const least = minimumQuantity(product);
  if (product.available >= least) return undefined;
  if (product.available <= 0) return 'Out of stock';
  return `${formatCount(product.available)} left, minimum ${formatCount(least)}`;
}
