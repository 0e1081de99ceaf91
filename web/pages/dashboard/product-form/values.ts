/** What the product form holds: text as it was typed, which drafts and comparisons keep unchanged. */
import type { Attribute } from '#contract/categories/schema.ts';
import type { Attachment } from '#contract/files/schema.ts';
import { parseCount } from '#contract/kernel/money.ts';
import type { AttributeValue, Lifecycle } from '#contract/products/product-facts.ts';
import type { NewProduct, StockedProduct } from '#contract/products/schema.ts';
import type { Substitute } from '#contract/products/substitutes.ts';

/** The fields of the form, by the names of the contract's fields. */
export interface ProductValues {
  name: string;
  shortDetails: string;
  sku: string;
  maker: string;
  mpn: string;
  ean: string;
  /** A slug, or '' for none. */
  category: string;
  lifecycle: Lifecycle;
  price: string;
  minOrder: string;
  multiple: string;
  available: string;
  leadDays: string;
  reorderPoint: string;
  bin: string;
  priceBreaks: { from: string; price: string }[];
  package: { name: string; pieces: string };
  weightGrams: string;
  /** By key; a yes or no is 'yes', 'no' or '' for not said. */
  attributes: Record<string, string>;
  image: string;
  moreImages: string[];
  attachments: Attachment[];
  substitutes: Substitute[];
}

export const NEW_PRODUCT: ProductValues = {
  name: '',
  shortDetails: '',
  sku: '',
  maker: '',
  mpn: '',
  ean: '',
  category: '',
  lifecycle: 'active',
  reorderPoint: '',
  bin: '',
  price: '',
  minOrder: '',
  multiple: '1',
  available: '',
  leadDays: '',
  priceBreaks: [],
  package: { name: '', pieces: '' },
  weightGrams: '',
  attributes: {},
  image: '',
  moreImages: [],
  attachments: [],
  substitutes: [],
};

/** Returns a product as the form shows it. */
export function valuesOf(product: StockedProduct): ProductValues {
  const { package: packed, attributes, images, image } = product;
  return {
    name: product.name,
    shortDetails: product.shortDetails,
    sku: product.sku,
    maker: product.maker ?? '',
    mpn: product.mpn ?? '',
    ean: product.ean ?? '',
    reorderPoint: String(product.reorderPoint ?? ''),
    bin: product.bin ?? '',
    category: product.category?.slug ?? '',
    lifecycle: product.lifecycle,
    price: dollars(product.price),
    minOrder: String(product.minOrder),
    multiple: String(product.multiple),
    available: String(product.available),
    leadDays: String(product.leadDays ?? ''),
    priceBreaks: product.priceBreaks.map(({ from, price }) => ({
      from: String(from),
      price: dollars(price),
    })),
    package: { name: packed?.name ?? '', pieces: String(packed?.pieces ?? '') },
    weightGrams: String(product.weightGrams ?? ''),
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, typed(value)])),
    image,
    moreImages: images.slice(1),
    attachments: product.attachments,
    substitutes: product.substitutes,
  };
}

/**
 * Returns typed values as input of the contract, which says what is wrong with it. A text that is no number becomes NaN.
 * @param known the attributes of the chosen category; values of others are left out
 */
export function inputOf(values: ProductValues, known: readonly Attribute[]): NewProduct {
  const { package: packed, sku, maker, mpn, ean, category, leadDays, reorderPoint, bin } = values;
  const { weightGrams } = values;
  const isPacked = packed.name.trim() !== '' || packed.pieces.trim() !== '';
  return {
    ...values,
    sku: sku.trim() || undefined,
    maker: maker.trim() || null,
    mpn: mpn.trim() || null,
    ean: ean.trim() || null,
    bin: bin.trim() || null,
    category: category || null,
    price: parseNumber(values.price),
    minOrder: parseCount(values.minOrder),
    multiple: parseCount(values.multiple),
    available: parseCount(values.available),
    reorderPoint: reorderPoint.trim() ? parseCount(reorderPoint) : null,
    leadDays: leadDays.trim() ? parseCount(leadDays) : null,
    priceBreaks: values.priceBreaks.map(({ from, price }) => ({
      from: parseCount(from),
      price: parseNumber(price),
    })),
    package: isPacked ? { name: packed.name, pieces: parseCount(packed.pieces) } : null,
    weightGrams: weightGrams.trim() ? parseNumber(weightGrams) : null,
    attributes: Object.fromEntries(
      known.flatMap((attribute) => {
        const text = values.attributes[attribute.key]?.trim();
        return text ? [[attribute.key, read(attribute, text)]] : [];
      }),
    ),
  };
}

/** Reads a number: '12.50', '.5', '-40', '1,250' or '1e-7'; NaN for anything else. */
export function parseNumber(text: string): number {
  const trimmed = text.trim();
  return /^[\d.e+-]+$/i.test(trimmed) ? Number(trimmed) : parseCount(trimmed);
}

/**
 * Returns what is wrong with required numbers that are filled, but cannot be read: the words of the schema say that they are
 * empty.
 */
export function unreadable({ price, minOrder, available }: ProductValues) {
  const wrong: { field: 'price' | 'minOrder' | 'available'; message: string }[] = [];
  const pointed = price.trim().replace(',', '.');
  const right = Number.isNaN(parseNumber(pointed)) ? 'it like 12.50' : pointed;
  if (price.trim() && Number.isNaN(parseNumber(price)))
    wrong.push({ field: 'price', message: `${price.trim()} is no price: write ${right}` });
  for (const [field, typed] of Object.entries({ minOrder, available }) as [
    'minOrder' | 'available',
    string,
  ][])
    if (typed.trim() && !Number.isInteger(parseCount(typed)))
      wrong.push({ field, message: `${typed.trim()} is no whole number: write it like 1000` });
  return wrong;
}

/** Two decimals at least, up to the six of a price break. */
function dollars(price: number): string {
  return Number(price.toFixed(2)) === price ? price.toFixed(2) : String(price);
}

function typed(value: AttributeValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function read({ kind }: Attribute, text: string): AttributeValue {
  if (kind === 'number') return parseNumber(text);
  return kind === 'yesno' ? text === 'yes' : text;
}
