import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { PaidBadge } from './paid-badge.tsx';
import { SentNote } from './sent-badge.tsx';

/** How it stands with an order, or with the purchase that it is of: Payment while there is something to pay, then Paid, and what has gone out. */
export function OrderStatus({ order, total = order.price }: { order: Order; total?: number }) {
  if (order.paid)
    return (
      <span className="grid justify-items-start gap-0.5">
        <PaidBadge order={order} />
        {/* What was refunded as a whole before it went out never will. */}
        {(!order.refundedAt || order.shipping !== 'none') && <SentNote sent={order} />}
      </span>
    );
  if (!total) return <span className="text-muted">No price</span>;
  return (
    <Link to={`/dashboard/payment/${order._id}`} className="btn btn-primary btn-sm">
      Payment
    </Link>
  );
}
