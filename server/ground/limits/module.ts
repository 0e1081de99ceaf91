import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { forgetCounters } from './queries.ts';

export const limits: Module<never, { database: Database }> = {
  name: 'limits',
  open: ({ database }) => ({ handlers: {}, forget: () => forgetCounters(database.db) }),
};
