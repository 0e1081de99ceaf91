import type { Database } from '../database/client.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Module } from '../module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditReturns } from './audit.ts';
import { returnMails } from './mail-words.ts';
import { forgetPictures } from './pictures.ts';
import { type ReturnCalls, returnHandlers } from './routes.ts';

export const returns: Module<ReturnCalls, { database: Database; catalogue: Catalogue; pictures: Pictures }> =
  {
    name: 'returns',
    audit: auditReturns,
    mails: returnMails,
    events: {
      return_asked: ['orders'],
      return_answered: ['orders'],
      pieces_returned: ['orders', 'stock'],
      refund_declined: ['orders', 'payments'],
    },
    open: ({ database, catalogue, pictures }) => ({
      handlers: returnHandlers(database, catalogue, pictures),
      forget: () => forgetPictures(database.db),
    }),
  };
