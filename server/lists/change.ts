import { sql } from 'kysely';
import type { FieldOfLine } from '#contract/matching/fields.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';
import { type ListAct, type ListWriter, refusalOf } from './judge.ts';
import { joinOps, type WrittenLine } from './ops.ts';
import { findPlaced } from './placed.ts';
import { lockList, newShareKey, type StoredList } from './queries.ts';

/** A change of a list: the versions before and after it, and lines that were placed before, of which nothing was written. */
export interface Changed {
  listId: string;
  was: number;
  version: number;
  gone?: string[];
}

/** Changes a list in a transaction. Throws 403 and 404. */
export async function changeList(
  transaction: Queryable,
  id: string,
  who: ListWriter,
  change: ListAct,
): Promise<Changed> {
  const before = await lockList(transaction, id, who);
  if (!before) throw notFound('list');
  const refusal = refusalOf(before, who, change);
  if (refusal) throw refusal;
  const { lines, removed, name, boards, shared } = joinOps(change.ops);
  const ids = lines.map(({ line }) => line._id.toLowerCase());
  const gone = before.kind === 'cart' ? await findPlaced(transaction, who.userId, ids) : [];
  const left = lines.filter((_, n) => !gone.includes(ids[n]!));
  await removeLines(transaction, before.id, removed);
  await writeLines(transaction, before.id, left);
  const list = await countLines(transaction, before.id, {
    ...(name !== undefined && { name }),
    ...(boards !== undefined && { boards }),
    ...(shared !== undefined && { share_key: shared ? (before.share_key ?? newShareKey()) : null }),
    ...(change.shared !== undefined && { shared: change.shared }),
  });
  return { listId: list.id, was: before.version, version: list.version, ...(gone.length > 0 && { gone }) };
}

/** Deletes lines of a locked list. */
export async function removeLines(transaction: Queryable, listId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from list_lines where list_id = ${listId} and id = any(${ids}::uuid[])`.execute(
    transaction,
  );
}

/** The columns of a line by its fields. */
const COLUMNS = {
  position: 'position',
  productId: 'product_id',
  raw: 'raw',
  quantity: 'quantity',
  customerRef: 'customer_ref',
  designators: 'designators',
  perBoard: 'per_board',
  attrition: 'attrition',
  leader: 'leader',
  receiptDate: 'receipt_date',
} as const satisfies Record<FieldOfLine, keyof Schema['list_lines']>;

/** Adds lines to a locked list, and changes those that are there. A product that never was is left out. */
export async function writeLines(
  transaction: Queryable,
  listId: string,
  lines: readonly WrittenLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const given = lines.map(({ line: { _id, ...line }, changed }) => ({
    id: _id,
    changed,
    ...Object.fromEntries(
      Object.entries(COLUMNS).map(([field, column]) => [column, line[field as keyof typeof COLUMNS]]),
    ),
    product_id: line.productId && isId(line.productId) ? line.productId : null,
  }));
  const set = Object.entries(COLUMNS).map(
    ([field, column]) =>
      sql`${sql.id(column)} = case when ${field} = any(given.changed) then given.${sql.id(column)} else line.${sql.id(column)} end`,
  );
  const columns = sql.join(Object.values(COLUMNS).map((column) => sql.id(column)));
  await sql`
    with given as materialized (
      select given.id, changed, position, products.id as product_id, raw, quantity, customer_ref, designators, per_board,
        attrition, leader, receipt_date
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, changed text[], position float8, product_id uuid,
        raw text, quantity int, customer_ref text, designators text, per_board int, attrition numeric, leader int,
        receipt_date date)
        left join products on products.id = given.product_id
    ), changed as (
      update list_lines as line set ${sql.join(set)}
      from given where line.list_id = ${listId} and line.id = given.id
    )
    insert into list_lines (list_id, id, ${columns})
    select ${listId}, id, ${columns} from given
    where not exists (select from list_lines where list_id = ${listId} and list_lines.id = given.id)`.execute(
    transaction,
  );
}

/** Counts the lines of a list after a change, which is its next version. */
export async function countLines(
  transaction: Queryable,
  id: string,
  set: Partial<Pick<StoredList, 'name' | 'boards' | 'share_key' | 'shared'>> = {},
): Promise<StoredList> {
  return transaction
    .updateTable('lists')
    .from((eb) =>
      eb
        .selectFrom('list_lines')
        .select([sql<number>`count(*)`.as('counted'), sql<number>`coalesce(sum(bytes), 0)`.as('all_bytes')])
        .where('list_id', '=', id)
        .as('lines'),
    )
    .set((eb) => ({
      ...set,
      version: eb('version', '+', 1),
      line_count: eb.ref('lines.counted'),
      bytes: eb.ref('lines.all_bytes'),
      changed_at: sql<Date>`now()`,
    }))
    .where('lists.id', '=', id)
    .returningAll('lists')
    .executeTakeFirstOrThrow();
}
