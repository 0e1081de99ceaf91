/** What the product form calls its fields, and how it says their values. */
import type { Attribute, Category } from '#contract/categories/schema.ts';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { LIFECYCLE_WORDS } from '#contract/products/facts-words.ts';
import { attributeKey, type FieldPath, pick } from './changes.ts';
import { type ProductValues, parseNumber } from './values.ts';

/** The labels of all fields but attributes. The specification has those of its fields. */
export const LABELS: Record<Exclude<keyof ProductValues, 'attributes'>, string> = {
  name: 'Name',
  shortDetails: 'Short details',
  sku: 'SKU',
  maker: 'Maker',
  mpn: "Maker's number",
  ean: 'EAN',
  reorderPoint: 'Reorder point',
  bin: 'Bin',
  category: 'Category',
  lifecycle: 'Lifecycle',
  price: 'Price',
  minOrder: 'Min. quantity',
  multiple: 'Multiple',
  available: 'Available quantity',
  leadDays: 'Lead time',
  priceBreaks: 'Price breaks',
  package: 'Package',
  weightGrams: 'Weight',
  image: 'Image',
  moreImages: 'More pictures',
  attachments: 'Datasheets and certificates',
  substitutes: 'Substitutes',
};

export const SECTIONS = [
  {
    id: 'what-it-is',
    title: 'What it is',
    fields: ['name', 'shortDetails', 'sku', 'maker', 'mpn', 'ean', 'category', 'lifecycle'],
  },
  {
    id: 'price-and-stock',
    title: 'Price and stock',
    fields: [
      ...['price', 'minOrder', 'multiple', 'available', 'leadDays', 'weightGrams'],
      ...['package', 'reorderPoint', 'bin'],
      'priceBreaks',
    ],
  },
  { id: 'attributes', title: 'Attributes', fields: ['attributes'] },
  { id: 'pictures-and-files', title: 'Pictures and files', fields: ['image', 'moreImages', 'attachments'] },
  { id: 'substitutes', title: 'Substitutes', fields: ['substitutes'] },
] as const satisfies { id: string; title: string; fields: string[] }[];

/** 'Capacity (GB)' */
export function labelOfAttribute({ name, unit }: Attribute): string {
  return unit ? `${name} (${unit})` : name;
}

/** Returns the label of a field, or of one that is inside it, such as `priceBreaks.0.from`. */
export function labelOf(path: string, known: readonly Attribute[]): string {
  const [field = '', inner, last] = path.split('.');
  if (field === 'attributes') {
    const attribute = known.find(({ key }) => key === inner);
    return attribute ? labelOfAttribute(attribute) : `Attribute ${inner}`;
  }
  if (field === 'priceBreaks' && last) return `Price break ${Number(inner) + 1}`;
  return Object.hasOwn(LABELS, field) ? LABELS[field as keyof typeof LABELS] : field;
}

/** Returns the value of a field in words. */
export function wordsOfValue(path: FieldPath, values: ProductValues, categories: Category[]): string {
  const text = say(path, values, categories);
  return text === '' ? 'nothing' : text;
}

function say(path: FieldPath, values: ProductValues, categories: Category[]): string {
  if (attributeKey(path) !== undefined) return String(pick(values, [path])[path]);
  switch (path) {
    case 'lifecycle':
      return LIFECYCLE_WORDS[values.lifecycle];
    case 'category':
      return categories.find(({ slug }) => slug === values.category)?.name ?? values.category;
    case 'price':
      return inDollars(values.price);
    case 'priceBreaks':
      return values.priceBreaks
        .map(({ from, price }) => `${inDollars(price)} from ${inPieces(from)}`)
        .join(', ');
    case 'package':
      return values.package.name && `${values.package.name} of ${inPieces(values.package.pieces)}`;
    case 'attachments':
      return values.attachments.map(({ name }) => name).join(', ');
    case 'substitutes':
      return formatCount(values.substitutes.length);
    case 'moreImages':
      return values.moreImages.join(', ');
    case 'minOrder':
    case 'multiple':
    case 'available':
    case 'reorderPoint':
      return inPieces(values[path]);
    default:
      return String(pick(values, [path])[path]);
  }
}

function inDollars(text: string): string {
  const price = parseNumber(text);
  return Number.isFinite(price) ? formatPrice(price) : text;
}

function inPieces(text: string): string {
  const pieces = parseNumber(text);
  return Number.isFinite(pieces) ? formatCount(pieces) : text;
}
