import { categories as demo } from '#content/categories.ts';
import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { SHOP } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { putCategory } from './queries.ts';
import { type CategoryCalls, categoryHandlers } from './routes.ts';

export const categories: Module<CategoryCalls, { database: Database; catalogue: Catalogue }> = {
  name: 'categories',
  async demo(transaction) {
    for (const { slug, ...fields } of demo) await putCategory(transaction, slug, fields, SHOP);
  },
  events: { category_changed: [], category_removed: [] },
  open: ({ database, catalogue }) => ({ handlers: categoryHandlers(database, catalogue) }),
};
