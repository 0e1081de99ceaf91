import type { Event } from '#contract/events.ts';
import type { Page } from '#contract/fields.ts';
import type { Queryable } from '../database/client.ts';
import { isId, newId } from '../database/uuid.ts';

/** What the log can hold. Each is written in the transaction of the change it tells of. */
export type EventKind =
  | 'user_promoted'
  | 'user_demoted'
  | 'user_removed'
  | 'address_proven'
  | 'product_added'
  | 'product_changed'
  | 'product_removed'
  | 'order_placed'
  | 'order_deleted'
  | 'order_paid'
  | 'order_refunded'
  | 'hold_ended'
  | 'stock_retaken'
  | 'refund_due'
  | 'refund_failed'
  | 'payment_refunded';

/** The actor of what the shop does by itself. */
export const SHOP = 'shop';
/** The actors through which the shop hears of payments besides its buyers. */
export const WEBHOOK = 'webhook';
export const RECONCILIATION = 'reconciliation';

export interface NewEvent {
  kind: EventKind;
  /** Email of who did it, or SHOP. */
  actor: string;
  orderId?: string;
  productId?: string;
  person?: string;
  /** Pieces by which the product's available stock changed. */
  stockChange?: number;
  why?: string;
}

export async function recordEvent(transaction: Queryable, event: NewEvent): Promise<void> {
  await transaction
    .insertInto('events')
    .values({
      id: newId(),
      kind: event.kind,
      actor: event.actor,
      order_id: event.orderId ?? null,
      product_id: event.productId ?? null,
      person: event.person ?? null,
      stock_change: event.stockChange ?? null,
      why: event.why ?? null,
    })
    .execute();
}

export interface EventFilter extends Page {
  kind?: string | undefined;
  person?: string | undefined;
  order?: string | undefined;
  product?: string | undefined;
}

/** The log, newest first, and how many entries match. A filter by an id that cannot be one matches nothing. */
export async function listEvents(
  db: Queryable,
  filter: EventFilter,
): Promise<{ events: Event[]; total: number }> {
  const ids = [filter.after, filter.order, filter.product].filter((id) => id !== undefined);
  if (!ids.every(isId)) return { events: [], total: 0 };
  let matching = db.selectFrom('events');
  if (filter.kind !== undefined) matching = matching.where('kind', '=', filter.kind);
  if (filter.order !== undefined) matching = matching.where('order_id', '=', filter.order);
  if (filter.product !== undefined) matching = matching.where('product_id', '=', filter.product);
  if (filter.person !== undefined) {
    const email = filter.person.toLowerCase();
    matching = matching.where((e) => e.or([e('actor', '=', email), e('person', '=', email)]));
  }
  const { total } = await matching
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let piece = matching.selectAll().orderBy('id', 'desc');
  if (filter.after !== undefined) piece = piece.where('id', '<', filter.after);
  if (filter.limit !== undefined) piece = piece.limit(filter.limit);
  const rows = await piece.execute();
  return { total, events: rows.map(toEvent) };
}

function toEvent(row: {
  id: string;
  at: Date;
  kind: string;
  actor: string;
  order_id: string | null;
  product_id: string | null;
  person: string | null;
  stock_change: number | null;
  why: string | null;
}): Event {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    who: row.actor,
    orderId: row.order_id ?? undefined,
    productId: row.product_id ?? undefined,
    person: row.person ?? undefined,
    stockChange: row.stock_change ?? undefined,
    why: row.why ?? undefined,
  };
}
