import { useId, useState } from 'react';
import { formatCount, parseCount } from '#contract/kernel/money.ts';
import { quantityWords } from '#contract/kernel/quantity-words.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import { nextQuantity, quantityMessage, rightQuantities } from '#contract/products/quantity.ts';
import type { Product } from '#contract/products/schema.ts';
import { CountInput } from '../../ui/count-input.tsx';
import { AddToOrder } from './add-to-order.tsx';

interface Props {
  product: Product;
  /** Gets the quantity that was typed, while it can be ordered; otherwise undefined. */
  onTyped?: (quantity: number | undefined) => void;
}

/**
 * A quantity, the minimum at first, and the button that adds it to the order, as Enter in the quantity does. What cannot be
 * ordered is not added: a message says why, and the nearest quantities are one click each.
 */
export function AddPieces({ product, onTyped }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const quantity = typed.trim() === '' ? minimumQuantity(product) : parseCount(typed);
  const wrong = Number.isNaN(quantity) ? quantityWords.no_number() : quantityMessage(quantity, product);
  const isShown = isRefused && wrong !== undefined;

  function type(text: string) {
    setTyped(text);
    setRefused(false);
    const pieces = parseCount(text);
    onTyped?.(quantityMessage(pieces, product) === undefined ? pieces : undefined);
  }

  return (
    <>
      <div className="add-pieces needs-script">
        <CountInput
          aria-label={`Quantity of ${product.name}`}
          aria-invalid={isShown || undefined}
          aria-describedby={isShown ? id : undefined}
          placeholder={formatCount(minimumQuantity(product))}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onStep={(direction) => {
            const next = nextQuantity(quantity, direction, product);
            if (next !== undefined) type(formatCount(next));
          }}
          onEnter={(field) => field.parentElement?.querySelector('button')?.click()}
        />
        <AddToOrder
          product={product}
          quantity={quantity}
          className="btn-quiet"
          refuse={() => {
            setRefused(wrong !== undefined);
            return wrong !== undefined;
          }}
        />
      </div>
      {isShown && (
        <div className="add-pieces-wrong">
          <p id={id} role="alert" className="text-error text-sm">
            {wrong}
          </p>
          {rightQuantities(quantity, product).map((right) => (
            <button
              key={right}
              type="button"
              className="btn btn-quiet btn-sm num"
              onClick={() => type(formatCount(right))}
            >
              {formatCount(right)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
