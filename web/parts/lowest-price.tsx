import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { priceAtMinimum } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';

/** The lowest price of a part that has price breaks, and from which quantity on. Nothing for a part with one price. */
export function LowestPrice({ product }: { product: Product }) {
  const lowest = product.priceBreaks.at(-1);
  if (!lowest || lowest.price >= priceAtMinimum(product)) return null;
  return (
    <span className="block text-muted text-xs">
      {formatPrice(lowest.price)} from {formatCount(lowest.from)}
    </span>
  );
}
