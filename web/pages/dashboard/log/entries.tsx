import { Link } from 'react-router';
import type { Event } from '#contract/log/schema.ts';
import { inCatalogue } from '../../../ui/written.ts';
import type { ListColumn } from '../kit/list-table.tsx';
import { signed } from '../kit/signed.ts';
import { ENTRY_COLUMNS, OrderLink } from './cells.tsx';
import { logPath } from './filter.ts';

const isAboutNothing = (entry: Event) => !entry.orderId && !entry.productId && !otherPerson(entry);

/** Cells with nothing would be empty lines on a phone. */
const unlessEmpty = (isEmpty: boolean) => (isEmpty ? 'align-top max-md:hidden!' : 'align-top');

const NOTHING = <span className="text-muted">–</span>;

/** The columns of the log: time, event, person and subject. */
export const LOG_COLUMNS: ListColumn<Event>[] = [
  ...ENTRY_COLUMNS,
  {
    heading: 'About',
    cellClass: (entry) => unlessEmpty(isAboutNothing(entry)),
    cell: (entry) => (isAboutNothing(entry) ? NOTHING : <About entry={entry} />),
  },
  {
    heading: 'Stock',
    className: 'number',
    cellClass: ({ stockChange }) => unlessEmpty(!stockChange),
    cell: ({ stockChange }) => (stockChange ? signed(stockChange) : NOTHING),
  },
];

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
