import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { eventHandlers } from './routes.ts';

export const events: Module<'listEvents', { database: Database }> = {
  name: 'events',
  open: ({ database }) => ({ handlers: eventHandlers(database) }),
};
