import { catalogue as demo } from '#content/catalogue.ts';
import type { FileRoom } from '../files/module.ts';
import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { SHOP } from '../log/queries.ts';
import type { Catalogue } from './catalogue.ts';
import { insertProducts } from './insert.ts';
import type { OwnNumbers } from './own-numbers.ts';
import { type ProductCalls, productHandlers } from './routes.ts';
import { nameSubstitutes } from './substitutes.ts';

export const products: Module<
  ProductCalls,
  { database: Database; catalogue: Catalogue; ownNumbers: OwnNumbers; files: FileRoom }
> = {
  name: 'products',
  async demo(transaction) {
    const products = demo.map(({ picture, substitutes, ...facts }) => ({
      ...facts,
      image: `/images/${picture}.webp`,
    }));
    await insertProducts(transaction, products, SHOP);
    // A part may name one that stands after it.
    for (const { sku, substitutes = [] } of demo)
      if (substitutes.length > 0) await nameSubstitutes(transaction, sku, substitutes);
  },
  events: { product_added: ['stock'], product_changed: ['stock'], product_removed: ['stock'] },
  async open({ database, catalogue, ownNumbers, files }) {
    await catalogue.open();
    return {
      handlers: productHandlers(database, catalogue, ownNumbers, files.store),
      pageVersion: () => catalogue.version,
      close: () => catalogue.close(),
    };
  },
};
