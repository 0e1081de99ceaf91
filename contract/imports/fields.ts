/** What columns of a file stand for. Each field is declared here, and nowhere else: reading, writing and the pages go by it. */

import type { PriceBreak } from '../kernel/price.ts';
import type { FACET_PREFIX } from '../products/narrowing.ts';
import type { NewProduct, StockedProduct } from '../products/schema.ts';
import type { Substitute } from '../products/substitutes.ts';

/** What cells hold, by the kinds of fields. */
export interface CellValues {
  text: string;
  /** One of some words, in any case of letters. */
  choice: string;
  number: number;
  /** Dollars; a cell may name the currency. */
  money: number;
  /** Grams; a cell may have another unit. */
  weight: number;
  /** Days; a cell may have another unit. */
  days: number;
  yesno: boolean;
  breaks: PriceBreak[];
  addresses: string[];
  /** Parts by their SKUs; their notes are in no file. */
  parts: { sku: string; kind: Substitute['kind'] }[];
}
export type CellKind = keyof CellValues;

interface DeclaredAs<Kind extends CellKind> {
  /** What it is called on screen, and where that does not say what a column of it does, what it does. */
  word: string;
  means?: string;
  kind: Kind;
  /** The field of a product's input that a cell is the whole of. */
  input?: keyof NewProduct;
  /** The field of a product's input that a cell changes, where it is not the whole of it. */
  changes?: keyof NewProduct;
  /** Whether a cell can take it away. */
  isRemovable?: true;
  /** What an export says of a product. */
  of?: (product: StockedProduct, skuOf: (id: string) => string | undefined) => CellValues[Kind] | undefined;
}
type Declared = { [Kind in CellKind]: DeclaredAs<Kind> }[CellKind];

/** The fields in the order of our exports. Attributes stand besides them, as `f.<key>`. */
export const IMPORT_FIELDS = {
  sku: { word: 'SKU', kind: 'text', input: 'sku', of: ({ sku }) => sku },
  name: { word: 'Name', kind: 'text', input: 'name', of: ({ name }) => name },
  details: { word: 'Details', kind: 'text', input: 'shortDetails', of: ({ shortDetails }) => shortDetails },
  maker: { word: 'Maker', kind: 'text', input: 'maker', isRemovable: true, of: ({ maker }) => maker },
  mpn: { word: 'Maker’s number', kind: 'text', input: 'mpn', isRemovable: true, of: ({ mpn }) => mpn },
  ean: { word: 'EAN', kind: 'text', input: 'ean', isRemovable: true, of: ({ ean }) => ean },
  category: { word: 'Category', kind: 'text', isRemovable: true, of: ({ category }) => category?.slug },
  price: { word: 'Price', kind: 'money', input: 'price', of: ({ price }) => price },
  price_breaks: {
    word: 'Price breaks',
    kind: 'breaks',
    input: 'priceBreaks',
    isRemovable: true,
    of: ({ priceBreaks }) => priceBreaks,
  },
  minimum: { word: 'Minimum', kind: 'number', input: 'minOrder', of: ({ minOrder }) => minOrder },
  multiple: { word: 'Multiple', kind: 'number', input: 'multiple', of: ({ multiple }) => multiple },
  /**
   * Stock: `counted` is how many pieces lie on the shelf, those of orders that have not been shipped, too; `expected` how many were
   * on it before, so that another number is refused; `added` how many came, or went where it is negative.
   */
  counted: {
    word: 'Stock',
    means: 'counted: what is on the shelf',
    kind: 'number',
    changes: 'available',
    of: ({ shelf }) => shelf,
  },
  expected: { word: 'Stock', means: 'expected: what was on the shelf before', kind: 'number' },
  added: { word: 'Stock', means: 'added: what came, or went with a minus', kind: 'number' },
  reorder_point: {
    word: 'Reorder point',
    kind: 'number',
    input: 'reorderPoint',
    isRemovable: true,
    of: ({ reorderPoint }) => reorderPoint,
  },
  bin: { word: 'Bin', kind: 'text', input: 'bin', isRemovable: true, of: ({ bin }) => bin },
  lead_days: {
    word: 'Lead time (days)',
    kind: 'days',
    input: 'leadDays',
    isRemovable: true,
    of: ({ leadDays }) => leadDays,
  },
  lifecycle: { word: 'Lifecycle', kind: 'choice', input: 'lifecycle', of: ({ lifecycle }) => lifecycle },
  package: { word: 'Package', kind: 'text', isRemovable: true, of: (product) => product.package?.name },
  package_pieces: {
    word: 'Pieces in a package',
    kind: 'number',
    isRemovable: true,
    of: (product) => product.package?.pieces,
  },
  weight_grams: {
    word: 'Weight (g)',
    kind: 'weight',
    input: 'weightGrams',
    isRemovable: true,
    of: ({ weightGrams }) => weightGrams,
  },
  image: { word: 'Picture', kind: 'text', input: 'image', of: ({ image }) => image },
  more_images: {
    word: 'More pictures',
    kind: 'addresses',
    input: 'moreImages',
    isRemovable: true,
    of: ({ images }) => images.slice(1),
  },
  substitutes: {
    word: 'Substitutes',
    kind: 'parts',
    input: 'substitutes',
    isRemovable: true,
    of: ({ substitutes }, skuOf) =>
      substitutes.flatMap(({ _id, kind }) => {
        const sku = skuOf(_id);
        return sku === undefined ? [] : [{ sku, kind }];
      }),
  },
  /** A part that is not published elsewhere does not go on sale here. */
  published: { word: 'Published', kind: 'yesno' },
  /** Of the row's price. */
  currency: { word: 'Currency', kind: 'text' },
  price_per: { word: 'Pieces of the price', means: 'such as 100 for prices of 100 pieces', kind: 'number' },
} as const satisfies Record<string, Declared>;

export type FieldName = keyof typeof IMPORT_FIELDS;
/** What a column of a file stands for: a field, or the attribute with a key. */
export type ImportField = FieldName | `${typeof FACET_PREFIX}${string}`;

/** The declarations, for what goes by their kinds alone. */
export const IMPORT_COLUMNS = Object.entries(IMPORT_FIELDS) as [FieldName, Declared][];

/** Returns whether a text is the name of a field that is no attribute. */
export function isFieldName(text: string): text is FieldName {
  return Object.hasOwn(IMPORT_FIELDS, text);
}

/** The column of a field of a product's input; itself for an attribute. */
export function columnOf(input: string): string {
  return IMPORT_COLUMNS.find(([, { input: whole, changes }]) => (whole ?? changes) === input)?.[0] ?? input;
}
