import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import { FacetsSchema, MOST_PRODUCTS, narrowingQuery, ProductListQuerySchema } from './product-lists.ts';
import { NewProductSchema, ProductChangeSchema, ProductSchema } from './schema.ts';
import { SuggestionQuerySchema, SuggestionsSchema } from './suggestions.ts';

const call = callsOf('Catalogue');

/** The calls of the catalogue. */
export const productCalls = {
  listProducts: call('GET /products', {
    may: 'anyone',
    summary: 'All products, oldest first',
    query: ProductListQuerySchema,
    listed: MOST_PRODUCTS,
    output: z.array(ProductSchema),
  }),
  suggest: call('GET /suggest', {
    may: 'anyone',
    summary: 'Parts and categories for what has been typed so far, at most 8',
    query: SuggestionQuerySchema,
    output: SuggestionsSchema,
  }),
  getFacets: call('GET /facets', {
    may: 'anyone',
    summary: 'What products can be narrowed by, with the number of products that each choice would find',
    query: narrowingQuery({}),
    output: FacetsSchema,
  }),
  getProduct: call('GET /products/:id', {
    may: 'anyone',
    summary: 'One product',
    output: ProductSchema,
    refuses: ['not_found'],
  }),
  getPart: call('GET /parts/:sku', {
    may: 'anyone',
    summary: 'One product by its SKU, in any case of letters; a slash in the SKU is written ~',
    output: ProductSchema,
    refuses: ['not_found'],
  }),
  addProduct: call('POST /products', {
    may: 'product.add',
    summary: 'Add a product',
    body: NewProductSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['sku_taken'],
  }),
  changeProduct: call('PATCH /products/:id', {
    may: 'product.change',
    summary: 'Restock, reprice or correct a product; prices are set by admins',
    body: ProductChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'sku_taken', 'changed_meanwhile'],
  }),
  removeProduct: call('DELETE /products/:id', {
    may: 'product.remove',
    summary: 'Take a product out of the catalogue; orders for it stay',
    output: DeletedSchema,
  }),
};
