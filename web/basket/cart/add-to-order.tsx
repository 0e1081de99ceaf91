import { type MouseEvent, useSyncExternalStore } from 'react';
import { formatCount } from '#contract/kernel/money.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { addToCart, piecesInCart, subscribeToCart } from './cart.ts';
import { CartIcon } from './cart-icon.tsx';
import { announce } from './said.tsx';

interface Props {
  product: Pick<Product, '_id' | 'name' | 'minOrder' | 'multiple'>;
  /** The pieces to add: of a row or a form that has a quantity. */
  quantity?: number;
  /** Is asked before pieces are added: true where they may not be, and somebody has been told why. */
  refuse?: () => boolean;
  className?: string;
  /** What the button says. */
  words?: string;
  /** Shows the drawing without its words, in a row of a table. */
  isBare?: boolean;
  disabled?: boolean;
}

/** Adds a part to the cart, and says how many pieces of it are in it. Without JavaScript it is not there. */
export function AddToOrder({
  product,
  quantity,
  refuse,
  className = '',
  words = 'Add to order',
  isBare = false,
  disabled,
}: Props) {
  const { _id, name } = product;
  const pieces = useSyncExternalStore(
    subscribeToCart,
    () => piecesInCart(_id),
    () => 0,
  );
  const added = quantity ?? minimumQuantity(product);

  function add({ detail }: MouseEvent) {
    // The second click of a double click.
    if (detail > 1 || refuse?.()) return;
    addToCart(product, added);
    const all = piecesInCart(_id);
    announce(
      `${formatCount(added)} pcs of ${name} added.${all > added ? ` ${formatCount(all)} pcs are in your order.` : ''}`,
    );
  }

  return (
    <button
      type="button"
      className={`btn add-to-order needs-script ${className}`}
      aria-label={`${words}: ${name}${pieces > 0 ? `, ${formatCount(pieces)} pcs are in it` : ''}`}
      title={`Add ${formatCount(added)} pcs to your order`}
      disabled={disabled}
      onClick={add}
    >
      {isBare ? <CartIcon className="size-4" /> : words}
      {pieces > 0 && <span className="cart-badge num">{formatCount(pieces)}</span>}
    </button>
  );
}
