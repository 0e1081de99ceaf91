import { Link } from 'react-router';
import type { DeskPurchase } from '#contract/desk/schema.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import { linePath, purchasePath } from '../../../path-with.ts';
import { Day } from '../../../ui/data-table.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { PurchaseState } from '../purchase-state.tsx';

/** The columns of staff's list of purchases. A purchase's number leads to it, its ids to its orders. */
export const COLUMNS: ListColumn<DeskPurchase>[] = [
  {
    heading: 'Number',
    cellClass: 'lead',
    sorts: ['-placed', 'placed'],
    cell: ({ _id, number }) => (
      <Link to={purchasePath(_id)} className="num inline-block whitespace-nowrap py-1 font-medium text-link">
        {number}
      </Link>
    ),
  },
  { heading: 'Order ids', cellClass: 'ids', cell: (purchase) => <OrderIds purchase={purchase} /> },
  {
    heading: 'Buyer',
    cellClass: 'buyer',
    sorts: ['buyer', '-buyer'],
    cell: ({ name, email }) => (
      <div className="min-w-0">
        <bdi className="block truncate">{name}</bdi>
        <span className="block truncate text-muted text-xs">{email}</span>
      </div>
    ),
  },
  {
    heading: 'PO',
    className: 'po',
    cell: ({ poNumber }) =>
      poNumber ? (
        <bdi className="block truncate" title={poNumber}>
          {poNumber}
        </bdi>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    heading: 'Placed',
    cellClass: 'placed num whitespace-nowrap',
    cell: ({ placedAt }) => <Day at={placedAt} />,
  },
  { heading: 'Lines', className: 'lines number', cell: ({ lineCount }) => formatCount(lineCount) },
  {
    heading: 'Total',
    className: 'number',
    cellClass: 'total font-medium',
    sorts: ['-total', 'total'],
    cell: ({ total }) => formatMoney(total),
  },
  {
    heading: 'State',
    cellClass: 'state',
    sorts: ['paid', '-paid'],
    cell: (purchase) => <PurchaseState purchase={purchase} />,
  },
  { heading: 'Shipped', cellClass: 'shipped', cell: (purchase) => <Shipped purchase={purchase} /> },
];

function OrderIds({ purchase: { _id: purchaseId, orderIds, lineCount } }: { purchase: DeskPurchase }) {
  const more = lineCount - orderIds.length;
  return (
    <>
      <ul>
        {orderIds.map((_id) => (
          <li key={_id}>
            <Link to={linePath({ _id, purchaseId })} className="id hover:underline">
              {_id}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-muted text-xs">
          and {formatCount(more)} more {more === 1 ? 'id' : 'ids'}
        </p>
      )}
    </>
  );
}

const SHIPPED = { none: 'Not yet', part: 'In part', all: 'All of it' };

/** How much has gone out, and how many pieces are here to go. Only what is paid is shipped. */
function Shipped({ purchase: { shipping, toShip, paidAt } }: { purchase: DeskPurchase }) {
  if (!paidAt) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap gap-x-2">
      <span className="whitespace-nowrap">{SHIPPED[shipping]}</span>
      {toShip > 0 && (
        <span className="num whitespace-nowrap text-muted text-xs">{formatCount(toShip)} to ship</span>
      )}
    </span>
  );
}
