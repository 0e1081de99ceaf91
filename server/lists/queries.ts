import { randomBytes } from 'node:crypto';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Own } from '#contract/kernel/reach.ts';
import { CART, type List, type ListLine, type ListSummary } from '#contract/lists/schema.ts';
import { lockOwner } from '../accounts/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { isId, newId } from '../ground/database/uuid.ts';

export type StoredList = Selectable<Schema['lists']>;

/** Whether a list is somebody's, for the buyer that they act for. */
const isOwn = ({ userId, buyerId }: Own) =>
  sql<SqlBool>`lists.user_id = ${userId} and lists.buyer_id = ${buyerId}`;

/** Returns somebody's lists, the last changed first. */
export async function listLists(db: Queryable, owner: Own): Promise<ListSummary[]> {
  const rows = await db
    .selectFrom('lists')
    .selectAll()
    .where(isOwn(owner))
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...toFields(row), lineCount: row.line_count }));
}

/** Returns a list of somebody, or one whose key they have been given. */
export async function findList(
  db: Queryable,
  id: string,
  owner: Own,
  key?: string,
): Promise<StoredList | undefined> {
  if (id !== CART && !isId(id)) return undefined;
  const lists = db.selectFrom('lists').selectAll();
  if (id === CART) return lists.where(isOwn(owner)).where('kind', '=', CART).executeTakeFirst();
  return lists
    .where('id', '=', id)
    .where((eb) => eb.or([isOwn(owner), ...(key ? [eb('share_key', '=', key)] : [])]))
    .executeTakeFirst();
}

/**
 * Locks somebody, and then a list of theirs: in this order everywhere, as what the list holds is counted for its owner. A cart
 * that is not there yet is made.
 */
export async function lockList(
  transaction: Queryable,
  id: string,
  owner: Own,
): Promise<StoredList | undefined> {
  await lockOwner(transaction, owner);
  if (id === CART) await insertCart(transaction, owner);
  const list = await findList(transaction, id, owner);
  return (
    list &&
    transaction.selectFrom('lists').selectAll().where('id', '=', list.id).forUpdate().executeTakeFirst()
  );
}

async function insertCart(transaction: Queryable, { userId, buyerId }: Own): Promise<void> {
  await sql`
    insert into lists (id, user_id, buyer_id, kind, name) values (${newId()}, ${userId}, ${buyerId}, 'cart', 'Cart')
    on conflict (user_id, buyer_id) where kind = 'cart' do nothing`.execute(transaction);
}

export async function insertList(
  transaction: Queryable,
  { userId, buyerId }: Own,
  name: string,
  boards: number | null,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('lists')
    .values({ id, user_id: userId, buyer_id: buyerId, kind: 'saved', name, boards })
    .execute();
  return id;
}

/** Returns the lines of a list in their order. */
export async function listLines(db: Queryable, listId: string): Promise<ListLine[]> {
  const rows = await db
    .selectFrom('list_lines')
    .selectAll()
    .where('list_id', '=', listId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    position: row.position,
    productId: row.product_id,
    raw: row.raw,
    quantity: row.quantity,
    customerRef: row.customer_ref,
    designators: row.designators,
    perBoard: row.per_board,
    attrition: row.attrition === null ? null : Number(row.attrition),
    leader: row.leader,
    receiptDate: row.receipt_date,
  }));
}

/** Returns a list with its lines, if any are given. Only its owner is told the key that it is shared by. */
export function toList(row: StoredList, lines: ListLine[] | undefined, { userId }: Own): List {
  const { shareKey, ...fields } = toFields(row);
  return { ...fields, ...(shareKey && row.user_id === userId && { shareKey }), ...(lines && { lines }) };
}

function toFields({ id, kind, name, version, boards, share_key: shareKey, changed_at }: StoredList) {
  const changedAt = changed_at.toISOString();
  return { _id: id, kind, name, version, boards, ...(shareKey !== null && { shareKey }), changedAt };
}

/** A key that nobody can guess. */
export function newShareKey(): string {
  return randomBytes(16).toString('base64url');
}

/** Deletes a list of somebody. Returns its id; undefined when there was none. */
export async function removeList(
  transaction: Queryable,
  id: string,
  owner: Own,
): Promise<string | undefined> {
  if (id !== CART && !isId(id)) return undefined;
  await lockOwner(transaction, owner);
  const lists = transaction.deleteFrom('lists').where(isOwn(owner)).returning('id');
  const removed = await (id === CART
    ? lists.where('kind', '=', CART)
    : lists.where('id', '=', id)
  ).executeTakeFirst();
  return removed?.id;
}
