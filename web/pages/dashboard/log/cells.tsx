/** Cells of the log and of stock movements. In a narrow table each shows its label. */
import { Link } from 'react-router';
import type { Event } from '#contract/events.ts';
import { orderPath } from '../../../path-with.ts';
import { actorName } from '../../../ui/actor.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { logPath } from './filter.ts';

/** When something happened, what, and who did it: in a cell of its own where there is room for one. */
export function EntryCells({
  entry: { at, what, why, who },
}: {
  entry: Pick<Event, 'at' | 'what' | 'why' | 'who'>;
}) {
  return (
    <>
      <td data-label="When" className="num whitespace-nowrap align-top">
        <time dateTime={at} className="text-muted">
          {formatMoment(at)}
        </time>
      </td>
      <td data-label="What" className="align-top">
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
      </td>
      <td className="wide wrap-anywhere align-top">{actorName(who)}</td>
    </>
  );
}

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
