import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import { bestQuantity } from '#contract/products/best-quantity.ts';
import type { Product } from '#contract/products/schema.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  product: Product;
  quantity: number;
  /** Sets the quantity of the form. */
  onChoose: (quantity: number) => void;
}

/** Offers a larger quantity that costs less, or little more, by one click; also when the given one is no multiple. */
export function QuantityAdvice({ product, quantity, onChoose }: Props) {
  const best = bestQuantity(quantity, product);
  return (
    <div role="status" className="text-sm empty:hidden">
      {best && (
        <p className="num flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 bg-base-100 px-3 py-2">
          <span>
            {formatCount(best.quantity)} pcs {comparedTotal(best.saved)}
            {best.than !== quantity && ` than ${formatCount(best.than)}`}, {formatMoney(best.total)} in total.
          </span>
          <Button small onClick={() => onChoose(best.quantity)}>
            Order {formatCount(best.quantity)}
          </Button>
        </p>
      )}
    </div>
  );
}

function comparedTotal(saved: number): string {
  if (saved > 0) return `cost ${formatMoney(saved)} less`;
  return saved < 0 ? `cost only ${formatMoney(-saved)} more` : 'cost no more';
}
