import { sql } from 'kysely';
import type { Attribute } from '#contract/categories.ts';
import { IMPORT_COLUMNS } from '#contract/import-fields.ts';
import { FACET_PREFIX } from '#contract/narrowing.ts';
import type { Product, StockedProduct } from '#contract/products.ts';
import type { Queryable } from '../database/client.ts';
import type { Answer } from '../handling/answer.ts';
import { type TableColumn, tableAnswer } from '../handling/table-answer.ts';
import type { WorkbookCell } from '../handling/workbook.ts';
import { Headers } from './headers.ts';
import { KINDS } from './kinds.ts';

type SkuOf = (id: string) => string | undefined;
type Column = TableColumn<StockedProduct>;

/** The columns of fields, in the words that an import recognises. */
const fieldColumns = (skuOf: SkuOf): Column[] =>
  IMPORT_COLUMNS.flatMap(([header, { kind, of }]) => {
    const { write } = KINDS[kind] as { write: (value: unknown) => WorkbookCell };
    return of ? [[header, (product: StockedProduct) => writeKnown(of(product, skuOf), write)]] : [];
  });

function writeKnown(value: unknown, write: (value: unknown) => WorkbookCell): WorkbookCell {
  return value === undefined ? undefined : write(value);
}

/** Products as a file that imports again without a change, read and sent page by page. */
export function exportAnswer(
  products: AsyncIterable<StockedProduct[]>,
  attributes: readonly Attribute[],
  skuOf: SkuOf,
  format: 'csv' | 'xlsx',
): Answer {
  const columns = [...fieldColumns(skuOf), ...attributeColumns(attributes)];
  return tableAnswer(format, 'products', products, columns);
}

/** Adds what only staff see of products, which the memory of the catalogue does not have. */
export async function* withStockFacts(
  db: Queryable,
  pages: AsyncIterable<Product[]>,
): AsyncGenerator<StockedProduct[]> {
  for await (const page of pages) {
    const ids = page.map(({ _id }) => _id);
    const { rows } = await sql<{ id: string; bin: string | null; reorder: number | null }>`
      select id, bin, reorder_point as reorder from products
      where id = any(${ids}::uuid[]) and (bin is not null or reorder_point is not null)`.execute(db);
    const facts = new Map(rows.map((row) => [row.id, row]));
    yield page.map((product) => {
      const { bin, reorder } = facts.get(product._id) ?? { bin: null, reorder: null };
      return { ...product, ...(bin !== null && { bin }), ...(reorder !== null && { reorderPoint: reorder }) };
    });
  }
}

/** A column for each attribute, headed by its key, or by f.<key> where a field is called so. */
function attributeColumns(attributes: readonly Attribute[]): Column[] {
  const headers = new Headers(attributes);
  return [...new Set(attributes.map(({ key }) => key))].map((key) => [
    headers.find(key) === FACET_PREFIX + key ? key : FACET_PREFIX + key,
    (product) => {
      const value = product.attributes.find((one) => one.key === key)?.value;
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    },
  ]);
}
