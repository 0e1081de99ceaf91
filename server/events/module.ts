import type { Database } from '../database/client.ts';
import type { EventKinds, Module } from '../module.ts';
import { eventHandlers } from './routes.ts';

export const events: Module<'listEvents', { database: Database; events: EventKinds }> = {
  name: 'events',
  open: ({ database, events }) => ({ handlers: eventHandlers(database, events) }),
};
