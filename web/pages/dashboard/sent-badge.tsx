import type { Order } from '#contract/purchases/orders.ts';
import { formatDate } from '../../ui/dates.ts';

/** How far a paid purchase is on its way to its buyer, as its shipments and returns say. */
export type Sent = Pick<Order, 'shipping' | 'shippedAt' | 'returned' | 'returnedAt'>;

/** Returns how far a purchase is, and since when: 'Shipped in part'. Undefined for one that is not paid. */
function sentWords({ shipping, shippedAt, returned, returnedAt }: Sent) {
  if (returned) return { words: returned === 'all' ? 'Returned' : 'Returned in part', at: returnedAt };
  if (shipping === undefined) return undefined;
  if (shipping === 'none') return { words: 'Not shipped yet', at: undefined };
  return { words: shipping === 'all' ? 'Shipped' : 'Shipped in part', at: shippedAt };
}

/** Says it below the state of a payment. */
export function SentNote({ sent }: { sent: Sent }) {
  const { words, at } = sentWords(sent) ?? {};
  if (!words) return null;
  return (
    <span className="num text-muted text-xs">
      {words}
      {at && `, ${formatDate(at)}`}
    </span>
  );
}

/** Says it beside the state of a payment. */
export function SentBadge({ sent }: { sent: Sent }) {
  const { words, at } = sentWords(sent) ?? {};
  if (!words) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="badge badge-neutral">{words}</span>
      {at && <span className="num text-muted text-xs">on {formatDate(at)}</span>}
    </span>
  );
}
