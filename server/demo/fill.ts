import { categories } from '#content/categories.ts';
import { putCategory } from '../categories/queries.ts';
import type { Database } from '../ground/database/client.ts';
import { SHOP } from '../log/queries.ts';
import { insertProducts } from '../products/insert.ts';
import { componentCategories } from './families.ts';
import { generateProducts } from './generate.ts';

/** Parts that one transaction inserts: shops that run see their transactions only while they are short. */
const PARTS_AT_ONCE = 2000;

/**
 * Fills a database with generated parts (`generate.ts`) and the categories that they need. It leaves alone what is there already, so
 * that the next fill finishes an interrupted one. Returns the number of added parts.
 */
export async function fillCatalogue(
  { db, pool }: Database,
  { count, seed = 1, log = () => {} }: { count: number; seed?: number; log?: (line: string) => void },
): Promise<number> {
  const known = await db.selectFrom('categories').select('slug').execute();
  const slugs = new Set(known.map(({ slug }) => slug));
  for (const { slug, ...fields } of [...categories, ...componentCategories])
    if (!slugs.has(slug))
      await db.transaction().execute((transaction) => putCategory(transaction, slug, fields, SHOP));
  let added = 0;
  for (let from = 0; from < count; from += PARTS_AT_ONCE) {
    const parts = generateProducts(from, Math.min(from + PARTS_AT_ONCE, count), seed);
    added += await db.transaction().execute((transaction) => insertProducts(transaction, parts, SHOP));
    if (from > 0 && from % 100_000 === 0) log(`${from} of ${count} parts`);
  }
  // Otherwise PostgreSQL plans for the former size until it analyzes the tables by itself.
  if (added > 0) await pool.query('analyze products, events');
  return added;
}
