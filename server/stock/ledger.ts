import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#contract/kernel/fields.ts';
import type { Movement } from '#contract/stock/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Tally } from '../ground/database/tally.ts';
import { firstIdAt, isId, timeOf } from '../ground/database/uuid.ts';
import { selectEvents, tallyEvents, toEvent } from '../log/list.ts';

/**
 * Returns a page of a product's movements, newest first, each with what was on sale after it. Removed products have theirs, too. One
 * statement reads everything at one moment: what is on sale now, less what younger movements have changed.
 */
export async function listMovements(
  db: Queryable,
  product: string,
  { after, limit }: Page,
): Promise<Movement[]> {
  if (!isId(product) || (after !== undefined && !isId(after))) return [];
  const rows = await selectEvents(db, { product, moves: true, after, limit })
    .select(balanceBefore(product, after).as('balance'))
    .execute();
  let next = rows[0]?.balance ?? 0;
  return rows.map((row) => {
    const { productId, productName, productRemoved, person, stockChange, ...entry } = toEvent(row);
    const change = stockChange ?? 0;
    const movement = { ...entry, change, balance: next };
    next -= change;
    return movement;
  });
}

/**
 * What was on sale before the entry `after` and all younger ones, or is now. It is summed up from the nearer end of the ledger: what
 * is older than the entry, or what is on sale now less the rest. PostgreSQL reads only the side that is taken.
 */
function balanceBefore(product: string, after: string | undefined): RawBuilder<number> {
  const available = sql`(select available from products where id = ${product})`;
  if (after === undefined) return sql<number>`${available}::float8`;
  const first = sql`(select id from events where product_id = ${product} order by id limit 1)`;
  // As long before the entry as now is after it.
  const mirrored = 2 * timeOf(after) - Date.now();
  const changes = (side: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(stock_change), 0) from events where product_id = ${product} and id ${side} ${after})`;
  return sql<number>`(case when ${first} >= ${firstIdAt(new Date(mirrored))} then ${changes(sql`<`)}
    else ${available} - ${changes(sql`>=`)} end)::float8`;
}

/** Returns whether there is such a product, or was. */
export async function isProduct(db: Queryable, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  return (await db.selectFrom('products').select('id').where('id', '=', id).execute()).length > 0;
}

/** Counts a product's movements, however many there are. */
export function tallyMovements(db: Queryable, product: string): Tally {
  return tallyEvents(db, { product, moves: true });
}
