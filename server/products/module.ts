import { catalogue as demo } from '#content/catalogue.ts';
import type { Database } from '../database/client.ts';
import { SHOP } from '../events/queries.ts';
import type { Module } from '../module.ts';
import type { Catalogue } from './catalogue.ts';
import { insertProduct } from './change.ts';
import { type ProductCalls, productHandlers } from './routes.ts';

export const products: Module<ProductCalls, { database: Database; catalogue: Catalogue }> = {
  name: 'products',
  async demo(transaction) {
    for (const { slug, ...details } of demo)
      await insertProduct(transaction, { ...details, image: `/images/${slug}.webp` }, SHOP);
  },
  events: { product_added: ['stock'], product_changed: ['stock'], product_removed: ['stock'] },
  async open({ database, catalogue }) {
    await catalogue.open();
    return {
      handlers: productHandlers(database, catalogue),
      pageVersion: () => catalogue.version,
      close: () => catalogue.close(),
    };
  },
};
