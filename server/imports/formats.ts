/** Exports of other shops, known by their headers: what their columns stand for where the header alone does not say it. Pure. */
import type { ImportField } from '#contract/imports/fields.ts';
import type { Cell } from './cells.ts';
import { isEmpty, readPublished } from './cells.ts';

export interface Format {
  name: string;
  /** Headers that all of its files have, in letters and digits alone. */
  has: readonly string[];
  /** Columns by their headers, null for what is not looked at. Others are recognised as in any file. */
  columns: Readonly<Record<string, ImportField | null>>;
  /** A column besides that says no where a part is not on sale. */
  unpublished?: string;
  /** The unit of its weights, where its headers do not say it. */
  weight?: string;
  /** Columns whose cells stand in the first row of a product alone, and the column that says which rows are of one. */
  rows?: { of: string; shared: readonly string[]; images: string };
}

const FORMATS: readonly Format[] = [
  {
    name: 'Shopify',
    has: ['handle', 'variantsku', 'variantprice'],
    columns: {
      type: 'category',
      status: 'published',
      published: null,
      productcategory: null,
      tags: null,
      variantgrams: 'weight_grams',
      imagesrc: 'image',
      variantimage: null,
      variantcompareatprice: null,
      googleshoppingmpn: 'mpn',
      costperitem: null,
    },
    weight: 'g',
    unpublished: 'published',
    rows: {
      of: 'handle',
      shared: ['title', 'bodyhtml', 'vendor', 'type', 'status', 'published'],
      images: 'imagesrc',
    },
  },
  {
    name: 'WooCommerce',
    has: ['type', 'sku', 'name', 'regularprice'],
    columns: {
      type: null,
      saleprice: null,
      published: 'published',
      taxclass: null,
      parent: null,
      position: null,
    },
  },
  {
    name: 'Magento',
    has: ['sku', 'attributesetcode', 'producttype'],
    columns: {
      producttype: null,
      productonline: 'published',
      specialprice: null,
      thumbnailimage: null,
      smallimage: null,
    },
  },
  {
    name: 'Google Merchant',
    has: ['id', 'title', 'price', 'imagelink'],
    columns: {
      id: 'sku',
      link: null,
      availability: null,
      googleproductcategory: null,
      saleprice: null,
      condition: null,
    },
  },
  {
    name: 'PrestaShop',
    has: ['active01', 'pricetaxexcluded', 'reference'],
    // A price of a litre or a metre.
    columns: { unitprice: null },
  },
  {
    name: 'Odoo',
    has: ['defaultcode', 'listprice'],
    columns: { id: null, standardprice: null, categid: 'category' },
  },
];

/** Returns the format whose headers a file has. */
export function formatOf(headers: readonly string[]): Format | undefined {
  const all = new Set(headers);
  return FORMATS.find(({ has }) => has.every((header) => all.has(header)));
}

/** Returns whether a row says in one of two columns that its part is not on sale. */
export function isUnpublished(cell: Cell | undefined): boolean {
  if (cell === undefined || isEmpty(cell)) return false;
  const read = readPublished(cell);
  return 'value' in read && !read.value;
}

/** Gives rows what stands in the first row of their product alone; rows without a SKU that only have a picture join the row before. */
export function joinRows<Row extends { cells: Cell[] }>(
  rows: readonly Row[],
  { of, shared, images }: NonNullable<Format['rows']>,
  placeOf: (header: string) => number,
  sku: number,
): Row[] {
  const handle = placeOf(of);
  const image = placeOf(images);
  const places = shared.map(placeOf).filter((place) => place >= 0);
  const joined: Row[] = [];
  let first: Row | undefined;
  for (const row of rows) {
    const isOfFirst = first && !isEmpty(row.cells[handle]) && row.cells[handle] === first.cells[handle];
    if (!first || !isOfFirst) first = row;
    else if (isEmpty(row.cells[sku]) && !isEmpty(row.cells[image])) {
      first.cells[image] = [first.cells[image], row.cells[image]].filter((cell) => !isEmpty(cell)).join(' ');
      continue;
    } else
      for (const place of places)
        if (isEmpty(row.cells[place])) row.cells[place] = first.cells[place] ?? null;
    joined.push(row);
  }
  return joined;
}
