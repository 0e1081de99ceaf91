import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoney, formatPrice } from '#contract/kernel/money.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { statusOf } from '../../api-problem.ts';
import { order as orderQuery } from '../../buyer-queries.ts';
import { orderPath } from '../../path-with.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { LongerHold } from '../../ui/longer-hold.tsx';
import type { PlacedOrder } from './begun-orders.ts';

interface Props {
  placed: PlacedOrder;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Shows an empty form for another order. */
  onAgain: () => void;
  /** The order has been deleted since. */
  onGone: () => void;
}

/**
 * The placed order and the next steps, in place of the form. It stays after a reload or a later visit, so that only
 * "Order again" leads to a second order.
 */
export function OrderPlaced({ placed, heading, onAgain, onGone }: Props) {
  const { data: order, error } = useQuery(orderQuery(placed.id));
  const headingId = useId();
  const gone = statusOf(error) === 404;

  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);

  return (
    <section aria-labelledby={headingId} className="sheet">
      <div className="flex gap-3 p-5">
        <CheckIcon className="mt-0.5 size-6 shrink-0 text-success" />
        <div>
          <h2 id={headingId} ref={heading} tabIndex={-1} className="text-lg">
            {order?.paid ? 'Ordered and paid' : 'Ordered'}
          </h2>
          <p className="mt-1 text-muted text-sm">
            {order && `${order.number}, ${formatMoment(order.createdAt)}. `}
            {placed.earlier && 'This form had placed an order before. Nothing more was ordered. '}
            {stateOf(order)}
            {order && <LongerHold order={order} />}
          </p>
        </div>
      </div>
      <dl className="detail-list num border-base-300 border-t">
        <dt>Quantity</dt>
        <dd>
          {formatCount(placed.quantity)} pcs at {formatPrice(placed.price)}
        </dd>
        <dt>Total</dt>
        <dd className="font-semibold">{formatMoney(lineTotal(placed, placed.quantity))}</dd>
      </dl>
      <div className="flex flex-wrap gap-3 border-base-300 border-t bg-base-200 p-5">
        {!order?.paid && !order?.approval && placed.price > 0 && (
          <Link to={`/dashboard/payment/${placed.id}`} className="btn btn-primary">
            Go to payment
          </Link>
        )}
        <Link to={orderPath(placed.id)} className="btn btn-quiet">
          See the order
        </Link>
        <Button className="lg:ml-auto" onClick={onAgain}>
          Order again
        </Button>
      </div>
    </section>
  );
}

const held = ({ heldUntil }: Order) =>
  heldUntil ? `The stock is kept for you until ${formatMoment(heldUntil)}.` : '';

function stateOf(order: Order | undefined): string {
  if (order?.paid) return 'There is nothing left to do.';
  if (order?.approval === 'sent_back')
    return 'It was sent back by who approves it. Its page says why, and what to do.';
  if (order?.approval)
    return `It needs an approval before it can be paid, and your approvers are told. ${held(order)}`;
  if (order?.heldUntil) return held(order);
  return order
    ? 'The hold on its stock has ended. Paying takes the stock again.'
    : 'The stock is kept for you.';
}
