import type { Registry } from 'prom-client';
import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { type ShopConfig, type StatusCalls, statusHandlers } from './routes.ts';

export const status: Module<StatusCalls, { database: Database; config: ShopConfig; registry: Registry }> = {
  name: 'status',
  open: ({ database, config, registry }) => ({ handlers: statusHandlers(database, config, registry) }),
};
