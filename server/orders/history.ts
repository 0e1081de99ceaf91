import { type EventReader, mayRead } from '#contract/log/policy.ts';
import type { Event } from '#contract/log/schema.ts';
import type { OrderEvent } from '#contract/purchases/orders.ts';
import type { PurchaseEvent } from '#contract/purchases/schema.ts';

/**
 * An order's events as its history, oldest first; what of it its reader may read. That its payment was
 * refunded in part is left out where the line's own pieces were refunded, whose entry of the same moment says more.
 */
export function toHistory(events: Event[], reader: EventReader): OrderEvent[] {
  return tellable(events, reader).map((event) => toEntry(event, reader));
}

/**
 * The events of a purchase and its lines as its history, like `toHistory`: what happened to several lines at once, with the same
 * facts, is one entry.
 */
export function toPurchaseHistory(events: Event[], reader: EventReader): PurchaseEvent[] {
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

function tellable(events: Event[], reader: EventReader): Event[] {
  const ofPieces = new Set(events.flatMap(({ kind, at }) => (kind === 'pieces_refunded' ? at : [])));
  return events
    .filter(
      ({ kind, facts, at }) => mayRead(reader, 'history', kind) && !(facts?.ofPieces && ofPieces.has(at)),
    )
    .toSorted((a, b) => (a._id < b._id ? -1 : 1));
}

function toEntry({ at, kind, who, what, why, facts, note }: Event, reader: EventReader): OrderEvent {
  return {
    at,
    kind,
    who,
    what,
    ...(mayRead(reader, 'why', kind) ? { why, facts, note } : {}),
  };
}
