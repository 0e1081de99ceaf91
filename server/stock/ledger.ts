import { sql } from 'kysely';
import type { Page } from '#contract/fields.ts';
import type { Movement } from '#contract/stock.ts';
import type { Queryable } from '../database/client.ts';
import { Tally } from '../database/tally.ts';
import { isId, timeOf } from '../database/uuid.ts';
import { countEvents, listEvents } from '../events/list.ts';

/**
 * Returns a page of a product's movements, newest first, each with what was on sale after it. Removed products have theirs, too. All is read at one moment: what is on sale now, less what younger movements have changed.
 */
export function listMovements(db: Queryable, product: string, { after, limit }: Page): Promise<Movement[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const balance = await balanceBefore(moment, product, after);
      if (balance === undefined) return [];
      const entries = await listEvents(moment, { product, moves: true, after, limit });
      let next = balance;
      return entries.map(({ productId, productName, productRemoved, person, stockChange, ...entry }) => {
        const change = stockChange ?? 0;
        const movement = { ...entry, change, balance: next };
        next -= change;
        return movement;
      });
    });
}

/**
 * Returns what was on sale before the entry `after` and all younger ones, or is now; undefined for an unknown product. It is summed
 * up from the nearer end of the ledger: what is older than the entry, or what is on sale now less the rest.
 */
async function balanceBefore(
  moment: Queryable,
  product: string,
  after: string | undefined,
): Promise<number | undefined> {
  if (!isId(product)) return undefined;
  const { rows } = await sql<{ available: number; first: string | null }>`
    select available, (select id from events where product_id = products.id order by id limit 1) as first
    from products where id = ${product}`.execute(moment);
  const [known] = rows;
  if (!known || after === undefined || !isId(after)) return known?.available;
  const isOld = known.first !== null && 2 * timeOf(after) < timeOf(known.first) + Date.now();
  const side = isOld ? sql`<` : sql`>=`;
  const { rows: sums } = await sql<{ sum: number }>`
    select coalesce(sum(stock_change), 0)::float8 as sum from events
    where product_id = ${product} and id ${side} ${after}`.execute(moment);
  return isOld ? sums[0]!.sum : known.available - sums[0]!.sum;
}

/** Returns whether there is such a product, or was. */
export async function isProduct(db: Queryable, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  return (await db.selectFrom('products').select('id').where('id', '=', id).execute()).length > 0;
}

/** Counts a product's movements, however many there are. */
export function tallyMovements(db: Queryable, product: string): Tally {
  return new Tally((from, until) => countEvents(db, { product, moves: true }, from, until));
}
