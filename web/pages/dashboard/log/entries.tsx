import { Link } from 'react-router';
import type { Event } from '#contract/events.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { signed } from '../stock/signed.ts';
import { EntryCells, OrderLink } from './cells.tsx';
import { logPath } from './filter.ts';

/** The columns of the log. */
export const LOG_COLUMNS: Column[] = [
  'When',
  ['What', 'w-1/3'],
  ['Who', 'wide w-1/5'],
  'About',
  ['Stock', 'number'],
];

/** An entry of the log: time, event, person and subject. */
export function EntryRow({ entry }: { entry: Event }) {
  const isAboutNothing = !entry.orderId && !entry.productId && !otherPerson(entry);
  // Empty cells would be empty lines on a phone.
  const empty = (isEmpty: boolean) => (isEmpty ? 'max-md:hidden!' : '');
  return (
    <tr>
      <EntryCells entry={entry} />
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
          <OrderLink entry={entry} before="Order " />
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
