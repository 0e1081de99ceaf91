import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeskSort } from '#contract/desk/filters.ts';
import type { DeskFilter, DeskListQuery } from '#contract/desk/schema.ts';
import { parseCreditNoteNumber, parseInvoiceNumber } from '#contract/documents/schema.ts';
import { parseOrderNumber } from '#contract/purchases/order-number.ts';
import { poKey } from '#contract/purchases/po-number.ts';
import type { Queryable } from '../ground/database/client.ts';
import { idsThatBegin, isId } from '../ground/database/uuid.ts';
import { begins } from '../ground/days.ts';
import { IN_STATE, purchasesOf } from '../orders/owned.ts';
import { hasToShip } from '../products/shelf.ts';
import { isCancelAsked, isRefundOwed, isToShip } from '../purchases/pieces.ts';
import { SLACK, sqlFirstIdAt } from './moments.ts';
import { isOverdue, type ShippingTerms } from './shipping.ts';

export type DeskPurchases = ReturnType<typeof purchasesOf>;

/** Buyers, and purchases that have a number, that are looked up before a query; more of them are a part of it. */
const MOST_LOOKED_UP = 500;

/** Everybody's purchases that are not deleted, as far as a filter leaves them. */
export async function narrow(
  db: Queryable,
  terms: ShippingTerms,
  filter: DeskFilter,
): Promise<{ purchases: DeskPurchases }> {
  const q = filter.q?.trim();
  const buyer = filter.buyer?.trim();
  const conditions = [
    ...conditionsOf(terms, filter),
    ...(buyer ? [await isBy(db, buyer)] : []),
    ...(q ? [await hasNumber(db, q)] : []),
  ];
  // Not the query alone: whoever awaits one runs it.
  return {
    purchases: conditions.reduce((query, condition) => query.where(condition), purchasesOf(db, 'everyone')),
  };
}

function conditionsOf(terms: ShippingTerms, filter: DeskFilter): RawBuilder<SqlBool>[] {
  const { state, from, until, unshipped, refund } = filter;
  const part = filter.part?.trim();
  return [
    ...(state === undefined ? [] : [IN_STATE[state]]),
    ...(unshipped === undefined ? [] : [isToShip]),
    ...(unshipped === 'overdue' ? [isOverdue(terms)] : []),
    ...(refund === 'owed' ? [isRefundOwed] : refund === 'asked' ? [isCancelAsked] : []),
    ...(part ? [hasPart(part, unshipped && hasToShip)] : []),
    ...(from === undefined ? [] : [isPlacedFrom(begins(sql`${from}`))]),
    ...(until === undefined ? [] : [isPlacedBefore(begins(sql`(${until}::date + 1)`))]),
  ];
}

/** An id tells when its purchase was placed, nearly: it bounds what is read, and the time decides. */
function isPlacedFrom(moment: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql`(purchases.id >= ${sqlFirstIdAt(sql`${moment} - ${SLACK}`)} and placed_at >= ${moment})`;
}

function isPlacedBefore(moment: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql`(purchases.id < ${sqlFirstIdAt(sql`${moment} + ${SLACK}`)} and placed_at < ${moment})`;
}

/**
 * Purchases of a buyer, by its id or the whole address, or of those whose address or name has the text. The addresses are looked up first, those
 * with purchases: PostgreSQL does not know how few purchases they find, and would read all of them to have them in order. Where they
 * are many, reading purchases in order soon comes to one of theirs.
 */
async function isBy(db: Queryable, buyer: string): Promise<RawBuilder<SqlBool>> {
  const text = buyer.toLowerCase();
  if (isId(text)) return sql`purchases.buyer_id = ${text}`;
  if (text.includes('@') && (await isAddress(db, text))) return sql`purchases.buyer_email = ${text}`;
  const has = sql<SqlBool>`(strpos(email, ${text}) > 0 or strpos(lower(name), ${text}) > 0)`;
  const { rows } = await sql<{ email: string }>`
    select email from users where ${has}
      and exists (select from purchases where buyer_email = email and state <> 'deleted')
    limit ${MOST_LOOKED_UP + 1}`.execute(db);
  if (rows.length === 0) return sql`false`;
  if (rows.length > MOST_LOOKED_UP)
    return sql`exists (select from users where email = purchases.buyer_email and ${has})`;
  return sql`purchases.buyer_email = any(${rows.map(({ email }) => email)}::text[])`;
}

/** Returns whether somebody has this address, or had it when they ordered. */
async function isAddress(db: Queryable, text: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from users where email = ${text})
      or exists (select from purchases where buyer_email = ${text} and state <> 'deleted') as is`.execute(db);
  return rows[0]!.is;
}

/** Products by SKU or id. One that has left the catalogue is found by its id. */
const productsOf = (part: string) =>
  isId(part)
    ? sql`array[${part}::uuid]`
    : sql`array(select id from products where upper(sku) = ${part.toUpperCase()} and removed_at is null)`;

/** @param isLine what else is true for a row of `orders` with the part */
function hasPart(part: string, isLine: RawBuilder<SqlBool> = sql`true`): RawBuilder<SqlBool> {
  return sql`purchases.id in (
    select purchase_id from orders
    where product_id = any(${productsOf(part)}) and deleted_at is null and ${isLine})`;
}

/**
 * Purchases with this number of any kind, cost center or buyer's address, or an id that begins so, each kind found by its own index; where none has it, those of the part with this SKU. The
 * numbers are looked up first: PostgreSQL does not know how few they find, and would read all purchases to have them in order.
 */
async function hasNumber(db: Queryable, q: string): Promise<RawBuilder<SqlBool>> {
  const found: RawBuilder<unknown>[] = [
    sql`select id from purchases where lower(po_number) = ${poKey(q)} and state <> 'deleted'`,
    sql`select id from purchases where lower(cost_centre) = ${q.toLowerCase()} and state <> 'deleted'`,
    sql`select id from purchases where transaction_id = ${q}`,
    sql`select purchase_id from shipments where lower(tracking) = ${q.toLowerCase()}`,
  ];
  if (q.includes('@'))
    found.push(sql`select id from purchases where buyer_email = ${q.toLowerCase()} and state <> 'deleted'`);
  const ids = idsThatBegin(q);
  if (ids) {
    const isOne = sql`id between ${ids.first}::uuid and ${ids.last}::uuid`;
    found.push(
      sql`select id from purchases where ${isOne}`,
      sql`select purchase_id from orders where ${isOne}`,
    );
  }
  const number = parseOrderNumber(q);
  if (number !== undefined) found.push(sql`select id from purchases where number = ${number}`);
  const invoice = parseInvoiceNumber(q);
  if (invoice !== undefined) found.push(sql`select purchase_id from invoices where number = ${invoice}`);
  const credit = parseCreditNoteNumber(q);
  if (credit !== undefined) found.push(sql`select purchase_id from credit_notes where number = ${credit}`);
  const all = sql.join(found, sql` union `);
  const { rows } = await sql<{ id: string }>`${all} limit ${MOST_LOOKED_UP + 1}`.execute(db);
  if (rows.length === 0) return hasPart(q);
  // Of an array whose length it does not know, PostgreSQL expects a few ids, and looks each up.
  if (rows.length > MOST_LOOKED_UP) return sql`purchases.id = any(array(${all}))`;
  return sql`purchases.id = any(${rows.map(({ id }) => id)}::uuid[])`;
}

/** What each order sorts by before the id; none sorts by when it was placed, as ids do. */
const SORTS: Record<DeskSort, { column?: string; direction: 'asc' | 'desc' }> = {
  '-placed': { direction: 'desc' },
  placed: { direction: 'asc' },
  '-total': { column: 'total_cents', direction: 'desc' },
  total: { column: 'total_cents', direction: 'asc' },
  '-paid': { column: 'paid_at', direction: 'desc' },
  paid: { column: 'paid_at', direction: 'asc' },
  // Of one buyer the newest first.
  buyer: { column: 'buyer_email', direction: 'asc' },
  '-buyer': { column: 'buyer_email', direction: 'desc' },
};

/**
 * Sorts purchases, and leaves those out that come before the id `after` or are it. By payment only paid ones are
 * listed, and those to ship by when they were accepted: a card accepts and pays at once.
 */
export function sorted(
  query: DeskPurchases,
  { sort = '-placed', after, unshipped }: DeskListQuery,
): DeskPurchases {
  const { column: usual, direction } = SORTS[sort];
  const column = usual === 'paid_at' && unshipped ? 'accepted_at' : usual;
  const isAfter = sql.raw(direction === 'asc' ? '>' : '<');
  let sorted = query;
  if (column === 'paid_at') sorted = sorted.where('paid_at', 'is not', null);
  if (column === undefined) {
    if (after !== undefined) sorted = sorted.where(sql<SqlBool>`purchases.id ${isAfter} ${after}`);
    return sorted.orderBy('purchases.id', direction);
  }
  const by = sql.ref(`purchases.${column}`);
  if (after !== undefined)
    sorted = sorted.where(
      sql<SqlBool>`(${by}, purchases.id) ${isAfter} (select ${sql.ref(column)}, id from purchases where id = ${after})`,
    );
  return sorted.orderBy(by, direction).orderBy('purchases.id', direction);
}
