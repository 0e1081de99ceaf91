import { categories } from '#content/categories.ts';
import { putCategory } from '../categories/queries.ts';
import type { Database } from '../database/client.ts';
import { SHOP } from '../events/queries.ts';
import { insertProducts } from '../products/insert.ts';
import { componentCategories } from './families/components.ts';
import { type GeneratedProduct, generateProducts } from './generate.ts';

/** Parts that one transaction inserts: shops that run see their transactions only while they are short. */
const PARTS_AT_ONCE = 2000;

/**
 * Fills a database with the generated catalogue (`generate.ts`) and the categories that it needs. Parts that are there already
 * are left alone, so an interrupted fill is finished by the next one. Returns the number of added parts.
 */
export async function fillCatalogue(
  { db, pool }: Database,
  { count, seed = 1, log = () => {} }: { count: number; seed?: number; log?: (line: string) => void },
): Promise<number> {
  await addMissingCategories(db);
  let added = 0;
  let seen = 0;
  for (const parts of inPieces(generateProducts(count, seed))) {
    added += await db.transaction().execute((transaction) => insertProducts(transaction, parts, SHOP));
    seen += parts.length;
    if (seen % 100_000 === 0 && seen < count) log(`${seen} of ${count} parts`);
  }
  // Without it, PostgreSQL plans for the size of before until it looks by itself.
  if (added > 0) await pool.query('analyze products, events');
  return added;
}

async function addMissingCategories(db: Database['db']): Promise<void> {
  const known = await db.selectFrom('categories').select('slug').execute();
  const slugs = new Set(known.map(({ slug }) => slug));
  for (const { slug, ...fields } of [...categories, ...componentCategories])
    if (!slugs.has(slug))
      await db.transaction().execute((transaction) => putCategory(transaction, slug, fields, SHOP));
}

function* inPieces(parts: Iterable<GeneratedProduct>): Generator<GeneratedProduct[]> {
  let piece: GeneratedProduct[] = [];
  for (const part of parts) {
    piece.push(part);
    if (piece.length === PARTS_AT_ONCE) {
      yield piece;
      piece = [];
    }
  }
  yield piece;
}
