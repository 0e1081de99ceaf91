import { sql } from 'kysely';
import type { NewProduct } from '#contract/products/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { recordEvents } from '../log/queries.ts';
import { lockCategories, requireAttributes } from './category.ts';
import { type ProductInput, toColumns } from './row.ts';

/** What an input that leaves a field out says of it. */
export const NOTHING_KNOWN = {
  multiple: 1,
  priceBreaks: [],
  maker: null,
  mpn: null,
  ean: null,
  category: null,
  attributes: {},
  package: null,
  reorderPoint: null,
  bin: null,
  leadDays: null,
  lifecycle: 'active',
  weightGrams: null,
  moreImages: [],
  attachments: [],
  substitutes: [],
} satisfies Partial<ProductInput>;

/** A part whose files and substitutes come later, if it has any. */
type PartToInsert = Omit<NewProduct, 'attachments' | 'substitutes'> & { sku: string };

/** The columns of a product that people set, as JSON that PostgreSQL makes rows of. */
export type ProductRecord = { id: string } & Record<string, unknown>;

export function toRecord(id: string, input: ProductInput, categoryId: string | null): ProductRecord {
  const { attachments, substitutes } = input;
  return { ...toColumns(input), attachments, substitutes, id, category_id: categoryId };
}

/**
 * Inserts products with their stock movements, the first one as the oldest. Returns the ids of those whose SKU no other product on
 * sale has. They are inserted in the order of their SKUs: two that add the same ones at once would otherwise wait for each other.
 */
export async function insertRecords(
  transaction: Queryable,
  products: readonly { record: ProductRecord; input: ProductInput }[],
  actor: string,
): Promise<Set<string>> {
  if (products.length === 0) return new Set();
  const records = products.map(({ record }) => record);
  const columns = sql.join(Object.keys(records[0]!).map((column) => sql.id(column)));
  const { rows } = await sql<{ id: string }>`
    insert into products (${columns})
    select ${columns} from jsonb_populate_recordset(null::products, ${JSON.stringify(records)}::jsonb)
    order by upper(sku)
    on conflict (upper(sku)) where removed_at is null do nothing
    returning id`.execute(transaction);
  const inserted = new Set(rows.map(({ id }) => id));
  await recordEvents(
    transaction,
    products.flatMap(({ record: { id }, input: { name, price, available } }) =>
      inserted.has(id)
        ? [{ kind: 'product_added', actor, productId: id, stockChange: available, facts: { name, price } }]
        : [],
    ),
  );
  return inserted;
}

/** Inserts products whose categories are there. Returns how many there were of new SKUs; throws 400 for a wrong attribute. */
export async function insertProducts(
  transaction: Queryable,
  parts: readonly PartToInsert[],
  actor: string,
): Promise<number> {
  const categories = await lockCategories(
    transaction,
    parts.map(({ category }) => category),
  );
  const products = parts.map((part) => {
    const input = { ...NOTHING_KNOWN, ...part } as ProductInput;
    const category = categories.get(part.category ?? '');
    requireAttributes(category?.attributes, input.attributes);
    return { input, record: toRecord(newId(), input, category?.id ?? null) };
  });
  return (await insertRecords(transaction, products, actor)).size;
}
