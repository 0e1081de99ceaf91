/** Schemas of products, categories, imports and lines that are matched, each with an example. */
import { CategoryCountsSchema, CategoryFieldsSchema, CategorySchema } from '../categories/schema.ts';
import { ImportDetailSchema, ImportRowsSchema, ImportSchema } from '../imports/schema.ts';
import {
  CellsSchema,
  FoundCellSchema,
  LinePartSchema,
  LinesSchema,
  MatchSchema,
} from '../matching/schema.ts';
import { FacetsSchema } from '../products/product-lists.ts';
import { NewProductSchema, ProductChangeSchema, ProductSchema } from '../products/schema.ts';
import { SuggestionsSchema } from '../products/suggestions.ts';
import { datasheet, facts, ID, type Named, named, PRODUCT_ID, product, TIME } from './examples.ts';

const category = {
  name: 'Fans',
  attributes: [{ key: 'size', name: 'Size', kind: 'number' as const, unit: 'mm' }],
};
const imported = {
  _id: ID,
  state: 'ready' as const,
  counts: { new: 1, changed: 1, same: 0, error: 0 },
  name: 'stock.csv',
  who: 'admin@example.com',
  createdAt: TIME,
  size: 2,
  done: 2,
  left: 0,
  kept: 0,
  columns: [{ column: 'sku', field: 'sku' }, { column: 'Price', field: 'price' }, { column: 'Shelf' }],
  unknown: ['Shelf'],
};

export const catalogueSchemas: Record<string, Named> = {
  Product: named(ProductSchema, {
    _id: PRODUCT_ID,
    ...product,
    ...facts,
    category: { slug: 'fans', name: 'Fans' },
    attributes: [{ key: 'size', name: 'Size', value: 120, unit: 'mm' }],
    images: [product.image],
    expected: [{ dueOn: '2027-03-03', available: 400 }],
    revision: 3,
    attachments: [{ ...datasheet, bytes: 48_211 }],
    substitutes: [{ _id: ID, kind: 'similar', note: 'Three pins, without PWM' }],
  }),
  NewProduct: named(NewProductSchema, {
    ...product,
    ...facts,
    category: 'fans',
    attributes: { size: 120 },
    attachments: [datasheet],
    substitutes: [{ sku: 'AF-120-3P', kind: 'similar', note: 'Three pins, without PWM' }],
  }),
  Category: named(CategorySchema, { slug: 'fans', parent: 'cooling', ...category, revision: 4 }),
  Facets: named(FacetsSchema, {
    total: 14,
    categories: [{ slug: 'fans', name: 'Fans', parent: 'cooling', count: 14 }],
    makers: [{ value: 'AeroFlow', parameter: 'AeroFlow', count: 9 }],
    price: { min: 3.85, max: 24.5 },
    inStock: 12,
    facets: [
      {
        key: 'size',
        name: 'Size',
        kind: 'number' as const,
        unit: 'mm',
        min: 80,
        max: 140,
        values: [
          { value: 80, parameter: '80', count: 3 },
          { value: 120, parameter: '120', count: 9 },
          { value: 140, parameter: '140', count: 2 },
        ],
      },
    ],
    understood: [{ text: '10-25 w', name: 'Power', value: '10 to 25 W' }],
  }),
  CategoryCounts: named(CategoryCountsSchema, { products: 12, values: { size: 11 } }),
  CategoryFields: named(CategoryFieldsSchema, { ...category, parent: 'cooling', revision: 4 }),
  Suggestions: named(SuggestionsSchema, {
    parts: [
      {
        _id: PRODUCT_ID,
        sku: facts.sku,
        name: product.name,
        matched: { field: 'sku', text: facts.sku, marks: [{ start: 0, end: 6 }], exact: false },
      },
    ],
    categories: [{ slug: 'fans', name: 'Fans', count: 14 }],
  }),
  ProductChange: named(ProductChangeSchema, { price: 3.7, available: 30_000 }),
  Import: named(ImportSchema, imported),
  ImportDetail: named(ImportDetailSchema, {
    ...imported,
    rows: [
      {
        row: 2,
        action: 'changed' as const,
        sku: 'AF-120-B',
        name: product.name,
        productId: PRODUCT_ID,
        changes: [{ field: 'price', before: 3.85, after: 3.7 }],
      },
    ],
  }),
  ImportRows: named(ImportRowsSchema, { rows: [{ sku: 'AF-120-B', price: 3.7, counted: 30_000 }] }),
  Lines: named(LinesSchema, {
    lines: [{ text: '130 x AF-120-B' }, { mpn: 'AF120B-PWM', maker: 'AeroFlow', quantity: 500 }],
  }),
  Cells: named(CellsSchema, { cells: ['AF-120-B', '120 pcs'] }),
  FoundCell: named(FoundCellSchema, { by: 'number', products: [PRODUCT_ID] }),
  Match: named(MatchSchema, {
    match: 'exact',
    product: LinePartSchema.parse({ _id: PRODUCT_ID, ...product, ...facts }),
    candidates: [],
    quantity: 130,
    how: { part: 'AF-120-B', quantity: '130 x' },
    problem: {
      code: 'too_few' as const,
      message: 'Please Enter Minimum Quantity.',
      params: { least: 200 },
      quantities: [200],
    },
    unitPrice: 3.85,
    total: 500.5,
  }),
};
