import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { Settings } from '../settings/settings.ts';
import { stockMails } from './mail-words.ts';
import { type StockCalls, stockHandlers } from './routes.ts';
import { tellShort } from './short.ts';

/** How often is looked whether a day's mail is to be written. */
const TELL_SECONDS = 60;

export const stock: Module<StockCalls, { database: Database; catalogue: Catalogue; settings: Settings }> = {
  name: 'stock',
  mails: stockMails,
  events: { stock_damaged: ['stock'], stock_corrected: ['stock'] },
  open: ({ database, catalogue, settings }) => ({
    handlers: stockHandlers(database, catalogue),
    jobs: [
      {
        name: 'tell what runs out',
        everySeconds: TELL_SECONDS,
        run: () => tellShort(database.db, settings.values.orders.timeZone),
      },
    ],
  }),
};
