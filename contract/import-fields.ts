/** What columns of a file stand for. Each field is declared here, and nowhere else: reading, writing and the pages go by it. */
import type { FACET_PREFIX } from './narrowing.ts';
import type { PriceBreak } from './price.ts';
import type { NewProduct, StockedProduct } from './products.ts';
import type { Substitute } from './substitutes.ts';

/** What cells hold, by the kinds of fields. */
export interface CellValues {
  text: string;
  /** One of some words, in any case of letters. */
  choice: string;
  number: number;
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
  /** Whether a cell can take it away. */
  isRemovable?: true;
  /** What suppliers call it besides, in letters and digits alone. */
  called?: readonly string[];
  /** What an export says of a product. */
  of?: (product: StockedProduct, skuOf: (id: string) => string | undefined) => CellValues[Kind] | undefined;
}
type Declared = { [Kind in CellKind]: DeclaredAs<Kind> }[CellKind];

/** The fields in the order of our exports. Attributes stand besides them, as `f.<key>`. */
export const IMPORT_FIELDS = {
  sku: {
    ...{ word: 'SKU', kind: 'text', input: 'sku', of: ({ sku }) => sku },
    called: [
      'partnumber',
      'partno',
      'part',
      'articlenumber',
      'articleno',
      'itemnumber',
      'itemno',
      'productcode',
    ],
  },
  name: {
    ...{ word: 'Name', kind: 'text', input: 'name', of: ({ name }) => name },
    called: ['productname', 'title', 'product'],
  },
  details: {
    ...{ word: 'Details', kind: 'text', input: 'shortDetails', of: ({ shortDetails }) => shortDetails },
    called: ['shortdetails', 'description', 'shortdescription', 'descriptionshort'],
  },
  maker: {
    ...{ word: 'Maker', kind: 'text', input: 'maker', isRemovable: true, of: ({ maker }) => maker },
    called: ['manufacturer', 'brand', 'vendor', 'mfr', 'make'],
  },
  mpn: {
    ...{ word: 'Maker’s number', kind: 'text', input: 'mpn', isRemovable: true, of: ({ mpn }) => mpn },
    called: [
      ...['manufacturerpartnumber', 'makerspartnumber', 'makersnumber'],
      ...['mfrpartnumber', 'mfrpartno', 'manufacturerpartno'],
    ],
  },
  ean: {
    ...{ word: 'EAN', kind: 'text', input: 'ean', isRemovable: true, of: ({ ean }) => ean },
    called: ['gtin', 'upc', 'barcode', 'eancode', 'ean13'],
  },
  category: {
    ...{ word: 'Category', kind: 'text', isRemovable: true, of: ({ category }) => category?.slug },
    called: ['productcategory', 'group', 'productgroup'],
  },
  price: {
    ...{ word: 'Price', kind: 'number', input: 'price', of: ({ price }) => price },
    called: ['unitprice', 'priceusd', 'unitpriceusd', 'listprice', 'baseprice'],
  },
  price_breaks: {
    ...{ word: 'Price breaks', kind: 'breaks', input: 'priceBreaks', isRemovable: true },
    of: ({ priceBreaks }) => priceBreaks,
    called: ['quantitybreaks', 'tierprices', 'volumeprices', 'scaleprices'],
  },
  minimum: {
    ...{ word: 'Minimum', kind: 'number', input: 'minOrder', of: ({ minOrder }) => minOrder },
    called: [
      ...['minorder', 'moq', 'minimumorderquantity', 'minimumquantity', 'minqty', 'minquantity'],
      'minimumorder',
    ],
  },
  multiple: {
    ...{ word: 'Multiple', kind: 'number', input: 'multiple', of: ({ multiple }) => multiple },
    called: ['ordermultiple', 'orderincrement', 'packmultiple'],
  },
  /** Stock: `counted` is how many pieces there are, `added` how many came. */
  counted: {
    ...{ word: 'Stock', means: 'counted: what there is', kind: 'number', input: 'available' },
    of: ({ available }) => available,
    called: ['countedstock', 'stockcounted', 'count'],
  },
  added: {
    ...{ word: 'Stock', means: 'added: what came', kind: 'number' },
    called: ['addedstock', 'stockadded', 'received', 'goodsreceived'],
  },
  reorder_point: {
    ...{ word: 'Reorder point', kind: 'number', input: 'reorderPoint', isRemovable: true },
    of: ({ reorderPoint }) => reorderPoint,
    called: ['reorderlevel', 'reorderat', 'minimumstock', 'minstock', 'safetystock'],
  },
  bin: {
    ...{ word: 'Bin', kind: 'text', input: 'bin', isRemovable: true, of: ({ bin }) => bin },
    called: ['binlocation', 'stocklocation', 'storagebin'],
  },
  lead_days: {
    ...{ word: 'Lead time (days)', kind: 'number', input: 'leadDays', isRemovable: true },
    of: ({ leadDays }) => leadDays,
    called: ['leadtime', 'leadtimedays', 'shipsindays'],
  },
  lifecycle: {
    ...{ word: 'Lifecycle', kind: 'choice', input: 'lifecycle', of: ({ lifecycle }) => lifecycle },
    called: ['lifecyclestatus', 'productstatus'],
  },
  package: {
    ...{ word: 'Package', kind: 'text', isRemovable: true, of: (product) => product.package?.name },
    called: ['packagename', 'packaging', 'packedin'],
  },
  package_pieces: {
    ...{ word: 'Pieces in a package', kind: 'number', isRemovable: true },
    of: (product) => product.package?.pieces,
    called: ['piecesperpackage', 'packagequantity', 'packqty', 'packsize'],
  },
  weight_grams: {
    ...{ word: 'Weight (g)', kind: 'number', input: 'weightGrams', isRemovable: true },
    of: ({ weightGrams }) => weightGrams,
    called: ['weight', 'weightg', 'weightingrams'],
  },
  image: {
    ...{ word: 'Picture', kind: 'text', input: 'image', of: ({ image }) => image },
    called: ['picture', 'imageurl', 'pictureurl', 'photo'],
  },
  more_images: {
    ...{ word: 'More pictures', kind: 'addresses', input: 'moreImages', isRemovable: true },
    of: ({ images }) => images.slice(1),
    called: ['morepictures', 'additionalimages'],
  },
  substitutes: {
    ...{ word: 'Substitutes', kind: 'parts', input: 'substitutes', isRemovable: true },
    of: ({ substitutes }, skuOf) =>
      substitutes.flatMap(({ _id, kind }) => {
        const sku = skuOf(_id);
        return sku === undefined ? [] : [{ sku, kind }];
      }),
    called: ['substituteparts', 'alternatives', 'alternativeparts', 'replacements', 'replacedby'],
  },
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
  return IMPORT_COLUMNS.find(([, declared]) => declared.input === input)?.[0] ?? input;
}
