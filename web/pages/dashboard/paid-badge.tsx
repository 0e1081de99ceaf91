import { formatMoney } from '#contract/kernel/money.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { formatDate } from '../../ui/dates.ts';

/** What of a payment has gone back, or may. */
export type PaidState = Pick<Order, 'refundedAt' | 'refunded' | 'disputed' | 'takenBack' | 'purchaseTotal'>;

/** Shows that an order is paid, and whether it was refunded, is disputed, or the bank took the money back. */
export function PaidBadge({ order }: { order: PaidState }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      {order.refundedAt ? (
        <span className="badge badge-neutral">Refunded</span>
      ) : order.refunded > 0 ? (
        <span className="badge badge-warning">Part refunded</span>
      ) : (
        <span className="badge badge-success">Paid</span>
      )}
      <DisputedBadge disputed={order.disputed} />
      {order.takenBack > 0 && <span className="badge badge-warning">Taken back by bank</span>}
      {order.refundedAt ? (
        <span className="num text-muted text-xs">on {formatDate(order.refundedAt)}</span>
      ) : (
        order.refunded > 0 && <span className="num text-muted text-xs">{partRefunded(order)}</span>
      )}
    </span>
  );
}

/** Shows that the buyer's bank has been asked for some of a payment back; nothing where it has not. */
export function DisputedBadge({ disputed }: Pick<PaidState, 'disputed'>) {
  return disputed > 0 && <span className="badge badge-warning">Disputed</span>;
}

/** Returns how much of an order was refunded: '$120.00 of $500.00 refunded'. */
function partRefunded({ refunded, purchaseTotal }: PaidState): string {
  return `${formatMoney(refunded)} of ${formatMoney(purchaseTotal)} refunded`;
}

/** Describes an amount as a part of an order's payment: '$120.00 of this payment', or 'this payment' for all of it. */
export function partOfPayment(dollars: number, { purchaseTotal }: PaidState): string {
  return dollars === purchaseTotal ? 'this payment' : `${formatMoney(dollars)} of this payment`;
}
