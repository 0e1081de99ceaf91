import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { minimumQuantity, priceAtMinimum } from '#contract/products/minimum.ts';
import type { OfferedProduct } from './use-offered.ts';

/** The unit price of a part's smallest order; beside a buyer's own price the list price, struck. */
export function PriceAtMinimum({ product }: { product: OfferedProduct }) {
  const { own } = product;
  return (
    <p className="num">
      <span className="font-semibold text-2xl tracking-tight">{formatPrice(priceAtMinimum(product))}</span>{' '}
      <span className="text-muted">per unit</span>
      {product.priceBreaks.length > 0 && (
        <span className="text-muted text-sm"> at {formatCount(minimumQuantity(product))} pcs</span>
      )}
      {own && (
        <span className="block text-muted text-sm">
          <s>
            <span className="sr-only">List price </span>
            {formatPrice(priceAtMinimum(own.listed))}
          </s>{' '}
          Your price list <bdi>{own.source.name}</bdi>
        </span>
      )}
    </p>
  );
}
