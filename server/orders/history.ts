import type { Event, EventKind } from '#contract/events.ts';
import type { OrderEvent } from '#contract/orders.ts';

/** Kinds whose reasons tell of the shop's account at the provider, and what it does with its bank. */
const FOR_ADMINS: readonly string[] = [
  'refund_failed',
  'refund_refused',
  'dispute_changed',
] satisfies EventKind[];

/**
 * An order's events as its history, oldest first; without the reasons that are for admins, unless `isAdmin`. That its payment was
 * refunded in part is left out where it is of the line's own pieces, whose entry of the same moment tells more.
 */
export function toHistory(events: Event[], isAdmin: boolean): OrderEvent[] {
  const ofPieces = new Set(events.flatMap(({ kind, at }) => (kind === 'pieces_refunded' ? at : [])));
  return events
    .filter(({ facts, at }) => !(facts?.ofPieces && ofPieces.has(at)))
    .toSorted((a, b) => (a._id < b._id ? -1 : 1))
    .map(({ at, kind, who, what, why, facts, note }) => ({
      ...{ at, kind, who, what },
      ...(isAdmin || !FOR_ADMINS.includes(kind) ? { why, facts, note } : {}),
    }));
}
