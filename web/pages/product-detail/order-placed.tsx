import { Link } from 'react-router';
import { formatCount, formatMoney, totalOf } from '#contract/money.ts';

export interface PlacedOrder {
  id: string;
  quantity: number;
  /** Dollars for one piece. */
  price: number;
}

/** Stays below the form when the dialog has gone: what was ordered, and the way on. */
export function OrderPlaced({ placed }: { placed: PlacedOrder }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 border-base-300 border-t pt-4 text-sm">
      <p className="num mr-auto">
        Ordered: {formatCount(placed.quantity)} pcs for{' '}
        <strong>{formatMoney(totalOf(placed.price, placed.quantity))}</strong>. The stock is kept for you.
      </p>
      <Link to={`/dashboard/orders/${placed.id}`} className="btn btn-quiet btn-sm">
        See the order
      </Link>
      <Link to={`/dashboard/payment/${placed.id}`} className="btn btn-primary btn-sm">
        Go to payment
      </Link>
    </div>
  );
}
