import { formatCount } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { rightQuantities } from '#contract/quantity.ts';

interface Props {
  product: Product;
  /** A quantity that cannot be ordered. */
  quantity: number;
  /** Sets the quantity of the form. */
  onChoose: (quantity: number) => void;
}

/** Offers the nearest quantities that can be ordered, each by one click. */
export function RightQuantities({ product, quantity, onChoose }: Props) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {rightQuantities(quantity, product).map((right) => (
        <button
          key={right}
          type="button"
          className="btn btn-quiet btn-sm num"
          onClick={() => onChoose(right)}
        >
          Order {formatCount(right)}
        </button>
      ))}
    </div>
  );
}
