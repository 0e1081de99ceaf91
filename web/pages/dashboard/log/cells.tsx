/** Columns that the log and stock movements share. */
import { Link } from 'react-router';
import type { Event } from '#contract/log/schema.ts';
import { orderPath } from '../../../path-with.ts';
import { actorName } from '../../../ui/actor.ts';
import { formatMoment } from '../../../ui/dates.ts';
import type { ListColumn } from '../kit/list-table.tsx';
import { logPath } from './filter.ts';

type Entry = Pick<Event, 'at' | 'what' | 'why' | 'who'>;

/** When something happened, what, and who did it: in a column of its own where there is room for one. */
export const ENTRY_COLUMNS: ListColumn<Entry>[] = [
  {
    heading: 'When',
    cellClass: 'num whitespace-nowrap align-top',
    cell: ({ at }) => (
      <time dateTime={at} className="text-muted">
        {formatMoment(at)}
      </time>
    ),
  },
  {
    heading: 'What',
    className: 'md:w-1/3',
    cellClass: 'align-top',
    cell: ({ what, why, who }) => (
      <div className="min-w-0">
        <p className="font-medium">{what}</p>
        {/* It may hold ids of payments: an x between digits must not become a times sign. */}
        {why && (
          <p
            dir="auto"
            className="text-muted [font-variant-ligatures:no-contextual] [overflow-wrap:anywhere]"
          >
            {why}
          </p>
        )}
        <p className="narrow wrap-anywhere text-muted text-xs">by {actorName(who)}</p>
      </div>
    ),
  },
  {
    heading: 'Who',
    className: 'wide md:w-1/5',
    cellClass: 'wrap-anywhere align-top',
    cell: ({ who }) => actorName(who),
  },
];

/** Links to the order of an entry by its number. A deleted order has no page: the link leads to its log. */
export function OrderLink(props: {
  entry: Pick<Event, 'orderId' | 'orderNumber' | 'orderDeleted'>;
  /** What stands before the number. */
  before?: string;
}) {
  const { orderId, orderNumber, orderDeleted } = props.entry;
  const number = orderNumber ?? orderId!;
  return (
    <>
      <Link
        to={orderDeleted ? logPath({ order: number }) : orderPath(orderId!)}
        className={`num text-link ${orderNumber ? 'text-nowrap' : 'break-all'}`}
      >
        {props.before}
        {number}
      </Link>
      {orderDeleted && <span className="text-muted"> (deleted)</span>}
    </>
  );
}
