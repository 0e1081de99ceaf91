import { randomBytes } from 'node:crypto';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { isForCompany, type Own } from '#contract/kernel/reach.ts';
import { CART, MOST_SHARED_LISTED } from '#contract/lists/limits.ts';
import type { List, ListLine, ListSummary } from '#contract/lists/schema.ts';
import { holdMember, lockOwner } from '../accounts/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { isId, newId } from '../ground/database/uuid.ts';

export type StoredList = Selectable<Schema['lists']>;

/** A list with the name of whose it is. */
export type FoundList = StoredList & { owner: string };

/** Whether a list is somebody's, for the buyer that they act for. */
const isOwn = ({ userId, buyerId }: Own) =>
  sql<SqlBool>`lists.user_id = ${userId} and lists.buyer_id = ${buyerId}`;

/** Whether a list is somebody's, or a colleague shares it with them. */
const isSeenBy = (who: Own) =>
  sql<SqlBool>`(${isOwn(who)} or lists.buyer_id = ${who.buyerId} and lists.shared is not null)`;

/** Whether a list has an id, which may stand for somebody's cart. */
function isNamed(id: string, who: Own) {
  if (id === CART) return sql<SqlBool>`${isOwn(who)} and lists.kind = 'cart'`;
  return isId(id) ? sql<SqlBool>`lists.id = ${id}` : sql<SqlBool>`false`;
}

const selectLists = (db: Queryable) =>
  db
    .selectFrom('lists')
    .innerJoin('users', 'users.id', 'lists.user_id')
    .selectAll('lists')
    .select(sql<string>`coalesce(nullif(users.name, ''), email)`.as('owner'));

/** Returns somebody's lists, and the last changed ones that colleagues share with them; the last changed first. */
export async function listLists(db: Queryable, who: Own): Promise<ListSummary[]> {
  const own = await selectLists(db).where(isOwn(who)).execute();
  const shared = isForCompany(who)
    ? await selectLists(db)
        .where('lists.buyer_id', '=', who.buyerId)
        .where('lists.shared', 'is not', null)
        .where('lists.user_id', '<>', who.userId)
        .orderBy('lists.changed_at', 'desc')
        .limit(MOST_SHARED_LISTED)
        .execute()
    : [];
  return [...own, ...shared]
    .sort((a, b) => Number(b.changed_at) - Number(a.changed_at) || (a.id < b.id ? -1 : 1))
    .map((row) => ({ ...toFields(row, who), lineCount: row.line_count }));
}

/** Returns a list of somebody, one that a colleague shares with them, or one whose key they have been given. */
export async function findList(
  db: Queryable,
  id: string,
  who: Own,
  key?: string,
): Promise<FoundList | undefined> {
  const isOpen = key ? sql<SqlBool>`(${isSeenBy(who)} or share_key = ${key})` : isSeenBy(who);
  return selectLists(db).where(isNamed(id, who)).where(isOpen).executeTakeFirst();
}

/**
 * Locks whose list it is, and then the list: in this order everywhere, as what the list holds is counted for its owner. It is one of
 * somebody, or one that a colleague shares with them. A cart that is not there yet is made.
 */
export async function lockList(
  transaction: Queryable,
  id: string,
  who: Own,
): Promise<StoredList | undefined> {
  const seen = id === CART ? undefined : await findList(transaction, id, who);
  if (!seen || seen.user_id === who.userId) await lockOwner(transaction, who);
  else {
    await sql`select from users where id = ${seen.user_id} for no key update`.execute(transaction);
    await holdMember(transaction, who);
  }
  if (id === CART) await insertCart(transaction, who);
  return selectForUpdate(transaction, id, who).where(isSeenBy(who)).executeTakeFirst();
}

/** Locks a list of somebody who is locked. */
export const lockOwn = (transaction: Queryable, id: string, who: Own): Promise<StoredList | undefined> =>
  selectForUpdate(transaction, id, who).where(isOwn(who)).executeTakeFirst();

const selectForUpdate = (transaction: Queryable, id: string, who: Own) =>
  transaction.selectFrom('lists').selectAll().where(isNamed(id, who)).forUpdate();

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

/** Returns a list with its lines, if any are given. */
export function toList(row: FoundList, lines: ListLine[] | undefined, reader: Own): List {
  return { ...toFields(row, reader), ...(lines && { lines }) };
}

/** Only its owner is told the key of a list; colleagues are told whose it is, and nobody else. */
function toFields(
  { id, kind, name, version, boards, share_key, shared, changed_at, ...row }: FoundList,
  reader: Own,
) {
  const isColleague = row.buyer_id === reader.buyerId;
  const isOwner = row.user_id === reader.userId;
  return {
    ...{ _id: id, kind, name, version, boards },
    ...(share_key !== null && isOwner && { shareKey: share_key }),
    ...(shared !== null && isColleague && { shared }),
    ...(shared !== null && isColleague && !isOwner && { owner: row.owner }),
    changedAt: changed_at.toISOString(),
  };
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
  await lockOwner(transaction, owner);
  const removed = await transaction
    .deleteFrom('lists')
    .where(isOwn(owner))
    .where(isNamed(id, owner))
    .returning('id')
    .executeTakeFirst();
  return removed?.id;
}
