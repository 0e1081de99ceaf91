import type { Event } from '#contract/events.ts';
import type { OrderEvent } from '#contract/orders.ts';

/** What each kind of event means to the people who read an order's history. */
const SENTENCES: Record<string, string> = {
  order_placed: 'Order placed, stock reserved',
  order_paid: 'Paid',
  order_deleted: 'Order deleted',
  order_refunded: 'Refunded',
  hold_ended: 'Hold ended, stock released',
  stock_retaken: 'Stock reserved again',
  refund_due: 'Money is being given back',
  refund_failed: 'Giving the money back failed, it is tried again',
  payment_refunded: 'Money given back',
};

/** An order's events as its history, oldest first. */
export function toHistory(events: Event[]): OrderEvent[] {
  return events
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .map(({ at, who, kind, why }) => ({ at, who, what: SENTENCES[kind] ?? kind, why }));
}
