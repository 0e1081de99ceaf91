/** Goods that are expected of products, for the memory of the catalogue. */
import { type RawBuilder, sql } from 'kysely';
import { MOST_EXPECTED } from '#contract/kernel/days.ts';
import type { Expected } from '#contract/receipts/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { today } from '../ground/days.ts';

/** The first number of PostgreSQL's advisory locks of products with expected goods. The second is the hash of the product's id. */
export const RECEIPT_LOCKS = 1992_0002;

/**
 * What a row of a table or subquery called `products` has in `expected`; null for nothing. What was expected before today is late,
 * and promised to nobody until its day is changed.
 */
export const expected: RawBuilder<Expected[] | null> = sql`(
  select jsonb_agg(jsonb_build_object('dueOn', due_on, 'available', pieces) order by due_on)
  from (
    select due_on, quantity - promised as pieces from receipts
    where product_id = products.id and closed_at is null and quantity > promised and due_on >= ${today}
    order by due_on limit ${sql.lit(MOST_EXPECTED)}
  ) as open)`;

/** Returns what is expected of all products, by their ids. */
export async function readExpected(db: Queryable): Promise<Map<string, Expected[]>> {
  const { rows } = await sql<{ id: string; expected: Expected[] | null }>`
    select id, ${expected} as expected
    from (select distinct product_id as id from receipts where closed_at is null) as products`.execute(db);
  return new Map(rows.flatMap(({ id, expected }) => (expected ? [[id, expected]] : [])));
}
