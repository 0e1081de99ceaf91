import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { EventKinds, Module } from '../ground/module.ts';
import { eventHandlers } from './routes.ts';

export const events: Module<'listEvents', { database: Database; events: EventKinds; limits: Limits }> = {
  name: 'events',
  open: ({ database, events, limits }) => ({ handlers: eventHandlers(database, events, limits) }),
};
