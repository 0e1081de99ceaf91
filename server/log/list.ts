import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '#contract/kernel/fields.ts';
import type { Event } from '#contract/log/schema.ts';
import { whatHappened, whyItHappened } from '#contract/log/words.ts';
import { formatOrderNumber, parseOrderNumber } from '#contract/purchases/order-number.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { firstId, Tally } from '../ground/database/tally.ts';
import { firstIdAt, isId } from '../ground/database/uuid.ts';
import { firstLineOf } from './first-line.ts';
import type { NamedKinds } from './kinds.ts';
import { RECONCILIATION, SHOP, WEBHOOK } from './queries.ts';

/** The filter of the log. */
export interface EventFilter {
  kinds?: NamedKinds | undefined;
  /** Who did it, or to whom it was done. */
  person?: string | undefined;
  /** A line's id, or the number of its purchase. */
  order?: string | undefined;
  product?: string | undefined;
  /** Only entries of the stock ledger: those that say by how much stock has changed, if only by 0. */
  moves?: boolean;
}

/** The log's entries, newest first. A filter by an id or number that cannot be one matches nothing. */
export async function listEvents(db: Queryable, filter: EventFilter & Page): Promise<Event[]> {
  if (!hasRealIds(filter) || (filter.after !== undefined && !isId(filter.after))) return [];
  const { person, kinds, limit } = filter;
  if (limit === undefined) return readEvents(db, filter);
  if (person !== undefined) return readEvents(db, { limit }, newestOfPerson(db, person, filter));
  const hasFew = filter.order !== undefined || filter.product !== undefined;
  if (kinds !== undefined && !hasFew) return readEvents(db, { limit }, newestOfKinds(db, kinds, filter));
  return readEvents(db, filter);
}

/**
 * Which entries are a person's newest: of the newest that they did and the newest that were done to them. Each way a person can
 * be in an entry has its own index, and PostgreSQL merges two of them in order only when told.
 */
function newestOfPerson(db: Queryable, person: string, filter: EventFilter & Page): Expression<SqlBool> {
  const email = person.toLowerCase();
  const { person: _, ...rest } = filter;
  const newest = (column: 'actor' | 'person') =>
    newestOf(db, rest, sql<SqlBool>`${sql.ref(`events.${column}`)} = ${email}`);
  return sql<SqlBool>`events.id in ((${newest('actor')}) union (${newest('person')}))`;
}

/**
 * Which entries are the newest of some kinds: of the newest of each. For all kinds at once PostgreSQL reads the log from its end
 * until it has found enough, which takes half a second where a million other entries are newer.
 */
function newestOfKinds(db: Queryable, named: NamedKinds, { after, limit }: Page): Expression<SqlBool> {
  const { names, reconciliation } = named;
  const ofEach = sql`select newest.id from unnest(${names}::text[]) as named (kind)
    cross join lateral (${newestOf(db, { after, limit }, sql<SqlBool>`events.kind = named.kind`)}) as newest`;
  const besides = reconciliation && newestOf(db, { after, limit }, ofReconciliation(reconciliation));
  return sql<SqlBool>`events.id in (${ofEach} ${besides ? sql`union (${besides})` : sql``})`;
}

/** The ids of the newest entries of a filter for which something holds besides. */
function newestOf(db: Queryable, filter: EventFilter & Page, besides: Expression<SqlBool>) {
  const { after, limit = 0 } = filter;
  const query = db
    .selectFrom('events')
    .select('events.id')
    .where((e) => e.and([...conditions(e, filter), besides]))
    .orderBy('events.id', 'desc')
    .limit(limit);
  return after === undefined ? query : query.where('events.id', '<', after);
}

async function readEvents(
  db: Queryable,
  filter: EventFilter & Page,
  besides?: Expression<SqlBool>,
): Promise<Event[]> {
  return (await selectEvents(db, filter, besides).execute()).map(toEvent);
}

/** Selects entries, newest first, for `toEvent`. The filter's ids are real ones. */
export function selectEvents(
  db: Queryable,
  filter: EventFilter & Page,
  besides: Expression<SqlBool> = sql<SqlBool>`true`,
) {
  let query = db
    .selectFrom('events')
    .where(besides)
    .leftJoin('orders', (join) =>
      join.on('orders.id', '=', sql`coalesce(events.order_id, ${firstLineOf(sql`events.purchase_id`)})`),
    )
    .leftJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .leftJoin('products', 'products.id', 'events.product_id')
    .where((e) => e.and(conditions(e, filter)))
    .selectAll('events')
    .select([
      'products.name as product_name',
      'products.removed_at as product_removed_at',
      'orders.id as shown_order_id',
      'purchases.number as order_number',
      'orders.deleted_at as order_deleted_at',
    ])
    .orderBy('events.id', 'desc');
  if (filter.after !== undefined) query = query.where('events.id', '<', filter.after);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  return query;
}

/** How many entries of the log match, of those written between two moments where there are bounds. */
export async function countEvents(
  db: Queryable,
  filter: EventFilter,
  from?: Date,
  until?: Date,
): Promise<number> {
  if (!hasRealIds(filter)) return 0;
  let query = db.selectFrom('events').where((e) => e.and(conditions(e, filter)));
  if (from) query = query.where('id', '>=', firstIdAt(from));
  if (until) query = query.where('id', '<', firstIdAt(until));
  const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

/** How many entries of the log match, however many do. */
export function tallyEvents(db: Queryable, filter: Omit<EventFilter, 'person' | 'order'>): Tally {
  const entries = db.selectFrom('events').select('id');
  const { product } = filter;
  return new Tally({
    first: () => firstId(product === undefined ? entries : entries.where('product_id', '=', product)),
    between: (from, until) => countEvents(db, filter, from, until),
  });
}

function hasRealIds({ order, product }: EventFilter): boolean {
  const isOrder = order === undefined || isId(order) || parseOrderNumber(order) !== undefined;
  return isOrder && (product === undefined || isId(product));
}

type Conditions = ExpressionBuilder<Schema, 'events'>;

function conditions(
  e: Conditions,
  { kinds, person, order, product, moves }: EventFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (kinds !== undefined) all.push(ofKinds(e, kinds));
  if (order !== undefined) all.push(ofOrder(order));
  if (product !== undefined) all.push(e('events.product_id', '=', product));
  if (moves) all.push(e('events.stock_change', 'is not', null));
  if (person !== undefined) {
    const email = person.toLowerCase();
    all.push(e.or([e('events.actor', '=', email), e('events.person', '=', email)]));
  }
  return all;
}

/** What the log tells of a line, by its id, or of all lines of a purchase, by its number; and of the purchase as a whole. */
function ofOrder(order: string): Expression<SqlBool> {
  const number = parseOrderNumber(order);
  const lines =
    number === undefined
      ? sql`select id, purchase_id from orders where id = ${order}`
      : sql`select orders.id, purchase_id from orders join purchases on purchases.id = purchase_id where number = ${number}`;
  // Each has its own index, and PostgreSQL takes both only when told.
  return sql<SqlBool>`events.id in (
    select id from events where order_id = any(array(select id from (${lines}) as lines))
    union all
    select id from events where purchase_id = any(array(select purchase_id from (${lines}) as lines)))`;
}

function ofKinds(e: Conditions, { names, reconciliation }: NamedKinds): Expression<SqlBool> {
  const any: Expression<SqlBool>[] = [];
  if (names.length > 0) any.push(e('events.kind', '=', sql<string>`any(${names}::text[])`));
  if (reconciliation) any.push(ofReconciliation(reconciliation));
  return e.or(any);
}

/** With its values written out, as PostgreSQL takes the index for it only then (`events_reconciled` of baseline.sql), which has the same kinds. */
function ofReconciliation(kinds: string[]): Expression<SqlBool> {
  return sql<SqlBool>`(events.actor = ${sql.lit(RECONCILIATION)} or (
    events.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
    and events.actor in (${sql.lit(SHOP)}, ${sql.lit(WEBHOOK)})))`;
}

interface EventRow {
  id: string;
  at: Date;
  kind: string;
  actor: string;
  shown_order_id: string | null;
  order_id: string | null;
  order_number: number | null;
  order_deleted_at: Date | null;
  product_id: string | null;
  product_name: string | null;
  product_removed_at: Date | null;
  person: string | null;
  stock_change: number | null;
  why: string | null;
  facts: unknown;
}

/** An entry as the log shows it. */
export function toEvent(row: EventRow): Event {
  const facts = row.facts as Record<string, unknown> | null;
  const written = row.why ?? undefined;
  return {
    _id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    what: whatHappened(row.kind, facts),
    who: row.actor,
    orderId: row.shown_order_id ?? row.order_id ?? undefined,
    orderNumber: row.order_number === null ? undefined : formatOrderNumber(row.order_number),
    orderDeleted: row.order_deleted_at ? true : undefined,
    productId: row.product_id ?? undefined,
    productName: row.product_name ?? undefined,
    productRemoved: row.product_removed_at ? true : undefined,
    person: row.person ?? undefined,
    stockChange: row.stock_change ?? undefined,
    // Entries that were written before there were facts keep their words in `why`.
    ...(facts ? { why: whyItHappened(row.kind, facts, written), facts, note: written } : { why: written }),
  };
}
