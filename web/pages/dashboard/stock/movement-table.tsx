import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { Movement } from '#contract/stock.ts';
import { actorName } from '../../../ui/actor.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { logPath } from '../log/filter.ts';
import { signed } from './signed.ts';

/** Movements, newest first, each with what was on sale after it. */
export function MovementTable({ entries }: { entries: Movement[] }) {
  return (
    <DataTable
      columns={[
        'When',
        ['What', 'w-2/5'],
        ['Who', 'w-1/5'],
        'Order',
        ['Change', 'number'],
        ['On sale after it', 'number'],
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry._id}>
          <td data-label="When" className="num whitespace-nowrap align-top">
            <time dateTime={entry.at} className="text-muted">
              {formatMoment(entry.at)}
            </time>
          </td>
          <td data-label="What" className="align-top">
            <div className="min-w-0">
              <p className="font-medium">{entry.what}</p>
              {entry.why && (
                <p dir="auto" className="text-muted [overflow-wrap:anywhere]">
                  {entry.why}
                </p>
              )}
            </div>
          </td>
          <td data-label="Who" className="align-top [overflow-wrap:anywhere]">
            {actorName(entry.who)}
          </td>
          <td data-label="Order" className={`align-top ${entry.orderId ? '' : 'max-md:hidden!'}`}>
            {entry.orderId ? <OrderLink entry={entry} /> : <span className="text-muted">–</span>}
          </td>
          <td data-label="Change" className="number align-top">
            {signed(entry.change)}
          </td>
          <td data-label="On sale after it" className="number align-top font-medium">
            {formatCount(entry.balance)}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** A deleted order has no page: the link leads to its log. */
function OrderLink({ entry: { orderId, orderNumber, orderDeleted } }: { entry: Movement }) {
  const number = orderNumber ?? orderId!;
  return (
    <>
      <Link
        to={orderDeleted ? logPath({ order: number }) : `/dashboard/orders/${orderId}`}
        className="num text-nowrap text-link"
      >
        {number}
      </Link>
      {orderDeleted && <span className="text-muted"> (deleted)</span>}
    </>
  );
}
