import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { PaidBadge } from './paid-badge.tsx';

/** One of the buyer's orders, with number, total, date and hold below the product's name. */
export function OrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  return (
    <tr>
      <td className="lead">
        <div className="min-w-0">
          <Link
            to={`/dashboard/orders/${order._id}`}
            {...inCatalogue}
            className="name font-medium hover:underline"
          >
            {order.productName}
          </Link>
          <p className="text-muted text-xs">
            {order.number} · {formatMoney(order.total)}
            <span className="max-md:hidden"> · </span>
            <span className="max-md:block">
              {/* A phone has room for one of them. */}
              <span className={order.heldUntil ? 'max-md:hidden' : ''}>{formatDate(order.createdAt)}</span>
              {order.heldUntil && (
                <>
                  <span className="max-md:hidden"> · </span>held until {formatMoment(order.heldUntil)}
                </>
              )}
            </span>
          </p>
        </div>
      </td>
      <td
        data-label="Transaction Id"
        className={order.transactionId ? 'transaction' : 'transaction max-md:hidden!'}
      >
        <span className="id">{order.transactionId ?? '–'}</span>
      </td>
      <td data-label="Quantity" className="number quantity">
        {formatCount(order.order)}
      </td>
      <td data-label="Status" className="status">
        <Status order={order} />
      </td>
      <td data-label="Action" className="action">
        {order.paid ? (
          <span className="text-muted max-md:hidden">–</span>
        ) : (
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm text-error"
            aria-label={`Delete the order for ${order.productName}, ${order.number}`}
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
    <Link to={`/dashboard/payment/${order._id}`} className="btn btn-primary btn-sm">
      Payment
    </Link>
  );
}
