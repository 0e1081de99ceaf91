import type { ComponentProps } from 'react';
import { nextQuantity } from '#contract/products/quantity.ts';
import type { Product } from '#contract/products/schema.ts';
import { Button } from '../../ui/button.tsx';
import { CountInput } from '../../ui/count-input.tsx';

interface Props extends ComponentProps<'input'> {
  product: Product;
  quantity: number;
  /** Sets the quantity of the form. */
  onChoose: (quantity: number) => void;
}

/** The quantity, with buttons and arrow keys that lead to the next quantity that can be ordered. */
export function QuantityInput({ product, quantity, onChoose, ...props }: Props) {
  const [fewer, more] = ([-1, 1] as const).map((direction) => nextQuantity(quantity, direction, product));
  const step = (to: number | undefined) => to !== undefined && onChoose(to);
  return (
    <div className="join flex w-full max-w-52">
      <Button
        className="btn-square join-item"
        aria-label="Decrease quantity"
        disabled={fewer === undefined}
        onClick={() => step(fewer)}
      >
        −
      </Button>
      <CountInput
        {...props}
        onStep={(direction) => step(direction === 1 ? more : fewer)}
        className="join-item min-w-0 flex-1 font-semibold"
      />
      <Button
        className="btn-square join-item"
        aria-label="Increase quantity"
        disabled={more === undefined}
        onClick={() => step(more)}
      >
        +
      </Button>
    </div>
  );
}
