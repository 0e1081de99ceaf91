import { Link } from 'react-router';
import { countOf, formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { linePath, purchasePath } from '../../path-with.ts';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { PoNumber } from '../../ui/po-number.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { StatusCells, TransactionCell } from './order-cells.tsx';
import type { PurchaseGroup } from './purchase-groups.ts';

/** A purchase of several lines: a row with its number, PO number and total, its first lines, and how many there are besides. */
export function PurchaseRows({ group, onDelete }: { group: PurchaseGroup; onDelete: () => void }) {
  const { first, orders, more } = group;
  const path = purchasePath(first.purchaseId);
  return (
    <>
      <tr className="purchase-head">
        <td className="lead">
          <div className="min-w-0">
            <span className="sr-only">Order number and total: </span>
            <Link to={path} className="font-semibold hover:underline">
              {first.number} · {formatMoney(first.purchaseTotal)}
            </Link>
            <p className="text-muted text-xs">
              {formatCount(first.purchaseLines ?? orders.length)} lines
              {first.poNumber && (
                <>
                  {' '}
                  · <PoNumber poNumber={first.poNumber} />
                </>
              )}{' '}
              ·{' '}
              {first.buyerId && (
                <>
                  by <bdi>{first.name}</bdi> ·{' '}
                </>
              )}
              {formatDate(first.createdAt)}
              {first.heldUntil && <> · held until {formatMoment(first.heldUntil)}</>}
            </p>
          </div>
        </td>
        <TransactionCell order={first} />
        <td data-label="Quantity" className="number quantity max-md:hidden!" />
        <StatusCells
          order={first}
          total={first.purchaseTotal}
          label={`Delete the order ${first.number} with all of its lines`}
          onDelete={onDelete}
        />
      </tr>
      {orders.map((order) => (
        <LineRow key={order._id} order={order} />
      ))}
      {more > 0 && (
        <tr className="purchase-line">
          <td colSpan={5} className="lead">
            <Link to={path} className="text-link text-xs">
              {countOf(more, 'more line')} of {first.number}
            </Link>
          </td>
        </tr>
      )}
    </>
  );
}

function LineRow({ order }: { order: Order }) {
  return (
    <tr className="purchase-line">
      <td className="lead">
        <Link to={linePath(order)} {...inCatalogue} className="name hover:underline">
          {order.productName}
        </Link>
        {order.customerRef && <bdi className="id ms-2 text-muted text-xs">{order.customerRef}</bdi>}
      </td>
      <td className="transaction max-md:hidden!" />
      <td data-label="Quantity" className="number quantity">
        {formatCount(order.order)}
      </td>
      <td className="number status text-muted text-xs">
        <span className="sr-only">Line total: </span>
        {formatMoney(order.total)}
      </td>
      <td className="action max-md:hidden!" />
    </tr>
  );
}
