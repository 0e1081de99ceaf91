import type { Limits } from '../limits/limits.ts';
import type { Module } from '../module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { type LineCalls, lineHandlers } from './routes.ts';

export const lines: Module<LineCalls, { catalogue: Catalogue; limits: Limits }> = {
  name: 'lines',
  open: ({ catalogue, limits }) => ({ handlers: lineHandlers(catalogue, limits) }),
};
