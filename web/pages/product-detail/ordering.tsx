import { useRef, useState } from 'react';
import type { Product } from '#contract/products/schema.ts';
import { useKept } from '../../kept.ts';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { type PlacedOrder, sentForms } from './begun-orders.ts';
import { OrderForm } from './order-form.tsx';
import { OrderPlaced } from './order-placed.tsx';

interface Props {
  product: Product;
  /** The product was removed from the catalogue while this page was open. */
  gone: boolean;
}

/** The order form, or the order that it has placed. */
export function Ordering({ product, gone }: Props) {
  const { _id: id } = product;
  const placed = useKept(sentForms, id)?.placed;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusPlaced = useFocusLater(heading);
  const showSuccess = useSuccessDialog();
  const [again, setAgain] = useState(false);

  function tell({ id: orderId, price, earlier }: PlacedOrder) {
    if (earlier) return focusPlaced();
    showSuccess('Order Placed SuccessfullY.', {
      focus: focusPlaced,
      ...(price > 0 && { next: { to: `/dashboard/payment/${orderId}`, label: 'Go to payment' } }),
    });
  }

  if (!placed) return <OrderForm product={product} gone={gone} focused={again} onPlaced={tell} />;
  return (
    <OrderPlaced
      placed={placed}
      heading={heading}
      onAgain={() => {
        setAgain(true);
        sentForms.set(id, undefined);
      }}
      onGone={() => sentForms.set(id, undefined)}
    />
  );
}
