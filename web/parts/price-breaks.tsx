import type { RefObject } from 'react';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { unitPrice } from '#contract/kernel/price.ts';
import { firstOf, minimumQuantity } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';

interface Props {
  ref?: RefObject<HTMLTableElement | null>;
  product: Product;
  /** The quantity of the form; its row is marked. */
  quantity?: number;
  /** Sets the quantity of the form. Without it the rows are for reading. */
  onChoose?: (quantity: number) => void;
}

/** The unit prices of a product by quantity, a row each. Nothing for a product with one price. */
export function PriceBreaks({ ref, product, quantity, onChoose }: Props) {
  if (product.priceBreaks.length === 0) return null;
  const least = minimumQuantity(product);
  // Two breaks may lie between the same multiples.
  const rows = [...new Set([least, ...product.priceBreaks.map(({ from }) => firstOf(from, product))])];
  const active = quantity === undefined ? undefined : rows.findLast((from) => quantity >= from);
  const highest = unitPrice(product, least);
  return (
    <table ref={ref} className="price-breaks num">
      <caption className="sr-only">Price breaks</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Unit price</th>
          <th scope="col">You save</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((from) => {
          const price = unitPrice(product, from);
          return (
            <tr key={from} aria-current={from === active || undefined}>
              <th scope="row">
                {onChoose ? (
                  <button type="button" className="text-link" onClick={() => onChoose(from)}>
                    {formatCount(from)} pcs
                  </button>
                ) : (
                  `${formatCount(from)} pcs`
                )}
              </th>
              <td>{formatPrice(price)}</td>
              <td>{price < highest ? `${formatShare((highest - price) / highest)}` : '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const shareFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function formatShare(part: number): string {
  return shareFormat.format(part);
}
