import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { type LineCalls, lineHandlers } from './routes.ts';

export const lines: Module<LineCalls, { catalogue: Catalogue; limits: Limits }> = {
  name: 'lines',
  open: ({ catalogue, limits }) => ({ handlers: lineHandlers(catalogue, limits) }),
};
