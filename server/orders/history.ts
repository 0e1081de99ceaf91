import type { Event, EventKind } from '#contract/events.ts';
import type { OrderEvent } from '#contract/orders.ts';
import type { PurchaseEvent } from '#contract/purchases.ts';

/** Kinds whose reasons tell of the shop's account at the provider and what it does with its bank, or of what staff have to do. */
const FOR_ADMINS: readonly string[] = [
  'refund_failed',
  'refund_refused',
  'promise_lost',
  'dispute_changed',
] satisfies EventKind[];

/** Kinds that only staff see: what they write for each other. */
const FOR_STAFF: readonly string[] = ['note_added'] satisfies EventKind[];

/** What of a history its reader may see, besides what buyers may. */
export interface HistoryReader {
  /** What is for admins, and what is for staff. */
  isAdmin: boolean;
  isStaff: boolean;
}

/**
 * An order's events as its history, oldest first; without the reasons that are for admins, unless the reader is one. That its payment was
 * refunded in part is left out where it is of the line's own pieces, whose entry of the same moment tells more.
 */
export function toHistory(events: Event[], reader: HistoryReader): OrderEvent[] {
  return tellable(events, reader).map((event) => toEntry(event, reader));
}

/**
 * The events of a purchase and its lines as its history, like `toHistory`: what happened to several lines at once, with the same
 * facts, is one entry.
 */
export function toPurchaseHistory(events: Event[], reader: HistoryReader): PurchaseEvent[] {
  const entries = new Map<string, PurchaseEvent>();
  for (const event of tellable(events, reader)) {
    const { productName } = event;
    const entry = toEntry(event, reader);
    const { at, kind, who, why, facts, note } = entry;
    // Pieces are those of one line: told of two, they would be read as the sum.
    const ofOne = facts?.pieces !== undefined && event._id;
    const key = JSON.stringify([at, kind, who, why, facts, note, productName !== undefined, ofOne]);
    const before = entries.get(key);
    if (before?.lines) entries.set(key, { ...before, lines: before.lines + 1, productName: undefined });
    else entries.set(key, { ...entry, ...(productName !== undefined && { lines: 1, productName }) });
  }
  return [...entries.values()];
}

function tellable(events: Event[], { isStaff }: HistoryReader): Event[] {
  const ofPieces = new Set(events.flatMap(({ kind, at }) => (kind === 'pieces_refunded' ? at : [])));
  return events
    .filter(
      ({ kind, facts, at }) =>
        (isStaff || !FOR_STAFF.includes(kind)) && !(facts?.ofPieces && ofPieces.has(at)),
    )
    .toSorted((a, b) => (a._id < b._id ? -1 : 1));
}

function toEntry({ at, kind, who, what, why, facts, note }: Event, { isAdmin }: HistoryReader): OrderEvent {
  return {
    ...{ at, kind, who, what },
    ...(isAdmin || !FOR_ADMINS.includes(kind) ? { why, facts, note } : {}),
  };
}
