import { sql } from 'kysely';
import type { Attribute } from '#contract/categories/schema.ts';
import { IMPORT_COLUMNS } from '#contract/imports/fields.ts';
import { EXPORTED_COLUMN } from '#contract/imports/schema.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import type { Product, StockedProduct } from '#contract/products/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Answer } from '../ground/handling/answer.ts';
import { type TableColumn, tableAnswer } from '../ground/handling/table-answer.ts';
import type { WorkbookCell } from '../ground/handling/workbook.ts';
import { onShelf } from '../products/shelf.ts';
import { writeExported } from './exported.ts';
import { Headers } from './headers.ts';
import { KINDS } from './kinds.ts';

type SkuOf = (id: string) => string | undefined;
type Column = TableColumn<StockedProduct>;

/** A column of a field or an attribute: its header, its name in imports, and what it says of a product. */
interface Exporting {
  header: string;
  column: string;
  of: (product: StockedProduct) => unknown;
  write: (value: unknown) => WorkbookCell;
}

/** The columns of fields, in the words that an import recognises. */
const fieldColumns = (skuOf: SkuOf): Exporting[] =>
  IMPORT_COLUMNS.flatMap(([header, { kind, of }]) => {
    const { write } = KINDS[kind] as Pick<Exporting, 'write'>;
    return of ? [{ header, column: header, of: (product) => of(product, skuOf), write }] : [];
  });

/** What a row is made from, so that an import knows the cells that nobody has edited. Attributes that a part does not have are left out. */
function exportedOf(columns: readonly Exporting[]): Column {
  const isTold = (column: string, value: unknown) => value !== undefined || !column.startsWith(FACET_PREFIX);
  return [
    EXPORTED_COLUMN,
    (product) =>
      writeExported(
        columns
          .map(({ column, of }) => [column, of(product)] as const)
          .filter(([column, value]) => isTold(column, value)),
      ),
  ];
}

function writeKnown(value: unknown, write: (value: unknown) => WorkbookCell): WorkbookCell {
  return value === undefined ? undefined : write(value);
}

/** Products as a file that imports again without a change, read and sent page by page. One of its columns says what each row was made from. */
export function exportAnswer(
  products: AsyncIterable<StockedProduct[]>,
  attributes: readonly Attribute[],
  skuOf: SkuOf,
  format: 'csv' | 'xlsx',
): Answer {
  const fields = fieldColumns(skuOf);
  const columns = [...fields, ...attributeColumns(attributes)];
  const written = columns.map(
    ({ header, of, write }): Column => [header, (product) => writeKnown(of(product), write)],
  );
  // Behind what people edit, and not at the end, where they add columns.
  written.splice(fields.length - 1, 0, exportedOf(columns));
  return tableAnswer(format, 'products', products, written);
}

/** Adds what only staff see of products, which the memory of the catalogue does not have: their shelves, too. */
export async function* withStockFacts(
  db: Queryable,
  pages: AsyncIterable<Product[]>,
): AsyncGenerator<StockedProduct[]> {
  for await (const page of pages) {
    const ids = page.map(({ _id }) => _id);
    const { rows } = await sql<{ id: string; bin: string | null; reorder: number | null; shelf: number }>`
      select products.id, bin, reorder_point as reorder, shelf
      from products cross join lateral ${onShelf} as on_shelf
      where products.id = any(${ids}::uuid[])`.execute(db);
    const facts = new Map(rows.map((row) => [row.id, row]));
    yield page.map((product) => {
      const { bin = null, reorder = null, shelf } = facts.get(product._id) ?? {};
      return {
        ...product,
        ...(shelf !== undefined && { shelf }),
        ...(bin !== null && { bin }),
        ...(reorder !== null && { reorderPoint: reorder }),
      };
    });
  }
}

/** A column for each attribute, headed by its key, or by f.<key> where a field is called so. */
function attributeColumns(attributes: readonly Attribute[]): Exporting[] {
  const headers = new Headers(attributes);
  return [...new Set(attributes.map(({ key }) => key))].map((key) => ({
    header: headers.find(key) === FACET_PREFIX + key ? key : FACET_PREFIX + key,
    column: FACET_PREFIX + key,
    of: (product) => product.attributes.find((one) => one.key === key)?.value,
    write: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value as WorkbookCell)),
  }));
}
