import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Attribute } from '#contract/categories/schema.ts';
import type { Attachment } from '#contract/files/schema.ts';
import { fromMicros, toMicros } from '#contract/kernel/money.ts';
import { isOfKind } from '#contract/products/product-facts.ts';
import type { NewProduct, Product } from '#contract/products/schema.ts';
import type { Substitute } from '#contract/products/substitutes.ts';
import type { Expected } from '#contract/receipts/schema.ts';
import type { Schema } from '../ground/database/schema.ts';

/** A product with its row's revision, and whether it was removed, for the catalogue in memory. */
export interface StoredProduct {
  product: Product;
  revision: number;
  removed: boolean;
}

/** The columns of a product's row that people set. */
type ProductColumns = Omit<
  Selectable<Schema['products']>,
  'id' | 'revision' | 'edition' | 'currency' | 'removed_at' | 'changed_at' | 'created_at'
>;

/** A product's row, with what its category says of it. */
export interface ProductRow extends ProductColumns {
  id: string;
  revision: number;
  edition: number;
  removed_at: Date | null;
  expected: Expected[] | null;
  category_slug: string | null;
  category_name: string | null;
  category_attributes: Attribute[] | null;
}

/** Input whose files have been looked up. */
export type WithFiles<Input extends Partial<NewProduct>> = Omit<Input, 'attachments'> & {
  attachments?: Attachment[] | undefined;
};

/** Input whose files and substitutes have been looked up. */
export type Found<Input extends Partial<NewProduct>> = Omit<WithFiles<Input>, 'substitutes'> & {
  substitutes?: Substitute[] | undefined;
};

/** Every field of input that a row has, with null or an empty value where nothing is known. */
export type ProductInput = { [F in keyof NewProduct]-?: Exclude<Found<NewProduct>[F], undefined> };

/** Returns a row as the contract answers it. Field by field, which is quicker: a start does it for every product. */
function toProduct(row: ProductRow): Product {
  const input = toInput(row);
  const { maker, mpn, ean, category, leadDays, weightGrams } = input;
  const product: Product = {
    _id: row.id,
    name: input.name,
    image: input.image,
    shortDetails: input.shortDetails,
    minOrder: input.minOrder,
    available: input.available,
    price: input.price,
    multiple: input.multiple,
    priceBreaks: input.priceBreaks,
    sku: input.sku,
    attributes: [],
    lifecycle: input.lifecycle,
    images: [input.image, ...input.moreImages],
    attachments: input.attachments,
    substitutes: input.substitutes,
    // The row's own revision also rises with each order, which no form of an admin has to be told of.
    revision: row.edition,
  };
  if (row.expected !== null) product.expected = row.expected;
  if (maker !== null) product.maker = maker;
  if (mpn !== null) product.mpn = mpn;
  if (ean !== null) product.ean = ean;
  if (category !== null) product.category = { slug: category, name: row.category_name! };
  if (input.package !== null) product.package = input.package;
  if (leadDays !== null) product.leadDays = leadDays;
  if (weightGrams !== null) product.weightGrams = weightGrams;
  for (const known of row.category_attributes ?? []) {
    const value = input.attributes[known.key];
    // One of another kind is from before its attribute was changed.
    if (value === undefined || !isOfKind(known, value)) continue;
    const { key, name, unit } = known;
    product.attributes.push(unit === undefined ? { key, name, value } : { key, name, value, unit });
  }
  return product;
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
    ean: row.ean,
    reorderPoint: row.reorder_point,
    bin: row.bin,
    category: row.category_slug,
    attributes: row.attributes,
    package: row.package_name === null ? null : { name: row.package_name, pieces: row.package_pieces! },
    leadDays: row.lead_days,
    lifecycle: row.lifecycle,
    weightGrams: row.weight_grams,
    moreImages: row.more_images,
    attachments: row.attachments,
    substitutes: row.substitutes,
  };
}

export function toStored(row: ProductRow): StoredProduct {
  return { product: toProduct(row), revision: row.revision, removed: row.removed_at !== null };
}

/** How a field of input is stored, for all but the category. */
const COLUMNS: {
  [F in Exclude<keyof NewProduct, 'category'>]-?: (value: ProductInput[F]) => Updateable<Schema['products']>;
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
  ean: (ean) => ({ ean }),
  reorderPoint: (reorder_point) => ({ reorder_point }),
  bin: (bin) => ({ bin }),
  attributes: (attributes) => ({ attributes }),
  package: (packed) => ({ package_name: packed?.name ?? null, package_pieces: packed?.pieces ?? null }),
  leadDays: (lead_days) => ({ lead_days }),
  lifecycle: (lifecycle) => ({ lifecycle }),
  weightGrams: (weight_grams) => ({ weight_grams }),
  moreImages: (more_images) => ({ more_images }),
  attachments: (attachments) => ({ attachments: JSON.stringify(attachments) }),
  substitutes: (substitutes) => ({ substitutes: JSON.stringify(substitutes) }),
};

/** Returns the columns for the given fields of input. Of the category, the caller knows the id. */
export function toColumns(input: Found<NewProduct>): Omit<Insertable<Schema['products']>, 'id'>;
export function toColumns(input: Found<Partial<NewProduct>>): Updateable<Schema['products']>;
export function toColumns(input: Found<Partial<NewProduct>>): Updateable<Schema['products']> {
  const columns: Updateable<Schema['products']> = {};
  for (const [field, toColumn] of Object.entries(COLUMNS)) {
    const value = input[field as keyof typeof COLUMNS];
    if (value !== undefined) Object.assign(columns, (toColumn as (value: unknown) => object)(value));
  }
  return columns;
}
