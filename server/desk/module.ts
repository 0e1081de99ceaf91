import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Settings } from '../settings/settings.ts';
import { auditFigures } from './audit.ts';
import { forgetFigures, keepFigures } from './figures.ts';
import { type DeskCalls, deskHandlers } from './routes.ts';

/** How often the figures of days that are over are looked for. */
const KEEP_SECONDS = 60;

/** What staff see of all purchases: lists, and figures by days. */
export const desk: Module<DeskCalls, { database: Database; limits: Limits; settings: Settings }> = {
  name: 'desk',
  audit: auditFigures,
  open: ({ database, limits, settings }) => ({
    handlers: deskHandlers(database, limits, settings),
    jobs: [{ name: 'keep figures', everySeconds: KEEP_SECONDS, run: () => keepFigures(database.db) }],
    forget: () => forgetFigures(database.db),
  }),
};
