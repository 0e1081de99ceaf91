import type { Event } from '#contract/events.ts';
import type { OrderEvent } from '#contract/orders.ts';

/** An order's events as its history, oldest first. */
export function toHistory(events: Event[]): OrderEvent[] {
  return events
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .map(({ at, who, what, why }) => ({ at, who, what, why }));
}
