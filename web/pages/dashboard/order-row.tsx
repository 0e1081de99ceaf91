import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { inCatalogue } from '../../ui/written.ts';
import { DeleteButton } from './delete-button.tsx';
import { OrderStatus } from './order-status.tsx';

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
            {order.poNumber && (
              <>
                {' '}
                · PO <bdi>{order.poNumber}</bdi>
              </>
            )}
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
        <OrderStatus order={order} />
      </td>
      <td data-label="Action" className="action">
        {order.paid ? (
          <span className="text-muted max-md:hidden">–</span>
        ) : (
          <DeleteButton
            label={`Delete the order for ${order.productName}, ${order.number}`}
            onClick={onDelete}
          />
        )}
      </td>
    </tr>
  );
}
