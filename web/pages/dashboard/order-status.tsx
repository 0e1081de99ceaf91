import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { PaidBadge } from './paid-badge.tsx';

/** How it stands with an order, or with the purchase that it is of: Payment while there is something to pay, then Paid. */
export function OrderStatus({ order, total = order.price }: { order: Order; total?: number }) {
  if (order.paid) return <PaidBadge order={order} />;
  if (!total) return <span className="text-muted">No price</span>;
  return (
    <Link to={`/dashboard/payment/${order._id}`} className="btn btn-primary btn-sm">
      Payment
    </Link>
  );
}
