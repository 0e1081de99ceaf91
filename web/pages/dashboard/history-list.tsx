import type { ReactNode } from 'react';
import type { OrderEvent } from '#contract/orders.ts';
import { actorName } from '../../ui/actor.ts';
import { formatMoment } from '../../ui/dates.ts';

/** What happened, oldest first. `besides` says more of an entry. */
export function HistoryList<Entry extends OrderEvent>(props: {
  entries: Entry[];
  besides?: (entry: Entry) => ReactNode;
}) {
  return (
    <ol className="text-sm">
      {props.entries.map((entry, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          key={index}
          className="grid gap-x-4 border-base-300 border-t px-5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <time dateTime={entry.at} className="num text-muted">
            {formatMoment(entry.at)}
          </time>
          <div>
            <p className="font-medium">
              {entry.what}
              {props.besides?.(entry)}
            </p>
            {entry.why && <p dir="auto">{entry.why}</p>}
            <p className="text-muted text-xs">by {actorName(entry.who)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
