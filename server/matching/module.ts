import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { type LineCalls, lineHandlers } from './routes.ts';

export const lines: Module<LineCalls, { database: Database; catalogue: Catalogue; limits: Limits }> = {
  name: 'lines',
  open: ({ database, catalogue, limits }) => ({ handlers: lineHandlers(database, catalogue, limits) }),
};
