import { sql } from 'kysely';
import type { EventFacts, EventKind } from '#contract/log/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';

/** The actor of background jobs. */
export const SHOP = 'shop';
/** The actor of what somebody did who has not proven who they are. */
export const VISITOR = 'visitor';
/** The actors through which the shop hears of payments besides its buyers. */
export const WEBHOOK = 'webhook';
export const RECONCILIATION = 'reconciliation';

/** What happened, with the facts of its kind. `contract/log/words.ts` makes words of them when they are shown. */
export type Told<K extends EventKind = EventKind> = {
  [Kind in K]: {
    kind: Kind;
    /** Email of who did it, or SHOP. */
    actor: string;
    /** What a person wrote about it. */
    why?: string | null;
  } & (Kind extends keyof EventFacts ? { facts: EventFacts[Kind] } : { facts?: undefined });
}[K];

export type NewEvent = Told & {
  /** A line, or the purchase as a whole. */
  orderId?: string;
  purchaseId?: string | undefined;
  productId?: string;
  person?: string;
  /** Pieces by which the product's available stock changed. */
  stockChange?: number;
};

/** Writes entries of the log in one statement; returns their ids. */
export async function recordEvents(transaction: Queryable, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map(({ kind, actor, person, why, facts, ...event }) => ({
    id: newId(),
    kind,
    actor,
    person,
    why,
    facts,
    order_id: event.orderId,
    purchase_id: event.purchaseId,
    product_id: event.productId,
    stock_change: event.stockChange,
  }));
  await sql`
    insert into events (id, kind, actor, order_id, purchase_id, product_id, person, stock_change, why, facts)
    select id, kind, actor, order_id, purchase_id, product_id, person, stock_change, why, facts
    from jsonb_populate_recordset(null::events, ${JSON.stringify(rows)}::jsonb)`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Writes an entry of the log; returns its id. */
export async function recordEvent(transaction: Queryable, event: NewEvent): Promise<string> {
  const [id] = await recordEvents(transaction, [event]);
  return id!;
}
