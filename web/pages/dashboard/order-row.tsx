import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { purchasePath } from '../../path-with.ts';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { PoNumber } from '../../ui/po-number.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { StatusCells, TransactionCell } from './order-cells.tsx';

/** One of the buyer's orders, with number, total, date and hold below the product's name. */
export function OrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  return (
    <tr>
      <td className="lead">
        <div className="min-w-0">
          <Link
            to={purchasePath(order.purchaseId)}
            {...inCatalogue}
            className="name font-medium hover:underline"
          >
            {order.productName}
          </Link>
          <p className="text-muted text-xs">
            <span className="sr-only">Order number and total: </span>
            {order.number} · {formatMoney(order.total)}
            {order.poNumber && (
              <>
                {' '}
                · <PoNumber poNumber={order.poNumber} />
              </>
            )}
            {order.buyerId && (
              <>
                {' '}
                · by <bdi>{order.name}</bdi>
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
      <TransactionCell order={order} />
      <td data-label="Quantity" className="number quantity">
        {formatCount(order.order)}
      </td>
      <StatusCells
        order={order}
        label={`Delete the order for ${order.productName}, ${order.number}`}
        onDelete={onDelete}
      />
    </tr>
  );
}
