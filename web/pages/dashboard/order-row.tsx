import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { TrashIcon } from '../../ui/icons.tsx';

/** One of the buyer's orders: total, date and hold stand small under the product's name. */
export function OrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  return (
    <tr>
      <td className="lead">
        <div className="min-w-0">
          <Link
            to={`/dashboard/orders/${order._id}`}
            prefetch="intent"
            className="font-medium hover:underline"
          >
            {order.productName}
          </Link>
          <p className="num text-muted text-xs">
            {formatMoney(order.total)} · {formatDate(order.createdAt)}
            {order.heldUntil && ` · held until ${formatMoment(order.heldUntil)}`}
          </p>
        </div>
      </td>
      <td data-label="Transaction Id">
        <span className="id">{order.transactionId ?? '–'}</span>
      </td>
      <td data-label="Quantity" className="number">
        {formatCount(order.order)}
      </td>
      <td data-label="Status">
        <Status order={order} />
      </td>
      <td data-label="Action" className="action">
        {order.paid ? (
          <span className="text-muted">–</span>
        ) : (
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm text-error max-md:-ms-1.5"
            aria-label={`Delete the order for ${order.productName}`}
            title="Delete"
            onClick={onDelete}
          >
            <TrashIcon />
          </button>
        )}
      </td>
    </tr>
  );
}

function Status({ order }: { order: Order }) {
  if (order.paid) return <PaidBadge order={order} />;
  if (!order.price) return <span className="text-muted">No price</span>;
  return (
    <Link to={`/dashboard/payment/${order._id}`} prefetch="intent" className="btn btn-primary btn-sm">
      Payment
    </Link>
  );
}

/** Says that an order is paid, and whether its money was given back since. */
export function PaidBadge({ order }: { order: Order }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="badge badge-success">Paid</span>
      {order.refundedAt && (
        <span className="num text-muted text-xs">refunded {formatDate(order.refundedAt)}</span>
      )}
    </span>
  );
}
