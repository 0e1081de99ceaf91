import type { Insertable, Selectable } from 'kysely';
import type { Attribute } from '#contract/categories.ts';
import { fromMicros, toMicros } from '#contract/money.ts';
import { type AttributeValue, isOfKind } from '#contract/product-facts.ts';
import type { NewProduct, Product } from '#contract/products.ts';
import type { Schema } from '../database/schema.ts';

/** A product with its row's revision, and whether it was removed, for the catalogue in memory. */
export interface StoredProduct {
  product: Product;
  revision: number;
  removed: boolean;
}

/** The columns of a product's row that people set. */
type ProductColumns = Omit<
  Selectable<Schema['products']>,
  'id' | 'revision' | 'removed_at' | 'changed_at' | 'created_at'
>;

/** A product's row, with what its category says of it. */
export interface ProductRow extends ProductColumns {
  id: string;
  revision: number;
  removed_at: Date | null;
  category_slug: string | null;
  category_name: string | null;
  category_attributes: Attribute[] | null;
}

/** Every field of input that a row has, with null or an empty value where nothing is known. */
export type ProductInput = { [F in keyof NewProduct]-?: Exclude<NewProduct[F], undefined> };

/** Returns a row as the contract answers it. */
function toProduct(row: ProductRow): Product {
  const input = toInput(row);
  const {
    moreImages,
    package: packed,
    attributes,
    category,
    maker,
    mpn,
    leadDays,
    weightGrams,
    ...rest
  } = input;
  return {
    _id: row.id,
    ...rest,
    ...(maker !== null && { maker }),
    ...(mpn !== null && { mpn }),
    ...(category !== null && { category: { slug: category, name: row.category_name! } }),
    attributes: (row.category_attributes ?? []).flatMap((known) => answered(known, attributes)),
    ...(packed !== null && { package: packed }),
    ...(leadDays !== null && { leadDays }),
    ...(weightGrams !== null && { weightGrams }),
    images: [row.image, ...moreImages],
  };
}

/** Returns a row as fields of input. */
export function toInput(row: ProductRow): ProductInput {
  return {
    name: row.name,
    image: row.image,
    shortDetails: row.short_details,
    minOrder: row.min_order,
    available: row.available,
    price: fromMicros(row.price_micros),
    multiple: row.multiple,
    priceBreaks: row.break_from.map((from, n) => ({ from, price: fromMicros(row.break_micros[n]!) })),
    sku: row.sku,
    maker: row.maker,
    mpn: row.mpn,
    category: row.category_slug,
    attributes: row.attributes,
    package: row.package_name === null ? null : { name: row.package_name, pieces: row.package_pieces! },
    leadDays: row.lead_days,
    lifecycle: row.lifecycle,
    weightGrams: row.weight_grams,
    moreImages: row.more_images,
  };
}

export function toStored(row: ProductRow): StoredProduct {
  return { product: toProduct(row), revision: row.revision, removed: row.removed_at !== null };
}

/** How a field of input is stored, for all but the category. */
const COLUMNS: {
  [F in Exclude<keyof NewProduct, 'category'>]-?: (value: ProductInput[F]) => Partial<ProductColumns>;
} = {
  name: (name) => ({ name }),
  image: (image) => ({ image }),
  shortDetails: (short_details) => ({ short_details }),
  minOrder: (min_order) => ({ min_order }),
  available: (available) => ({ available }),
  price: (price) => ({ price_micros: toMicros(price) }),
  multiple: (multiple) => ({ multiple }),
  priceBreaks: (breaks) => ({
    break_from: breaks.map(({ from }) => from),
    break_micros: breaks.map(({ price }) => toMicros(price)),
  }),
  sku: (sku) => ({ sku }),
  maker: (maker) => ({ maker }),
  mpn: (mpn) => ({ mpn }),
  attributes: (attributes) => ({ attributes }),
  package: (packed) => ({ package_name: packed?.name ?? null, package_pieces: packed?.pieces ?? null }),
  leadDays: (lead_days) => ({ lead_days }),
  lifecycle: (lifecycle) => ({ lifecycle }),
  weightGrams: (weight_grams) => ({ weight_grams }),
  moreImages: (more_images) => ({ more_images }),
};

/** Returns the columns for the given fields of input. Of the category, the caller knows the id. */
export function toColumns(input: NewProduct): Omit<Insertable<Schema['products']>, 'id'>;
export function toColumns(input: Partial<NewProduct>): Partial<ProductColumns>;
export function toColumns(input: Partial<NewProduct>): Partial<ProductColumns> {
  const columns: Partial<ProductColumns> = {};
  for (const [field, toColumn] of Object.entries(COLUMNS)) {
    const value = input[field as keyof typeof COLUMNS];
    if (value !== undefined) Object.assign(columns, (toColumn as (value: unknown) => object)(value));
  }
  return columns;
}

/** A value as it is answered; none for one of another kind, from before its attribute was changed. */
function answered(known: Attribute, values: Record<string, AttributeValue>): Product['attributes'] {
  const value = values[known.key];
  if (value === undefined || !isOfKind(known, value)) return [];
  const { key, name, unit } = known;
  return [{ key, name, value, ...(unit !== undefined && { unit }) }];
}
