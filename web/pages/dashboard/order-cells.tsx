import { Link } from 'react-router';
import type { Order } from '#contract/purchases/orders.ts';
import { isPayable, isUnaccepted } from '#contract/purchases/states.ts';
import { DeleteButton } from './delete-button.tsx';
import { PaidBadge } from './paid-badge.tsx';
import { useCan } from './role.ts';
import { SentNote } from './sent-badge.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

/** The cells of My Orders that an order and a purchase of several lines share. */
export function TransactionCell({ order: { transactionId } }: { order: Order }) {
  return (
    <td data-label="Transaction Id" className={transactionId ? 'transaction' : 'transaction max-md:hidden!'}>
      <span className="id">{transactionId ?? '–'}</span>
    </td>
  );
}

/** Status and action. `label` says what the button deletes. */
export function StatusCells(props: {
  order: Order;
  /** Dollars of all lines, of a purchase. */
  total?: number;
  label: string;
  onDelete: () => void;
}) {
  const { order, total } = props;
  const can = useCan();
  return (
    <>
      <td data-label="Status" className="status">
        <OrderStatus order={order} total={total} />
      </td>
      <td data-label="Action" className="action">
        {isUnaccepted(order.state) && can('purchase.delete', order) ? (
          <DeleteButton label={props.label} onClick={props.onDelete} />
        ) : (
          <span className="text-muted max-md:hidden">–</span>
        )}
      </td>
    </>
  );
}

/** The status of an order line or its purchase: that it waits for an approval, a Payment button while it is unpaid, then Paid, and what was shipped. */
function OrderStatus({ order, total = order.price }: { order: Order; total?: number }) {
  const can = useCan();
  if (order.paid)
    return (
      <span className="grid justify-items-start gap-0.5">
        <PaidBadge order={order} />
        {/* What was refunded as a whole before it went out never will. */}
        {(!order.refundedAt || order.shipping !== 'none') && <SentNote sent={order} />}
      </span>
    );
  if (!isPayable(order)) return <WaitingBadge approval={order.approval} />;
  if (!total) return <span className="text-muted">No price</span>;
  if (!can('payment.make', order)) return <span className="badge badge-neutral">Unpaid</span>;
  return (
    <Link to={`/dashboard/payment/${order._id}`} className="btn btn-primary btn-sm">
      Payment
    </Link>
  );
}
