import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseInvoiceNumber } from '#contract/documents/schema.ts';
import { type AnyPerson, type Own, own, type Reach } from '#contract/kernel/reach.ts';
import { ORDER_NUMBER_PREFIX, parseOrderNumber } from '#contract/purchases/order-number.ts';
import type { OrderStateName } from '#contract/purchases/states.ts';
import type { Queryable } from '../ground/database/client.ts';
import { ownedBy } from '../ground/database/owned-by.ts';
import { firstId, Tally } from '../ground/database/tally.ts';
import { firstIdAt } from '../ground/database/uuid.ts';
import { forbidden } from '../ground/handling/problem.ts';
import type { PurchaseState } from '../purchases/rules.ts';

/** Whose purchases or lines a list shows: one buyer's, those that were placed with an email, or everybody's. */
export type OrderOwner = Own | { email: string } | 'everyone';

/** Whose purchases a caller may list with this `email`: their own, or whosever is in reach. */
export function ownerOf(email: string, caller: AnyPerson, reach: Reach): Exclude<OrderOwner, 'everyone'>;
export function ownerOf(email: string | undefined, caller: AnyPerson, reach: Reach): OrderOwner;
export function ownerOf(email: string | undefined, caller: AnyPerson, reach: Reach): OrderOwner {
  const asked = email?.trim().toLowerCase();
  if (asked === caller.email) return own(caller);
  // guard: tests/access/access.test.ts
  if (reach !== 'all') throw forbidden('own_orders_only');
  return asked === undefined ? 'everyone' : { email: asked };
}

/** The state stands in the text, as in the indexes of buyers and addresses. */
export function purchasesOf(db: Queryable, owner: OrderOwner) {
  const query = db.selectFrom('purchases').where(sql<SqlBool>`state <> 'deleted'`);
  if (owner === 'everyone') return query;
  return 'buyerId' in owner ? query.where(ownedBy(owner)) : query.where('buyer_email', '=', owner.email);
}

/** Of everybody's purchases, words are looked for in so many of the newest ones: no index finds a word, and a rare one is looked for in all. */
const MOST_SEARCHED = 100_000;

/** Whether a purchase is among so many of the newest ones of everybody. */
export const isAmongNewest = (most: number) => sql<SqlBool>`purchases.id > coalesce(
  (select id from purchases order by id desc offset ${sql.lit(most)} limit 1), '00000000-0000-0000-0000-000000000000')`;

/** What a search comes to: purchases that an index finds, or words to look for in `among`. */
type Search = { found: RawBuilder<SqlBool> } | { words: string[]; among: RawBuilder<SqlBool> };

/** Reads a search. A whole number like 'NB-100234' or 'INV-000012', a whole transaction id and a whole address are looked up. */
export function readSearch(q: string | undefined, owner: OrderOwner): Search {
  const text = q?.trim() ?? '';
  const number = /^\d/.test(text) ? undefined : parseOrderNumber(text);
  if (number !== undefined) return { found: sql`number = ${number}` };
  if (TRANSACTION_ID.test(text)) return { found: sql`transaction_id = ${text}` };
  const invoice = parseInvoiceNumber(text);
  if (invoice !== undefined)
    return { found: sql`purchases.id = (select purchase_id from invoices where number = ${invoice})` };
  if (text.includes('@') && !/\s/.test(text)) return { found: sql`buyer_email = ${text.toLowerCase()}` };
  const words = new Set(text.toLowerCase().split(/\s+/).filter(Boolean));
  return {
    words: [...words].map((word) => word.replace(/^#/, '')),
    among: owner === 'everyone' && words.size > 0 ? isAmongNewest(MOST_SEARCHED) : sql`true`,
  };
}

/** The condition that narrows a list to a state, and to what a search finds; `hasWord` says whether a row has a word. */
export function isFound(
  { q, state }: { q?: string | undefined; state?: OrderStateName | undefined },
  owner: OrderOwner,
  hasWord: (word: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const search = readSearch(q, owner);
  const found = 'found' in search ? [search.found] : [search.among, ...search.words.map(hasWord)];
  return sql<SqlBool>`${sql.join(state === undefined ? found : [IN_STATE[state], ...found], sql` and `)}`;
}

/**
 * A purchase has a word in one of its numbers or its cost center, or in what a shipment of it is tracked by; or its transaction id
 * begins with it. Its shipments are found by their index: a subquery of `exists` may be made from all that there are.
 */
export function purchaseHas(word: string): RawBuilder<SqlBool> {
  const has = (text: RawBuilder<unknown>) => sql`strpos(lower(${text}), ${word}) > 0`;
  const numbers = [sql`${ORDER_NUMBER_PREFIX} || purchases.number`, sql`po_number`, sql`cost_centre`].map(
    has,
  );
  const tracked = sql`(select true from shipments where shipments.purchase_id = purchases.id and ${has(sql`tracking`)} limit 1)`;
  return sql`(${sql.join([...numbers, tracked], sql` or `)} or starts_with(lower(transaction_id), ${word}))`;
}

/** Stripe's of a payment intent. */
const TRANSACTION_ID = /^pi_\w{24}$/;

/** What of a purchase has gone out, by its counters. */
export const shippingOf = (shipped: number, unshipped: number): 'none' | 'all' | 'part' =>
  shipped === 0 ? 'none' : unshipped === 0 ? 'all' : 'part';

/** What the states are called where people filter by them. */
export const NAMES: Record<Exclude<PurchaseState, 'deleted'>, OrderStateName> = {
  asked: 'to_approve',
  held: 'to_pay',
  released: 'hold_ended',
  accepted: 'accepted',
  paid: 'paid',
  refunded: 'refunded',
};

/** Each name as a condition, written out as in the indexes. */
export const IN_STATE = Object.fromEntries(
  Object.entries(NAMES).map(([state, name]) => [name, sql<SqlBool>`purchases.state = ${sql.lit(state)}`]),
) as Record<OrderStateName, RawBuilder<SqlBool>>;

/** How many rows everybody's list of purchases or of lines has. */
export function tallyPlaced(db: Queryable, table: 'purchases' | 'orders'): Tally {
  return new Tally({
    first: () => firstId(db.selectFrom(table).select('id')),
    between: (from, until) => countGrowth(db, table, from, until),
  });
}

/** By how many rows such a list has grown between two moments: placed, less deleted. */
async function countGrowth(
  db: Queryable,
  table: 'purchases' | 'orders',
  from: Date | undefined,
  until: Date | undefined,
): Promise<number> {
  let placed = db.selectFrom(table).select((e) => e.fn.countAll<number>().as('count'));
  let deleted = placed.where('deleted_at', 'is not', null);
  if (from) {
    placed = placed.where('id', '>=', firstIdAt(from));
    deleted = deleted.where('deleted_at', '>=', from);
  }
  if (until) {
    placed = placed.where('id', '<', firstIdAt(until));
    deleted = deleted.where('deleted_at', '<', until);
  }
  // One statement, one moment: what is placed and deleted meanwhile counts in both or in neither.
  const { rows } = await sql<{ growth: number }>`select (${placed}) - (${deleted}) as growth`.execute(db);
  return rows[0]!.growth;
}
