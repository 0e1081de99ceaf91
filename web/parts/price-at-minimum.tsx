import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { minimumQuantity, priceAtMinimum } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';

/** The unit price of a part's smallest order. */
export function PriceAtMinimum({ product }: { product: Product }) {
  return (
    <p className="num">
      <span className="font-semibold text-2xl tracking-tight">{formatPrice(priceAtMinimum(product))}</span>{' '}
      <span className="text-muted">per unit</span>
      {product.priceBreaks.length > 0 && (
        <span className="text-muted text-sm"> at {formatCount(minimumQuantity(product))} pcs</span>
      )}
    </p>
  );
}
