import { Link } from 'react-router';
import type { Event } from '#contract/events.ts';
import { actorName } from '../../../ui/actor.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { signed } from '../stock/signed.ts';
import { logPath } from './filter.ts';

/** The table of log entries: time, event, person and subject. */
export function Entries({ entries }: { entries: Event[] }) {
  return (
    <DataTable columns={['When', ['What', 'w-1/3'], ['Who', 'w-1/5'], 'About', ['Stock', 'number']]}>
      {entries.map((entry) => (
        <Entry key={entry._id} entry={entry} />
      ))}
    </DataTable>
  );
}

function Entry({ entry }: { entry: Event }) {
  const isAboutNothing = !entry.orderId && !entry.productId && !otherPerson(entry);
  // Empty cells would be empty lines on a phone.
  const empty = (isEmpty: boolean) => (isEmpty ? 'max-md:hidden!' : '');
  return (
    <tr>
      <td data-label="When" className="num align-top whitespace-nowrap">
        <time dateTime={entry.at} className="text-muted">
          {formatMoment(entry.at)}
        </time>
      </td>
      <td data-label="What" className="align-top">
        <div className="min-w-0">
          <p className="font-medium">{entry.what}</p>
          {/* It may hold ids of payments: an x between digits must not become a times sign. */}
          {entry.why && (
            <p dir="auto" className="text-muted [font-variant-ligatures:no-contextual]">
              {entry.why}
            </p>
          )}
        </div>
      </td>
      <td data-label="Who" className="align-top">
        <span className="[overflow-wrap:anywhere]">{actorName(entry.who)}</span>
      </td>
      <td data-label="About" className={`align-top ${empty(isAboutNothing)}`}>
        {isAboutNothing ? <span className="text-muted">–</span> : <About entry={entry} />}
      </td>
      <td data-label="Stock" className={`number align-top ${empty(!entry.stockChange)}`}>
        {entry.stockChange ? signed(entry.stockChange) : <span className="text-muted">–</span>}
      </td>
    </tr>
  );
}

/** Links to the order and the product, and the affected person. */
function About({ entry }: { entry: Event }) {
  const { orderId, productId } = entry;
  const person = otherPerson(entry);
  return (
    <ul className="grid min-w-0 gap-y-1">
      {orderId && (
        <li>
          <Link
            // A deleted order has no page: the link leads to its log.
            to={
              entry.orderDeleted
                ? logPath({ order: entry.orderNumber ?? orderId })
                : `/dashboard/orders/${orderId}`
            }
            className="text-link"
          >
            Order {entry.orderNumber ?? orderId}
          </Link>
          {entry.orderDeleted && <span className="text-muted"> (deleted)</span>}
        </li>
      )}
      {productId && (
        <li>
          <Link
            to={
              entry.productRemoved
                ? logPath({ product: productId })
                : `/dashboard/manageProducts/${productId}`
            }
            {...inCatalogue}
            className="text-link"
          >
            {entry.productName ?? 'Product'}
          </Link>
          {entry.productRemoved && <span className="text-muted"> (removed)</span>}
        </li>
      )}
      {person && <li>{person}</li>}
    </ul>
  );
}

/** Returns the affected person, unless they did it themselves. */
function otherPerson({ person, who }: Event): string | undefined {
  return person === who ? undefined : person;
}
