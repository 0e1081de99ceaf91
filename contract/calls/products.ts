import { z } from 'zod';
import { call } from '../call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema } from '../fields.ts';
import { NewProductSchema, ProductChangeSchema, ProductListQuerySchema, ProductSchema } from '../products.ts';

/** The calls of the catalogue. */
export const productCalls = {
  listProducts: call('GET /products', {
    may: 'anyone',
    tag: 'Catalogue',
    summary: 'All products, oldest first',
    query: ProductListQuerySchema,
    output: z.array(ProductSchema),
  }),
  getProduct: call('GET /products/:id', {
    may: 'anyone',
    tag: 'Catalogue',
    summary: 'One product',
    output: ProductSchema,
    refuses: ['not_found'],
  }),
  addProduct: call('POST /products', {
    may: 'product.add',
    tag: 'Catalogue',
    summary: 'Add a product',
    body: NewProductSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['sku_taken'],
  }),
  changeProduct: call('PATCH /products/:id', {
    may: 'product.change',
    tag: 'Catalogue',
    summary: 'Restock, reprice or correct a product',
    body: ProductChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'sku_taken'],
  }),
  removeProduct: call('DELETE /products/:id', {
    may: 'product.remove',
    tag: 'Catalogue',
    summary: 'Take a product out of the catalogue; orders for it stay',
    output: DeletedSchema,
  }),
};
