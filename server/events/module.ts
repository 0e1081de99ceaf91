import type { Database } from '../database/client.ts';
import type { Limits } from '../limits/limits.ts';
import type { EventKinds, Module } from '../module.ts';
import { eventHandlers } from './routes.ts';

export const events: Module<'listEvents', { database: Database; events: EventKinds; limits: Limits }> = {
  name: 'events',
  open: ({ database, events, limits }) => ({ handlers: eventHandlers(database, events, limits) }),
};
