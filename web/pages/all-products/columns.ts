import { attributeText } from '#contract/products/facts-words.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import type { Product } from '#contract/products/schema.ts';

/** An attribute that is a column of the list. */
export type ListColumn = Pick<Facets['facets'][number], 'key' | 'name' | 'kind' | 'unit'>;

/** The most attributes that are columns. Narrow windows show fewer (parts-table.css). */
export const MOST_COLUMNS = 6;

/** The attributes that a row shows in one column where the parts have no attributes in common. */
const KEY_ATTRIBUTES = 2;

/** The columns of a list with the classes of their cells, and the attributes that it says once for all rows. */
export interface Columns {
  columns: (ListColumn & { className: string })[];
  same: Product['attributes'];
}

/**
 * Returns the columns for attributes, the key ones of a category first. An attribute with the same value in every row is no
 * column: it leaves its place to the next one.
 */
export function columnsOf(attributes: readonly ListColumn[], products: readonly Product[]): Columns {
  const columns: Columns['columns'] = [];
  const same: Columns['same'] = [];
  for (const attribute of attributes) {
    if (columns.length === MOST_COLUMNS) break;
    const [first, ...others] = products.map((product) => attributeOf(product, attribute.key));
    if (first && others.length > 0 && others.every((one) => one?.value === first.value)) same.push(first);
    else if (products.length === 0 || first || others.some(Boolean))
      columns.push({
        ...attribute,
        className: `attribute attribute-${columns.length + 1}${attribute.kind === 'number' ? ' number' : ''}`,
      });
  }
  return { columns, same };
}

/** Returns a product's attribute; undefined when it has none of that key. */
export function attributeOf({ attributes }: Product, key: string): Product['attributes'][number] | undefined {
  return attributes.find((one) => one.key === key);
}

/** Returns a product's attributes of the first columns in one text; without columns its first attributes. */
export function keyAttributes(product: Product, columns: readonly ListColumn[] = []): string {
  const ofColumns = columns.map(({ key }) => attributeOf(product, key)).filter((one) => one !== undefined);
  return (columns.length > 0 ? ofColumns : product.attributes)
    .slice(0, KEY_ATTRIBUTES)
    .map((attribute) => {
      const text = attributeText(attribute);
      return typeof attribute.value === 'string' || attribute.unit ? text : `${attribute.name}: ${text}`;
    })
    .join(', ');
}

/**
 * Returns whether the grid shows an attribute of a part.
 * @param attributes what the parts have in common; undefined for cards, which show none
 */
export function showsAttribute(attributes: readonly ListColumn[] | undefined, products: readonly Product[]) {
  const { columns, same } = columnsOf(attributes ?? [], products);
  const shown = new Set([...columns, ...same].map(({ key }) => key));
  return (key: string, index: number): boolean => {
    if (attributes?.length === 0) return index < KEY_ATTRIBUTES;
    return shown.has(key);
  };
}
