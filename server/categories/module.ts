import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { type CategoryCalls, categoryHandlers } from './routes.ts';

export const categories: Module<CategoryCalls, { database: Database; catalogue: Catalogue }> = {
  name: 'categories',
  open: ({ database, catalogue }) => ({ handlers: categoryHandlers(database, catalogue) }),
};
